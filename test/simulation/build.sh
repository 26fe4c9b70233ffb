#!/usr/bin/env bash
# Builds a program of the simulation, optimised and with its asserts, and prints where it is. usage: build.sh [[DIRECTORY/]TARGET]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=${1:-simulation}
cmake --preset simulation -S "$root" --log-level=WARNING >&2
cmake --build "$root/build/simulation" --target "${target##*/}" >&2
echo "$root/build/simulation/test/simulation/$target"
