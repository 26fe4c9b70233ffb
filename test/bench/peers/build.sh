#!/usr/bin/env bash
# usage: test/bench/peers/build.sh [--go]        --go: without kube-rs
# Builds the synthetic API server and the peers' clients into build/bench/bin. It leaves out a peer whose toolchain is
# missing, and says so. The server needs Go. The first build takes about five minutes; Go and Cargo keep the results in
# their caches.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
rust=yes
case ${1:-} in
    '') ;;
    --go) rust=no ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "unknown: $1" >&2; exit 2 ;;
esac
skip() {
    printf '%s: left out: %s\n' "$building" "$*" >&2
    exit 77
}
. "$here/../../peers/toolchains.sh"
bin=$root/build/bench/bin
mkdir -p "$bin"

with_go() {
    cd "$here/go"
    go_ready client-go
    go build -p 2 -o "$bin/synthapi" ./synthapi
    go build -p 2 -o "$bin/client-go" ./informer
}
with_cargo() { # builds a copy, because Cargo writes its lock file beside Cargo.toml
    mkdir -p "$root/build/bench/kube-rs"
    cp -rpu "$here/kube-rs/." "$root/build/bench/kube-rs"
    cd "$root/build/bench/kube-rs"
    cargo_ready kube-rs
    cargo build --release --quiet --offline --jobs 2
    cp -p "$CARGO_TARGET_DIR/release/bench-informer" "$bin/kube-rs"
}

attempt() { # WHAT FUNCTION: status 77 leaves it out, any other is a failure
    building=$1
    local status
    set +e
    (set -e; "$2")
    status=$?
    set -e
    [ $status = 0 ] || [ $status = 77 ] || exit $status
}
attempt "synthapi and client-go" with_go
[ $rust = no ] || attempt "kube-rs" with_cargo
