#!/usr/bin/env bash
# Runs the simulation: the plans of past failures, a canary that must break, then seeds on all cores.
# usage: test/simulation/run.sh [--seeds N] [--from SEED]    default: 2000 from 0
#        test/simulation/run.sh --replay SEED                a seed's plan and timeline
#        test/simulation/run.sh --shrink SEED                a broken seed's plan, cut down, as JSON for corpus/
# SIMULATION names the program, when it is not to be built here (build.sh).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
seeds=2000 from=0 alone=()
while [ $# -gt 0 ]; do
    case $1 in
        --seeds) seeds=$2; shift 2 ;;
        --from) from=$2; shift 2 ;;
        --replay | --shrink) alone=("$1" "$2"); shift 2 ;;
        *) sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ]; exit ;;
    esac
done
program=${SIMULATION:-$("$here/build.sh" simulation)}
[ ${#alone[@]} = 0 ] || exec "$program" "${alone[@]}"

"$program" --plan "$here"/corpus/*.json
canary=$("$program" --canary --seeds 5 --from 4 | grep -c '^seed .*: [WPL][0-9]*: ') || true
if [ "$canary" -lt 3 ]; then
    echo "the canary lives: a broken property would not be reported"
    exit 1
fi
jobs=$(nproc) part=$(((seeds + $(nproc) - 1) / $(nproc))) running=() status=0
for ((i = 0; i < jobs; ++i)); do
    # few seeds need not reach everything
    "$program" --from $((from + i * part)) --seeds "$part" --twice $([ "$part" -lt 1000 ] || echo --sometimes) &
    running+=($!)
done
for pid in "${running[@]}"; do wait "$pid" || status=1; done
exit $status
