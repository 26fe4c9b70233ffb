#!/usr/bin/env bash
# Processes contend for a Lease for virtual hours of faults, on all cores: never may two work at once.
# usage: test/simulation/leader/run.sh [--hours N] [--from SEED]    default: 10000 from 0
#        test/simulation/leader/run.sh --replay SEED                a seed's timeline
#        test/simulation/leader/run.sh --mutants [ARGUMENT…]        ../mutants.sh with the defects of leader election
# SIMULATION_LEADER names the program, when it is not to be built here.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
hours=10000 from=0 replay=""
while [ $# -gt 0 ]; do
    case $1 in
        --hours) hours=$2; shift 2 ;;
        --from) from=$2; shift 2 ;;
        --replay) replay=$2; shift 2 ;;
        --mutants)
            shift
            program=${SIMULATION_MUTANTS:-$("$here/../build.sh" leader/simulation_leader_mutants)}
            SIMULATION_MUTANTS=$program MUTANTS=$here/mutants.toml exec "$here/../mutants.sh" "$@"
            ;;
        *) [ "$1" = --help ] || echo "unknown: $1" >&2; sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ]; exit ;;
    esac
done
program=${SIMULATION_LEADER:-$("$here/../build.sh" leader/simulation_leader)}
[ -z "$replay" ] || exec "$program" --replay "$replay"

jobs=$(nproc)
[ "$hours" -ge $((jobs * 20)) ] || jobs=1 # in twenty hours, two seeds, something has to have happened
part=$(((hours + jobs - 1) / jobs)) running=() status=0
for ((i = 0; i < jobs; ++i)); do
    "$program" --hours "$part" --from $((from + i * 1000000)) --twice &
    running+=($!)
done
for pid in "${running[@]}"; do wait "$pid" || status=1; done
exit $status
