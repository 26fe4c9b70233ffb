#!/usr/bin/env bash
# usage: static_test.sh
# Checks that the release preset, which the benchmarks are built with, links its programs with archives alone. No other
# test builds that preset, because it takes minutes; to configure it takes seconds, and shows the same.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --preset release -S "$root" -B "$work" -DCOINFORMER_BUILD_BENCH=ON -DCOINFORMER_BUILD_TESTS=OFF \
    -DCOINFORMER_BUILD_SAMPLES=OFF --log-level=WARNING >"$work/log" ||
    { cat "$work/log"; exit 1; }
programs=$(grep -c 'LINK_FLAGS = .*-Bstatic' "$work/build.ninja") || { echo "no program is linked with -Bstatic"; exit 1; }
shared=$(awk '/^build /{program = $2; static = 0} /LINK_FLAGS = .*-Bstatic/{static = 1}
    static && /LINK_LIBRARIES = .*\.so/{print program; print}' "$work/build.ninja")
[ -z "$shared" ] || { echo "these programs are linked with a shared library:"; echo "$shared"; exit 1; }
echo "$programs programs are linked with archives alone"
