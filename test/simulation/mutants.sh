#!/usr/bin/env bash
# Plants each defect of mutants.toml and counts the seeds until a property falls, over five disjoint blocks of seeds.
# usage: test/simulation/mutants.sh [--only "ID ID …"] [--blocks N] [--seeds N]     default: all, 5 blocks of 1000
# MUTANTS may name another file of defects, and SIMULATION_MUTANTS the program that has them.
# The status is 1 if a defect survives a block, takes more than 200 seeds in the mean, breaks a wrong property, or makes
# the program crash (CRASH) or not end (HANGS). For a defect that is expected to do that, `falls` names it: ["CRASH"].
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
only="" blocks=5 seeds=1000
while [ $# -gt 0 ]; do
    case $1 in
        --only) only=" $2 "; shift 2 ;;
        --blocks) blocks=$2; shift 2 ;;
        --seeds) seeds=$2; shift 2 ;;
        *) sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}"; [ "$1" = --help ]; exit ;;
    esac
done
program=${SIMULATION_MUTANTS:-$("$here/build.sh" simulation_mutants)}
[ -x "$program" ] || { echo "$program does not exist, or is no program" >&2; exit 1; }
# A defect must change nothing while it is not active, or the table is about another program.
"$program" --from 0 --seeds 60 >/dev/null 2>&1 ||
    { echo "properties fall although no defect is active: see $program --from 0 --seeds 60" >&2; exit 1; }

try() { # ID FALLS NAME
    local id=$1 falls=$2 name=$3 block out status n property seed sum=0 worst=0 seen="" verdict=ok
    for ((block = 1; block <= blocks; ++block)); do
        status=0 n="" property=""
        out=$(timeout 600 "$program" --mutant "$id" --from $((block * 1000000)) --seeds "$seeds" --first --twice 2>&1) || status=$?
        read -r n property < <(grep -m 1 -E '^([0-9]+ [A-Z][0-9]+|none)$' <<<"$out") || true
        case $status,$property in
            *,[A-Z]*) ;;
            0,*) n=$seeds property=none ;;
            *)
                property=CRASH
                [ $status != 124 ] || property=HANGS # the status of timeout, and of a seed's time limit
                seed=$(sed -n '/^FAILED: seed \([0-9]*\): .*/{s//\1/p;q}' <<<"$out")
                n=${seed:+$((seed - block * 1000000 + 1))} n=${n:-$seeds}
                ;;
        esac
        # L4 is L1 in a world where another informer is refused for ever.
        case ",${falls/L1/L1,L4},,$property" in
            *",$property,"*) ;;
            *,none) verdict=SURVIVES ;;
            *,CRASH | *,HANGS) verdict=$property ;;
            *) [ $verdict != ok ] || verdict=OTHER ;;
        esac
        sum=$((sum + n)) worst=$((n > worst ? n : worst))
        case " $seen " in *" $property "*) ;; *) seen="$seen $property" ;; esac
    done
    [ $verdict != ok ] || [ $((sum / blocks)) -le 200 ] || verdict=SELDOM
    printf '%-8s %4s %5d %6d  %-14s %s\n' "$verdict" "$id" $((sum / blocks)) "$worst" "${seen# }" "$name"
}

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
while IFS=$'\t' read -r id falls name; do
    [ -z "$only" ] || case $only in *" $id "*) ;; *) continue ;; esac
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    try "$id" "$falls" "$name" >"$results/$id" &
done < <("$here/plant.py" "${MUTANTS:-$here/mutants.toml}" --table)
wait
printf '%-8s %4s %5s %6s  %-14s %s\n' verdict id mean worst property defect
sort -k2n "$results"/*
! grep -qv '^ok ' "$results"/*
