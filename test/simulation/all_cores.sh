#!/usr/bin/env bash
# Runs seeds of a simulation on all cores, each a part of them. usage: all_cores.sh PROGRAM SEEDS FIRST
set -euo pipefail
program=$1 seeds=$2 from=$3 running=() status=0
jobs=$(nproc)
[ "$seeds" -ge 20 ] || jobs=1 # a part of a few seeds need not reach all the events that the program counts
part=$(((seeds + jobs - 1) / jobs))
for ((i = 0; i < jobs; ++i)); do
    "$program" --seeds "$part" --from $((from + i * 1000000)) --twice &
    running+=($!)
done
for pid in "${running[@]}"; do wait "$pid" || status=1; done
exit $status
