#!/usr/bin/env bash
# usage: kube_rs_test.sh SERVER
# A kube-rs reflector against the testing API server, over TLS, with WatchList and without.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

cd "$peers/kube-rs"
cargo_ready kube-rs
cargo build --quiet --offline || fail "it does not build"
reflector=$CARGO_TARGET_DIR/debug/reflector

start_server
follow "$reflector" "$work/kubeconfig" default
grep -q 'sendInitialEvents=true' "$work/server" && fail "WatchList was asked for"
follow "$reflector" "$work/kubeconfig" default streaming
grep -q 'watch .*configmaps.*sendInitialEvents=true' "$work/server" || fail "no WatchList was asked for"
stop_server
echo "ok: kube-rs follows, with WatchList and without"
