#!/usr/bin/env bash
# usage: same_metrics_test.sh SERVER COUNTED_CONTROLLER
# A controller of this library and one of controller-runtime do the same work on the same API server. What the second one
# counts, under the names of client-go and controller-runtime, the first one has to count under the same names, with the same
# labels, types and buckets. compare_metrics.py lists the exceptions, each with its reason.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../peers/peer.sh"
ours=$(realpath "${2:?usage: $(basename "$0") SERVER COUNTED_CONTROLLER}")

venv_ready prometheus-client "$here/requirements.txt"
cd "$peers/controller-runtime"
go_ready controller-runtime
mkdir -p "$cache"
go build "${go_quickly[@]}" -o "$cache/counted-controller" . || fail "the controller in Go does not build"

measure() { # NAME COMMAND...: the metrics of the program go to $work/NAME
    local name=$1 program maps=/api/v1/namespaces/default/configmaps
    shift
    "$@" >"$work/$name" 2>"$work/errors" &
    program=$!
    children+=($program)
    until_true 60 grep -qs leads "$work/errors" || fail "$name does not lead: $(cat "$work/errors")"
    change POST $maps '{"metadata":{"name":"a"},"data":{"k":"1"}}'
    change POST $maps '{"metadata":{"name":"stop"}}'
    until_true 60 eval "! kill -0 $program 2>/dev/null" || fail "$name did not end: $(cat "$work/errors")"
    wait $program || fail "$name failed: $(cat "$work/errors")"
    for name in a stop; do change DELETE $maps/$name; done
}

start_server
measure controller-runtime "$cache/counted-controller" -kubeconfig "$work/kubeconfig"
measure coinformer "$ours" "$work/kubeconfig"
stop_server
"$python" "$here/compare_metrics.py" "$work/controller-runtime" "$work/coinformer"
