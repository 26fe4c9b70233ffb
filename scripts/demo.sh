#!/usr/bin/env bash
# usage: scripts/demo.sh [--seconds N] [OPTION ...]
# Installs what is missing, builds the first sample, and runs it on an API server inside the same process: Deployments
# appear, scale, roll out and disappear, and an informer reports it. It ends N seconds after the first list, or with
# Ctrl-C. The first build takes 2 to 5 minutes on an idle machine with two cores, and much longer on a busy one.
# Every other OPTION is passed to the sample; `scripts/demo.sh -- --help` lists the sample's options.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

arguments=()
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) usage; exit 0 ;;
        --) shift; arguments+=("$@"); break ;;
        *) arguments+=("$1") ;;
    esac
    shift
done

scripts/setup.sh
say "demo: building samples/01_deployment_informer.cpp (build/demo)"
cmake -S . -B build/demo -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" \
    "${unity[@]}" -DCOINFORMER_BUILD_TESTS=OFF -DCOINFORMER_BUILD_BENCH=OFF --log-level=WARNING
build build/demo deployment_informer
program=$(find build/demo -type f -name deployment_informer -perm -u+x | head -n 1)
[ -n "$program" ] || die "the build in build/demo has made no program deployment_informer: remove build/demo, and try again"

say "demo: running $program --demo ${arguments[*]-}"
exec "$program" --demo ${arguments[@]+"${arguments[@]}"}
