#!/usr/bin/env bash
# usage: client_go_test.sh SERVER
# A client-go informer against the testing API server, over TLS, with WatchList and without.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

cd "$peers/client-go"
go_ready client-go
mkdir -p "$cache"
go build "${go_quickly[@]}" -o "$cache/informer" . || fail "it does not build"

start_server
KUBE_FEATURE_WatchListClient=true follow "$cache/informer" -kubeconfig "$work/kubeconfig"
grep -q 'watch .*configmaps.*sendInitialEvents=true' "$work/server" || fail "no WatchList was asked for"
grep -q '^list .*configmaps' "$work/server" && fail "WatchList was asked for, and a list, too"
KUBE_FEATURE_WatchListClient=false follow "$cache/informer" -kubeconfig "$work/kubeconfig"
grep -q '^list .*configmaps' "$work/server" || fail "no list was asked for"
stop_server
echo "ok: client-go follows, with WatchList and without"
