#!/usr/bin/env bash
# D1: two builds of the simulation (other compiler, other options) give each seed the same trace.
# usage: test/simulation/compare.sh PROGRAM PROGRAM [SEEDS]    default: 60
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}"; exit 2; }
hashes() { "$1" --seeds "$2" --hashes | grep -E '^[0-9]+ [0-9a-f]+$'; }
seeds=${3:-60}
if diff <(hashes "$1" "$seeds") <(hashes "$2" "$seeds"); then
    echo "$seeds seeds: the same traces"
else
    echo "seeds whose traces differ are listed above: replay them with both programs"
    exit 1
fi
