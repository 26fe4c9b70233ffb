#!/usr/bin/env bash
# usage: fabric8_test.sh SERVER
# The informer of fabric8's Java client against the testing API server, over TLS: its watches are WebSockets.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

java_ready
start_server
follow --restart java -Xmx256m -Dorg.slf4j.simpleLogger.log.io.fabric8=debug -cp "$classes" \
    Follow "$work/kubeconfig" default
grep -q 'WebSocket successfully opened' "$work/errors" || fail "the watch is no WebSocket: $(cat "$work/errors")"
lists_again
stop_server
echo "ok: fabric8 follows over WebSockets, and lists again after a 410"
