#!/usr/bin/env bash
# usage: javascript_test.sh SERVER
# The informer of @kubernetes/client-node against the testing API server, over TLS. Later versions of it need
# Node.js 22; this one runs with 20, too.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

node_ready
start_server
follow --restart node "$program/informer.js" "$work/kubeconfig" default
lists_again
stop_server
echo "ok: @kubernetes/client-node follows, and lists again after a 410"
