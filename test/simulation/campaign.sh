# Sourced by the run.sh of a simulation, with the arguments of that run.sh and these variables:
#   name     the directory and the name of the simulation
#   amount   how much it runs, unless the caller says otherwise
#   unit     the option that says so: hours or seeds
# Returns with `program`, `amount` and `from`. It runs --replay, --mutants and --help itself.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
from=0 replay=""
usage() { sed -n '2,/^[^#]/s/^# //p' "$0"; }
while [ $# -gt 0 ]; do
    case $1 in
        --"$unit") amount=$2; shift 2 ;;
        --from) from=$2; shift 2 ;;
        --replay) replay=$2; shift 2 ;;
        --mutants)
            shift
            program=${SIMULATION_MUTANTS:-$("$here/build.sh" "$name/simulation_${name}_mutants")}
            SIMULATION_MUTANTS=$program MUTANTS=$here/$name/mutants.toml exec "$here/mutants.sh" "$@"
            ;;
        --help) usage; exit ;;
        *) echo "unknown: $1" >&2; usage >&2; exit 2 ;;
    esac
done
program=SIMULATION_${name^^}
program=${!program:-$("$here/build.sh" "$name/simulation_$name")}
[ -z "$replay" ] || exec "$program" --replay "$replay"
