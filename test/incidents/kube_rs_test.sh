#!/usr/bin/env bash
# usage: kube_rs_test.sh INCIDENT-SERVER [OPTION-OF-RUN.PY ...]
# Plays the incidents to a kube-rs reflector, and compares the verdicts with incidents.toml.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: kube_rs_test.sh INCIDENT-SERVER}")
shift
skip() { # ctest takes 77 for skipped
    printf 'SKIPPED: %s\n' "$*"
    exit 77
}
. "$here/../peers/toolchains.sh"

cd "$here/../peers/kube-rs"
cargo_ready kube-rs
cargo build --quiet --offline --bin follower
exec "$here/run.py" --server "$server" --follower "kube-rs=$CARGO_TARGET_DIR/debug/follower" "$@"
