#!/usr/bin/env bash
# Processes contend for a Lease for virtual hours of faults, on all cores: never may two work at once.
# usage: test/simulation/leader/run.sh [--hours N] [--from SEED]    default: 10000 from 0; ten hours are a seed
#        test/simulation/leader/run.sh --replay SEED                a seed's timeline
#        test/simulation/leader/run.sh --mutants [ARGUMENT…]        ../mutants.sh with the defects of leader election
# SIMULATION_LEADER names the program, when it is not to be built here.
set -euo pipefail
name=leader unit=hours amount=10000
. "$(dirname "${BASH_SOURCE[0]}")/../campaign.sh"
exec "$here/all_cores.sh" "$program" $(((amount + 9) / 10)) "$from"
