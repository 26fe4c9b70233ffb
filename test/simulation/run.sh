#!/usr/bin/env bash
# Runs the simulation: the plans of past failures, a canary that must break, then seeds on all cores.
# usage: test/simulation/run.sh [--seeds N] [--from SEED]    default: 2000 from 0
#        test/simulation/run.sh --minutes M [--from SEED]    all seeds that M minutes allow; default: the commit's own block
#        test/simulation/run.sh --replay SEED                a seed's plan and timeline
#        test/simulation/run.sh --shrink SEED                a broken seed's plan, cut down, as JSON for corpus/
# SIMULATION may name the program; otherwise build.sh builds it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
seeds=2000 from="" minutes="" alone=()
while [ $# -gt 0 ]; do
    if [[ $1 =~ ^--(seeds|from|replay|shrink|minutes)$ && ! ${2-} =~ ^[0-9]+([.][0-9]+)?$ ]]; then
        echo "$1 takes a number" >&2
        exit 2
    fi
    case $1 in
        --seeds) seeds=$2; shift 2 ;;
        --from) from=$2; shift 2 ;;
        --minutes) minutes=$2; shift 2 ;;
        --replay | --shrink) alone=("$1" "$2"); shift 2 ;;
        *) [ "$1" = --help ] || echo "unknown: $1" >&2; sed -n '2,7s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ]; exit ;;
    esac
done
program=${SIMULATION:-$("$here/build.sh" simulation)}
[ ${#alone[@]} = 0 ] || exec "$program" "${alone[@]}"

"$program" --plan "$here"/corpus/*.json
canary=$("$program" --canary --seeds 5 --from 4 | grep -c '^seed .*: [WPL][0-9]*: ') || true
if [ "$canary" -lt 3 ]; then
    echo "the canary lives: the oracle was told lies and no property fell, so a real defect would not be reported"
    exit 1
fi

jobs=$(nproc) part=$(((seeds + $(nproc) - 1) / $(nproc)))
# With --minutes, each commit explores a block of seeds of its own, so that a seed in the log can be replayed on that commit.
[ -n "$from" ] || [ -z "$minutes" ] || from=$((16#$(git -C "$here" rev-parse --short=8 HEAD) * 1000000))
counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT
running=() status=0
for ((i = 0; i < jobs; ++i)); do
    if [ -n "$minutes" ]; then
        block=(--from $((from + i * 500000)) --minutes "$minutes")
    else
        block=(--from $((from + i * part)) --seeds "$part")
    fi
    { "$program" "${block[@]}" --twice --sometimes "$counts/$i" | tee "$counts/said.$i"; } &
    running+=($!)
done
for pid in "${running[@]}"; do wait "$pid" || status=1; done
seeds=$(awk '/ seeds from / { n += $1 } END { print n + 0 }' "$counts"/said.*)

# Judge the events that must happen now and then, summed over all parts. A few seeds need not reach all of them.
if [ "$seeds" -ge 2000 ]; then
    awk -F '\t' -v seeds="$seeds" '
        { n[$2] += $1 }
        END {
            for (name in n) {
                seldom = n[name] * 20000 < 20 * seeds
                bad += seldom
                printf "%-10s %9d  %s\n", seldom ? "TOO SELDOM" : "", n[name], name | "sort -k1.22"
            }
            close("sort -k1.22")
            exit bad != 0
        }' "$counts"/[0-9]* || status=1
fi
exit $status
