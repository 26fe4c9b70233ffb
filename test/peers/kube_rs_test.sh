#!/usr/bin/env bash
# usage: kube_rs_test.sh SERVER
# A kube-rs reflector against the testing API server, over TLS, with WatchList and without.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

have cargo || skip "no cargo on the PATH"
cd "$peers/kube-rs"
export CARGO_TARGET_DIR=$cache/target
wanted=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
version=$(rustc --version) || skip "no rustc on the PATH"
printf '%s\n' "$wanted" "$(cut -d' ' -f2 <<<"$version")" | sort -VC || skip "$version is older than $wanted"
download kube-rs cargo fetch --quiet
cargo build --quiet --offline || fail "it does not build"
reflector=$CARGO_TARGET_DIR/debug/reflector

start_server
follow "$reflector" "$work/kubeconfig" default
grep -q 'sendInitialEvents=true' "$work/server" && fail "WatchList was asked for"
follow "$reflector" "$work/kubeconfig" default streaming
grep -q 'watch .*configmaps.*sendInitialEvents=true' "$work/server" || fail "no WatchList was asked for"
stop_server
echo "ok: kube-rs follows, with WatchList and without"
