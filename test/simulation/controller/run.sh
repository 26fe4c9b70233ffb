#!/usr/bin/env bash
# A work queue and a controller beside a model of what they promise, on all cores: first the seeds that once broke.
# usage: test/simulation/controller/run.sh [--seeds N] [--from SEED]    default: 2000 from 0
#        test/simulation/controller/run.sh --replay SEED                a seed's timeline
#        test/simulation/controller/run.sh --mutants [ARGUMENT…]        ../mutants.sh with the defects of the controller kit
# SIMULATION_CONTROLLER names the program, when it is not to be built here.
set -euo pipefail
name=controller unit=seeds amount=2000
. "$(dirname "${BASH_SOURCE[0]}")/../campaign.sh"
while read -r seed _; do
    "$program" --from "$seed" >/dev/null || { echo "seed $seed of broken_once breaks again"; exit 1; }
done < <(grep -v '^#' "$here/controller/broken_once")
exec "$here/all_cores.sh" "$program" "$amount" "$from"
