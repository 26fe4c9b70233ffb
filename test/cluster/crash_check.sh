#!/usr/bin/env bash
# Checks the scripts on which the tests rely: the API server is killed, etcd goes on, and a restart takes the same port.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/processes.sh"
dir=$COINFORMER_CLUSTER_DIR
fail() { echo "FAILED: $1" >&2; exit 1; }

etcd=$(running "$dir" etcd) || fail "etcd does not run"
before=$(running "$dir" apiserver) || fail "the API server does not run"
"$here/kill-apiserver.sh" "$dir"
[ -z "$(started_at "$before")" ] || fail "the API server survived"
[ "$(running "$dir" etcd)" = "$etcd" ] || fail "etcd ended too"
! "$here/kill-apiserver.sh" "$dir" 2>/dev/null || fail "kill-apiserver.sh should fail when no API server runs"
"$here/restart-apiserver.sh" "$dir"
after=$(running "$dir" apiserver) || fail "the API server does not run again"
[ "$after" != "$before" ] || fail "the API server after the restart is still the same process"
