#!/usr/bin/env bash
# Runs an informer in all worlds that are small, the smallest ones first.
# usage: test/simulation/small/run.sh [--seconds N] [--jobs N] [--size N] [--habit NAME] [--scope COUNTS]
#                                                        default: 600 seconds
#        test/simulation/small/run.sh --world ID         one world, and what happens in it
#        test/simulation/small/run.sh --mutants [--only "ID ID …"] [--size N] [--seconds N]
#                                                        the smallest world in which each planted defect is found
# SMALL_WORLDS may name the program; otherwise build.sh builds it. SMALL_WORLDS_MUTANTS likewise.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
case ${1-} in
    --help) sed -n '2,8s/^# //p' "${BASH_SOURCE[0]}"; exit ;;
    --mutants) shift ;;
    "") exec "${SMALL_WORLDS:-$("$here/../build.sh" small/small_worlds)}" --seconds 600 ;;
    *) exec "${SMALL_WORLDS:-$("$here/../build.sh" small/small_worlds)}" "$@" ;;
esac

only="" size=4 seconds=120
while [ $# -gt 0 ]; do
    case $1 in
        --only) only=" $2 " ;;
        --size) size=$2 ;;
        --seconds) seconds=$2 ;;
        *) echo "unknown: $1" >&2; exit 2 ;;
    esac
    shift 2
done
program=${SMALL_WORLDS_MUTANTS:-$("$here/../build.sh" small_worlds_mutants)}

try() { # ID FALLS NAME
    local out property found world worlds verdict=ok
    out=$(timeout $((seconds + 60)) "$program" --mutant "$1" --first --size "$size" --seconds "$seconds" \
        2>/dev/null | tail -n 1) || true
    read -r property found world worlds <<<"$out"
    case ,$2, in *",$property,"*) ;; *) verdict=other ;; esac
    case $property in
        none) verdict=- worlds=$found found=- world=- ;;
        "") verdict=crash property=- found=- world=- worlds=- ;;
    esac
    printf '%4s %4s %9s  %-5s %-6s %-34s %s\n' "$1" "$found" "$worlds" "$property" "$verdict" "$world" "$3"
}

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
while IFS=$'\t' read -r id falls name; do
    [ -z "$only" ] || case $only in *" $id "*) ;; *) continue ;; esac
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    try "$id" "$falls" "$name" >"$results/$id" &
done < <("$here/../plant.py" "$here/../mutants.toml" --table)
wait
printf '%4s %4s %9s  %-5s %-6s %-34s %s\n' id size worlds falls "" world defect
sort -n "$results"/*
