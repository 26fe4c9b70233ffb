#!/usr/bin/env bash
# Processes share their work in a group for virtual hours of faults, on all cores: never may two own a key at once.
# usage: test/simulation/shard/run.sh [--hours N] [--from SEED]    default: 10000 from 0; N / 2 seeds of up to four hours
#        test/simulation/shard/run.sh --replay SEED                a seed's timeline
#        test/simulation/shard/run.sh --mutants [ARGUMENT…]        ../mutants.sh with the defects of groups
# SIMULATION_SHARD names the program, when it is not to be built here.
set -euo pipefail
name=shard unit=hours amount=10000
. "$(dirname "${BASH_SOURCE[0]}")/../campaign.sh"
exec "$here/all_cores.sh" "$program" $(((amount + 1) / 2)) "$from"
