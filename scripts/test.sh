#!/usr/bin/env bash
# usage: scripts/test.sh [--no-cluster] [--preset NAME] [-- OPTION-OF-CTEST ...]
# Installs what is missing, builds everything and runs every test. The tests against a real kube-apiserver run if Go 1.26
# or later is on the PATH (its first build takes 4 to 20 minutes, and is kept under ~/.cache/coinformer).
#   --no-cluster    leaves out the tests against a real kube-apiserver
#   --preset NAME   builds and tests this configuration (default: dev; CONTRIBUTING.md lists them)
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

cluster=yes preset=dev
while [ $# -gt 0 ]; do
    case $1 in
        --no-cluster) cluster=no ;;
        --preset) [ $# -ge 2 ] || die "--preset needs the name of a preset, such as dev"; preset=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        --) shift; break ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done

scripts/setup.sh
if [ $cluster = no ]; then
    why="--no-cluster was given"
elif ! go_is_new_enough; then
    cluster=no why="no Go 1.26 or later is on the PATH"
fi

say "test: building everything (build/$preset)"
start=$SECONDS
cmake --preset "$preset" -DCOINFORMER_CLUSTER_TESTS="$([ $cluster = yes ] && echo ON || echo OFF)" --log-level=WARNING
build "build/$preset"
note "built in $((SECONDS - start)) s"

if [ $cluster = yes ]; then
    say "test: the kube-apiserver for the cluster tests"
    KUBE_TEST_SERVER=$(timeout --kill-after=10 2400 test/cluster/build.sh) || die "test/cluster/build.sh could not build the kube-apiserver; --no-cluster leaves out these tests"
    export KUBE_TEST_SERVER
    note "$KUBE_TEST_SERVER"
fi

say "test: running the tests"
failed=0
ctest --preset "$preset" --parallel $(($(nproc) + 1)) "$@" || failed=1 # one more than cores, because tests with a server mostly wait
sed -n "s/^SKIPPED: /   skipped: /p" "build/$preset/Testing/Temporary/LastTest.log" 2>/dev/null || true
if [ $cluster = no ]; then
    note "cluster tests (a real kube-apiserver): skipped, $why"
fi
exit $failed
