# shellcheck shell=bash
# The tests of this directory source this file: it gives a test an API server of its own, and checks what the peer prints.
# SERVER is the sample 10_api_server. All files go to a directory that is removed in the end.
set -euo pipefail
peers=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$(realpath "${1:?usage: $(basename "$0") SERVER}")
work=$(mktemp -d)
children=()
trap 'for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done; wait; rm -rf "$work"' EXIT

fail() { # TEXT: tells also how the server ended, when it should still run: a peer only says that it cannot connect
    printf 'FAILED: %s\n' "$*" >&2
    if [ -n "${server_process:-}" ] && ! kill -0 "$server_process" 2>/dev/null; then
        local status=0
        wait "$server_process" || status=$?
        printf 'The server has ended with status %s. Its last lines:\n' "$status" >&2
        tail -n 60 "$work/server" >&2
    fi
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
    # The shell goes on before its child has emptied the file: the lines of the server before this one must not be read.
    rm -f "$work/server" "$work/kubeconfig"
    "$server" --tls --verbose --kubeconfig "$work/kubeconfig" "$@" >"$work/server" 2>&1 &
    server_process=$!
    children+=($server_process)
    until_true 20 grep -qs '^listens on' "$work/server" || fail "the server does not listen: $(cat "$work/server")"
}

stop_server() { # ends it like Ctrl-C
    kill -INT "$server_process"
    wait "$server_process" || fail "the server failed: $(tail -n 40 "$work/server")"
}

change() { # METHOD PATH [JSON]
    "$peers/change.py" "$work/kubeconfig" "$@" >/dev/null || fail "$*"
}

says() { # TEXT: waits until the peer has printed this line
    until_true 60 grep -qsxF -- "$1" "$work/said" ||
        fail "the peer did not print '$1': $(cat "$work/said") -- requests: $(cat "$work/server") -- errors: $(cat "$work/errors")"
}

# The server dies and comes back: it closes every connection and forgets its history. A watch from before is refused
# with 410, because something else has changed since.
restart_server() {
    change POST /api/v1/namespaces/default/secrets '{"metadata":{"name":"other"}}'
    kill -HUP "$server_process"
    until_true 20 grep -qs '^restarted' "$work/server" || fail "the server was not restarted"
    change DELETE /api/v1/namespaces/default/secrets/other
}

lists_again() { # after restart_server
    [ "$(grep -c '^list .*configmaps' "$work/server")" -ge 2 ] || fail "no second list: $(cat "$work/server")"
}

# follow [--restart] COMMAND...: the peer must see the objects that exist, and each change, and end at "stop". With
# --restart the server is restarted meanwhile, and the peer must see the changes after that, too.
follow() {
    local maps=/api/v1/namespaces/default/configmaps peer restarted=no
    if [ "$1" = --restart ]; then restarted=yes && shift; fi
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
    if [ $restarted = yes ]; then
        restart_server
        change PATCH $maps/a '{"data":{"k":"4"}}'
        says "UPDATED a 4"
    fi
    change POST $maps '{"metadata":{"name":"stop"},"data":{"k":"x"}}'
    says "ADDED stop x"
    until_true 20 eval "! kill -0 $peer 2>/dev/null" || fail "the peer did not end"
    wait $peer || fail "the peer failed: $(cat "$work/errors")"
    diff <(grep -vx 'UPDATED a 4' "$work/said" | sort) - <<'END' || fail "the peer printed other events"
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
