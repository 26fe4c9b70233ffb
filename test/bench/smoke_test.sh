#!/usr/bin/env bash
# usage: smoke_test.sh CLIENT FLOOR
# Runs every case of the benchmark with coinformer's CLIENT, client-go's and FLOOR, in sizes too small to measure. It
# checks that the clients speak the protocol, that the counts are right, and that the table can be made. It is skipped
# (77) if the server cannot be built.
set -euo pipefail
usage="usage: $(basename "$0") CLIENT FLOOR"
client=$(realpath "${1:?$usage}") floor=$(realpath "${2:?$usage}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
bin=$root/build/bench/smoke
"$here/peers/build.sh" --smoke
[ -x "$bin/synthapi" ] || { echo "SKIPPED: synthapi cannot be built"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/peers/drive.py" --smoke --server "$bin/synthapi" --client "coinformer=$client" --client "client-go=$bin/client-go" \
    --client "floor=$floor --page-size 100" --log "$work/log" >"$work/lines" || { cat "$work/log"; exit 1; }
"$here/peers/table.py" "$work/lines" || { cat "$work/log"; exit 1; }
