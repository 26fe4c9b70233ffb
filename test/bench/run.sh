#!/usr/bin/env bash
# usage: test/bench/run.sh [quick] [--reps N] [--no-build] [CASE...]
# coinformer, kube-rs and client-go do the same work against one synthetic API server. The result is a table of all
# three, with the goals of coinformer and the floor under all clients. See peers/PROTOCOL.md.
#   quick       smaller sizes, one repetition: under three minutes; sizes are put in proportion. Without it: about 25
#   --reps N    repetitions, of which the table shows medians; default: 3
#   --no-build  uses the programs that exist already
#   CASE        only cases whose names begin with CASE (peers/drive.py --list)
# Needs Go for the server. A peer whose toolchain is missing is left out. JSON lines are kept in build/bench/runs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=yes name=full options=() cases=()
while [ $# -gt 0 ]; do
    case $1 in
        quick | --quick) options+=(--quick); name=quick ;;
        --reps) options+=(--reps "$2"); shift ;;
        --no-build) build=no ;;
        -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
        -*) echo "unknown: $1" >&2; exit 2 ;;
        *) cases+=("$1") ;;
    esac
    shift
done

cd "$root"
bin=build/bench/bin ours=build/release/bin/coinformer-bench-client floor=build/release/bin/coinformer-bench-floor
if [ $build = yes ]; then
    export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
    cmake --preset release --log-level=WARNING >/dev/null
    cmake --build build/release --parallel "$(nproc)" --target coinformer-bench-client coinformer-bench-floor \
        >build/release/bench.log || { tail -n 40 build/release/bench.log >&2; exit 1; }
    "$here/peers/build.sh"
fi
[ -x $bin/synthapi ] || { echo "nothing can be measured without synthapi, and building it needs Go" >&2; exit 1; }
clients=(--client "coinformer=$ours")
for peer in kube-rs client-go; do
    [ ! -x $bin/$peer ] || clients+=(--client "$peer=$bin/$peer")
done
[ ! -x $floor ] || clients+=(--client "floor=$floor")

mkdir -p build/bench/runs
lines=build/bench/runs/$name-$(date +%Y%m%d-%H%M%S).jsonl
"$here/peers/drive.py" --server $bin/synthapi "${clients[@]}" --log "${lines%.jsonl}.log" \
    ${options[@]+"${options[@]}"} ${cases[@]+"${cases[@]}"} >"$lines" &
driver=$!
trap 'kill $driver 2>/dev/null || true' EXIT
wait $driver
"$here/peers/table.py" "$lines"
echo "JSON lines: $lines"
