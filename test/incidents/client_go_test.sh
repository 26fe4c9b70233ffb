#!/usr/bin/env bash
# usage: client_go_test.sh INCIDENT-SERVER [OPTION-OF-RUN.PY ...]
# Plays the incidents to a client-go informer, and compares the verdicts with incidents.toml.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: client_go_test.sh INCIDENT-SERVER}")
shift
skip() { # ctest takes 77 for skipped
    printf 'SKIPPED: %s\n' "$*"
    exit 77
}
. "$here/../peers/toolchains.sh"

cd "$here/../peers/client-go"
go_ready client-go
mkdir -p "$cache"
go build "${go_quickly[@]}" -o "$cache/client-go-follower" ./follower
exec "$here/run.py" --server "$server" --follower "client-go=$cache/client-go-follower" "$@"
