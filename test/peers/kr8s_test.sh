#!/usr/bin/env bash
# usage: kr8s_test.sh SERVER
# kr8s against the testing API server, over TLS: it asks for the server's version and for discovery first.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

python_ready
start_server
follow --restart "$python" "$peers/python/kr8s_watch.py" "$work/kubeconfig" default
grep -q '^get /version/' "$work/server" || fail "the version was not asked for"
[ "$(grep -c '^watch .*configmaps' "$work/server")" -ge 2 ] || fail "no second watch"
stop_server
echo "ok: kr8s follows, and watches again when it loses the server"
