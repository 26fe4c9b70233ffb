# shellcheck shell=bash
# Sourced by the tests beside it: one API server for the test, and what they ask of it. SERVER is the sample
# 10_api_server; what is made goes to a directory that is removed.
set -euo pipefail
peers=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: $(basename "$0") SERVER}")
work=$(mktemp -d)
children=()
trap 'for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done; wait; rm -rf "$work"' EXIT

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}
skip() { # ctest takes 77 for skipped
    printf 'SKIPPED: %s\n' "$*"
    exit 77
}
. "$peers/toolchains.sh"

until_true() { # SECONDS COMMAND...
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.05
    done
}

start_server() { # OPTION...: over TLS; its kubeconfig is $work/kubeconfig, every request is a line of $work/server
    "$server" --tls --verbose --kubeconfig "$work/kubeconfig" "$@" >"$work/server" 2>&1 &
    server_process=$!
    children+=($server_process)
    until_true 20 grep -qs '^listens on' "$work/server" || fail "the server does not listen: $(cat "$work/server")"
}

stop_server() { # as Ctrl-C does
    kill -INT "$server_process"
    wait "$server_process" || fail "the server failed: $(tail -n 40 "$work/server")"
}

change() { # METHOD PATH [JSON]
    "$peers/change.py" "$work/kubeconfig" "$@" >/dev/null || fail "$*"
}

says() { # TEXT: the peer has said this line
    until_true 20 grep -qsxF -- "$1" "$work/said" ||
        fail "the peer does not say '$1': $(cat "$work/said") -- requests: $(cat "$work/server")"
}

# follow COMMAND...: the peer is told of what was there, what changes, comes and goes, and ends at "stop"
follow() {
    local maps=/api/v1/namespaces/default/configmaps peer
    change POST $maps '{"metadata":{"name":"a"},"data":{"k":"1"}}'
    change POST $maps '{"metadata":{"name":"b"},"data":{"k":"1"}}'
    "$@" >"$work/said" 2>"$work/errors" &
    peer=$!
    children+=($peer)
    says "SYNCED 2"
    change PATCH $maps/a '{"data":{"k":"2"}}'
    says "UPDATED a 2"
    change POST $maps '{"metadata":{"name":"c"},"data":{"k":"3"}}'
    says "ADDED c 3"
    change DELETE $maps/b
    says "DELETED b 1"
    change POST $maps '{"metadata":{"name":"stop"},"data":{"k":"x"}}'
    says "ADDED stop x"
    until_true 20 eval "! kill -0 $peer 2>/dev/null" || fail "the peer does not end"
    wait $peer || fail "the peer failed: $(cat "$work/errors")"
    diff <(sort "$work/said") - <<'END' || fail "the peer was told something else"
ADDED a 1
ADDED b 1
ADDED c 3
ADDED stop x
DELETED b 1
SYNCED 2
UPDATED a 2
END
    for name in a c stop; do change DELETE $maps/$name; done
}
