#!/usr/bin/env bash
# A work queue and a controller beside a model of what they promise, on all cores: first the seeds that once broke.
# usage: test/simulation/controller/run.sh [--seeds N] [--from SEED]    default: 2000 from 0
#        test/simulation/controller/run.sh --replay SEED                a seed's timeline
#        test/simulation/controller/run.sh --mutants [ARGUMENT…]        ../mutants.sh with the defects of the controller kit
# SIMULATION_CONTROLLER names the program, when it is not to be built here.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
seeds=2000 from=0 replay=""
while [ $# -gt 0 ]; do
    case $1 in
        --seeds) seeds=$2; shift 2 ;;
        --from) from=$2; shift 2 ;;
        --replay) replay=$2; shift 2 ;;
        --mutants)
            shift
            program=${SIMULATION_MUTANTS:-$("$here/../build.sh" controller/simulation_controller_mutants)}
            SIMULATION_MUTANTS=$program MUTANTS=$here/mutants.toml exec "$here/../mutants.sh" "$@"
            ;;
        *) [ "$1" = --help ] || echo "unknown: $1" >&2; sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ]; exit ;;
    esac
done
program=${SIMULATION_CONTROLLER:-$("$here/../build.sh" controller/simulation_controller)}
[ -z "$replay" ] || exec "$program" --replay "$replay"

while read -r seed _; do
    "$program" --from "$seed" >/dev/null || { echo "seed $seed of broken_once breaks again"; exit 1; }
done < <(grep -v '^#' "$here/broken_once")
exec "$here/../all_cores.sh" "$program" "$seeds" "$from"
