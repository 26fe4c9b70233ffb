#!/usr/bin/env bash
# usage: test/fuzz/run.sh [--seconds N] [--jobs N] [target...]
# Builds the fuzz targets with clang-19 and runs each of them. It prints one line for each target, and fails if one found
# something. The directory build/fuzz/run/TARGET keeps a target's log, its corpus, and the input that failed.
#   --seconds N   seconds for each target; 60 if it is not given
#   --jobs N      how many targets run side by side; as many as there are processors if it is not given
# Without a target all of them run.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"

seconds=60 jobs=$(nproc) targets=()
while [ $# != 0 ]; do
    case $1 in
        --seconds) seconds=$2; shift 2 ;;
        --jobs) jobs=$2; shift 2 ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 2 ;;
        *) targets+=("$1"); shift ;;
    esac
done
if [ ${#targets[@]} = 0 ]; then
    for file in test/fuzz/*_fuzz.cpp; do
        file=${file##*/}
        targets+=("${file%_fuzz.cpp}")
    done
fi

cmake --preset fuzz --log-level=WARNING >/dev/null
build build/fuzz "${targets[@]/%/_fuzz}"

# libFuzzer ends a run with an error if an input fails, takes too long, or needs too much memory. CI runs the targets
# behind its tests, where they get a sixtieth of a processor, so that an input has two minutes by the wall clock.
run() { # TARGET
    local directory=build/fuzz/run/$1 status=0 verdict executions coverage
    mkdir -p "$directory/corpus" "test/fuzz/seeds/$1"
    rm -f "$directory"/failed-*
    TMPDIR=$directory UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=malloc_context_size=8 \
        "build/fuzz/test/fuzz/${1}_fuzz" "$directory/corpus" "test/fuzz/seeds/$1" -max_total_time="$seconds" \
        -max_len=2048 -dict=test/fuzz/words.dict -timeout=120 -rss_limit_mb=2048 -artifact_prefix="$directory/failed-" -print_final_stats=1 \
        >"$directory/log" 2>&1 || status=1
    executions=$(sed -n 's/^stat::number_of_executed_units: //p' "$directory/log")
    coverage=$(grep -a -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$directory/log" | tail -n 1)
    verdict=ok
    if [ $status != 0 ]; then
        verdict="FAILED: see $directory/log; the input is $(ls "$directory"/failed-* 2>/dev/null || echo not kept)"
        touch "$directory/failed"
    fi
    printf '%-14s %10s executions  %-36s %s\n' "$1" "${executions:-?}" "${coverage:-no coverage}" "$verdict"
}

rm -f build/fuzz/run/*/failed
running=0
for target in "${targets[@]}"; do
    if [ "$running" -ge "$jobs" ]; then
        wait -n || true
        running=$((running - 1))
    fi
    run "$target" &
    running=$((running + 1))
done
wait
# CI shows nothing but this output. So the ends of the logs follow, which contain what failed, and the inputs in base64.
# A log may have any bytes: grep has to be told that it is text, and long lines are cut.
for failed in build/fuzz/run/*/failed; do
    [ -e "$failed" ] || continue
    printf '\n== %s\n' "$(dirname "$failed")/log"
    grep -a -v -e '^#[0-9]*[[:space:]]' -e '^ *#[1-9][0-9]' -e '^0x' -e NEW_FUNC -e '^Base64:' "$(dirname "$failed")/log" |
        tail -n 40 | cat -v | cut -c 1-4000
    for input in "$(dirname "$failed")"/failed-*; do
        [ ! -e "$input" ] || printf 'the input in base64: %s\n' "$(head -c 4096 "$input" | base64 -w 0)"
    done
done
! ls build/fuzz/run/*/failed >/dev/null 2>&1
