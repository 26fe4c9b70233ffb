#!/usr/bin/env bash
# Builds a program of the simulation, optimised and with its asserts, and prints its path.
# usage: build.sh [[DIRECTORY/]TARGET]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=${1:-simulation}
. "$root/scripts/lib.sh"
directory=$root/build/simulation
case $target in # planted defects replace single object files of the library, which a unity build does not have
    *_mutants) directory=$root/build/mutants unity=() ;;
esac
cmake --preset simulation -S "$root" -B "$directory" ${unity[@]+"${unity[@]}"} --log-level=WARNING >&2
cmake --build "$directory" --target "${target##*/}" >&2
echo "$directory/test/simulation/$target"
