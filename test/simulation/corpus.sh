#!/usr/bin/env bash
# Runs each plan of corpus/ twice: on sound code, where every property must hold, and with the defect for which it was
# cut down, where the property must fall that fell then.
# usage: test/simulation/corpus.sh
# SIMULATION_MUTANTS may name the program; otherwise build.sh builds it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# = 0 ] || { sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ]; exit; }
program=${SIMULATION_MUTANTS:-$("$here/build.sh" simulation_mutants)}

status=0
for plan in "$here"/corpus/defect-*.json; do
    name=$(basename "$plan") wanted=$(sed -n '1s/.*"why":"[^"]*: \([A-Z][0-9]*\)".*/\1/p' "$plan")
    defect=$(sed 's/[^0-9]//g' <<<"$name")
    sound=$("$program" --plan "$plan" | sed 's/^[^ ]*: //') || true
    planted=$("$program" --mutant "$defect" --plan "$plan" 2>/dev/null | sed -n '1s/^[^ ]*: \([A-Z][0-9]*\): .*/\1/p') || true
    verdict=ok
    [ "$sound" = holds ] || verdict="FAILED: it breaks on sound code: $sound"
    [ -n "$wanted" ] && [ "$planted" = "$wanted" ] || verdict="FAILED: with the defect, ${planted:-no property} falls, and not $wanted"
    echo "$name: $verdict"
    [ "$verdict" = ok ] || status=1
done
exit $status
