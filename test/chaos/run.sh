#!/usr/bin/env bash
# usage: test/chaos/run.sh [--build DIR] [--rounds N] [--seed FIRST] [--verbose]
# Runs rounds of test/chaos: an API server and an informer as processes, a bad network between them, and signals to both.
#   --build DIR    the directory of the programs; default: build/dev
#   --rounds N     default: 50, about three minutes
#   --seed FIRST   the first round's seed; default: the time. A seed repeats a plan; the machine decides the exact times.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$root/build/dev rounds=50 seed=$(date +%s) more=()
while [ $# -gt 0 ]; do
    if [[ $1 =~ ^--(rounds|seed)$ && ! ${2-} =~ ^[1-9][0-9]*$ ]]; then
        echo "$1 takes a number" >&2
        exit 2
    fi
    case $1 in
        --build) build=$2; shift ;;
        --rounds) rounds=$2; shift ;;
        --seed) seed=$2; shift ;;
        --verbose) more+=(--verbose) ;;
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
        *) echo "unknown: $1" >&2; exit 2 ;;
    esac
    shift
done
here=$build/test/chaos
if [ ! -x "$here/chaos" ]; then
    echo "there is no $here/chaos: cmake --preset dev && cmake --build --preset dev --target chaos chaos_server chaos_informer" >&2
    exit 2
fi
exec "$here/chaos" --server "$here/chaos_server" --informer "$here/chaos_informer" --rounds "$rounds" --seed "$seed" ${more[@]+"${more[@]}"}
