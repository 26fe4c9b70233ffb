#!/usr/bin/env bash
# usage: python_test.sh SERVER
# The informer of the official client in Python against the testing API server, over TLS.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

python_ready
start_server
follow --restart "$python" "$peers/python/official.py" "$work/kubeconfig" default
lists_again
stop_server
echo "ok: the official Python client follows, and lists again after a 410"
