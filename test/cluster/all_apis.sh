#!/usr/bin/env bash
# all_apis.sh PROGRAM: runs a test program against a server of its own that serves every API, alpha and beta versions
# included, in a fresh directory beside that of the other server (COINFORMER_CLUSTER_DIR).
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: all_apis.sh PROGRAM" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export COINFORMER_CLUSTER_DIR=$COINFORMER_CLUSTER_DIR-all-apis COINFORMER_ALL_APIS=1
trap '"$here/fixture.sh" stop "$COINFORMER_CLUSTER_DIR"' EXIT
FEATURE_GATES=AllAlpha=true,AllBeta=true APISERVER_ARGS=--runtime-config=api/all=true \
    "$here/fixture.sh" start "$COINFORMER_CLUSTER_DIR"
"$1"
