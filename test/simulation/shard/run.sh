#!/usr/bin/env bash
# Processes share their work in a group for virtual hours of faults, on all cores: never may two own a key at once.
# usage: test/simulation/shard/run.sh [--hours N] [--from SEED]    default: 10000 from 0; two hours are a seed
#        test/simulation/shard/run.sh --replay SEED                a seed's timeline
#        test/simulation/shard/run.sh --mutants [ARGUMENT…]        ../mutants.sh with the defects of groups
# SIMULATION_SHARD names the program, when it is not to be built here.
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
            program=${SIMULATION_MUTANTS:-$("$here/../build.sh" shard/simulation_shard_mutants)}
            SIMULATION_MUTANTS=$program MUTANTS=$here/mutants.toml exec "$here/../mutants.sh" "$@"
            ;;
        *) [ "$1" = --help ] || echo "unknown: $1" >&2; sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ]; exit ;;
    esac
done
program=${SIMULATION_SHARD:-$("$here/../build.sh" shard/simulation_shard)}
[ -z "$replay" ] || exec "$program" --replay "$replay"
exec "$here/../all_cores.sh" "$program" $(((hours + 1) / 2)) "$from"
