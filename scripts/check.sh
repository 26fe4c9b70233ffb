#!/usr/bin/env bash
# usage: scripts/check.sh [--fast]
# What can be judged without running the library: format, coroutine lint, include arrows, file sizes, scripts, and that
# each public header compiles alone.
#   --fast   without compiling the headers
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

headers=yes
case ${1:-} in
    '') ;;
    --fast) headers=no ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

failures=0
result() { # NAME STATUS
    if [ "$2" = 0 ]; then note "ok      $1"; else note "FAILED  $1"; failures=$((failures + 1)); fi
}
run() { # NAME COMMAND...
    local name=$1 status=0
    shift
    "$@" || status=$?
    result "$name" $status
}
# tracked, or new and not ignored
files() { git ls-files --cached --others --exclude-standard --deduplicate -- "$@" | while read -r f; do [ ! -f "$f" ] || echo "$f"; done; }

sources() { files '*.cpp' '*.hpp' | while read -r f; do head -n 1 "$f" | grep -q '^// Made by' || echo "$f"; done; } # by hand

format() {
    have clang-format-19 || { note "clang-format-19 is not installed: scripts/setup.sh --ci"; [ -z "${CI:-}" ]; return; }
    sources | xargs clang-format-19 --dry-run -Werror
}
sizes() { # a longer file says in its first line why there is no second noun in it
    sources | while read -r f; do head -n 1 "$f" | grep -q '^// Longer than 400 lines because' || echo "$f"; done | xargs wc -l |
        awk '$2 != "total" && $1 > 400 { print "   " $2 ": " $1 " lines, the ceiling is 400"; bad = 1 } END { exit bad }'
}
shell() { # what begins with #! is meant to be run
    local file first bad=0
    while read -r file; do
        first=$(head -n 1 "$file")
        case $first in
            '#!'*) [ -x "$file" ] || { note "$file is not executable"; bad=1; } ;;
        esac
        case $file:$first in *.py:* | *python3) ;; *) bash -n "$file" || bad=1 ;; esac
    done < <(files '*.sh' 'scripts/*.py' 'scripts/generate-*' .ci/run)
    return $bad
}
planted() { # each text that a planted defect replaces is in the source; without this check its program would be sound code
    local file directory status=0
    directory=$(mktemp -d)
    while read -r file; do
        test/simulation/plant.py "$file" . "$directory" --list >"$directory/list" || status=1
    done < <(files 'test/simulation/*mutants.toml')
    rm -r "$directory"
    return $status
}
alone() {
    cmake -S . -B build/headers -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCOINFORMER_WERROR=ON \
        -DCOINFORMER_HEADER_CHECKS=ON -DCOINFORMER_BUILD_SAMPLES=OFF -DCOINFORMER_BUILD_BENCH=OFF --log-level=WARNING &&
        build build/headers header_checks
}

say "check"
run "format" format
run "coroutine lint" scripts/lint_coroutines.py
run "include arrows" scripts/check_includes.py
run "file sizes" sizes
run "shell scripts" shell
run "planted defects" planted
run "README" scripts/readme.py --check
if [ $headers = yes ]; then run "each public header compiles alone" alone; fi
[ $failures = 0 ] || die "$failures checks failed"
