#!/usr/bin/env bash
# usage: test/bench/peers/build.sh [--smoke]
# Builds the synthetic API server and the peers' clients into build/bench/bin. With --smoke, for a test that measures
# nothing, it builds them quickly into build/bench/smoke, and leaves kube-rs out. It leaves out a peer whose toolchain is
# missing, and says so. The server needs Go. The first build takes about five minutes; Go and Cargo keep the results in
# their caches.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
smoke=no
case ${1:-} in
    '') ;;
    --smoke) smoke=yes ;;
    -h | --help) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "unknown: $1" >&2; exit 2 ;;
esac
skip() {
    printf '%s: left out: %s\n' "$building" "$*" >&2
    exit 77
}
. "$here/../../peers/toolchains.sh"
bin=$root/build/bench/bin how=()
if [ $smoke = yes ]; then bin=$root/build/bench/smoke how=("${go_quickly[@]}"); fi
mkdir -p "$bin"

with_go() {
    cd "$here/go"
    go_ready client-go
    go build -p 2 ${how[@]+"${how[@]}"} -o "$bin/synthapi" ./synthapi
    go build -p 2 ${how[@]+"${how[@]}"} -o "$bin/client-go" ./informer
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
[ $smoke = yes ] || attempt "kube-rs" with_cargo
