#!/usr/bin/env bash
# D1: two builds of the simulation, with different compilers or options, must give each seed the same trace. The second
# one runs with another seed for the hashes of texts, because no order that a user sees may come from a hash.
# usage: test/simulation/compare.sh PROGRAM PROGRAM [SEEDS]    default: 60
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}"; exit 2; }
hashes() { "$1" --seeds "$2" --hashes --text-seed "$3" | grep -E '^[0-9]+ [0-9a-f]+$'; }
seeds=${3:-60}
if diff <(hashes "$1" "$seeds" 1) <(hashes "$2" "$seeds" 2); then
    echo "$seeds seeds: the same traces"
else
    echo "seeds whose traces differ are listed above: replay them with both programs"
    exit 1
fi
