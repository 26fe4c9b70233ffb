#!/usr/bin/env bash
# usage: scripts/demo.sh [--page] [--seconds N] [OPTION ...]
# Installs what is missing, builds the first sample, and runs it on an API server inside the same process: Deployments
# appear, scale, roll out and disappear, and an informer reports it. It ends N seconds after the first list, or with
# Ctrl-C. The first build takes 2 to 5 minutes on an idle machine with two cores, and much longer on a busy one.
#   --page   runs samples/13_observed_service.cpp in place of the first sample: it prints the address of a web page that
#            shows what its informers do
# Every other OPTION is passed to the sample; `scripts/demo.sh -- --help` lists the sample's options.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

sample=01_deployment_informer
arguments=()
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --page) sample=13_observed_service ;;
        --) shift; arguments+=("$@"); break ;;
        *) arguments+=("$1") ;;
    esac
    shift
done

scripts/setup.sh
target=${sample#*_} # the program has the name of the sample, without its number
say "demo: building samples/$sample.cpp (build/demo)"
cmake -S . -B build/demo -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" \
    "${unity[@]}" -DCOINFORMER_BUILD_TESTS=OFF -DCOINFORMER_BUILD_BENCH=OFF --log-level=WARNING
build build/demo "$target"
program=$(find build/demo -type f -name "$target" -perm -u+x | head -n 1)
[ -n "$program" ] || die "the build in build/demo has made no program $target: remove build/demo, and try again"

say "demo: running $program --demo ${arguments[*]-}"
exec "$program" --demo ${arguments[@]+"${arguments[@]}"}
