#!/usr/bin/env bash
# usage: kubernetes_asyncio_test.sh SERVER
# kubernetes_asyncio against the testing API server, over TLS: it writes its watches as `watch=True`.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

python_ready
start_server
follow --restart "$python" "$peers/python/asyncio_watch.py" "$work/kubeconfig" default
grep -q '^watch .*configmaps.*watch=True' "$work/server" || fail "no watch was written as watch=True"
lists_again
stop_server
echo "ok: kubernetes_asyncio follows, and lists again after a 410"
