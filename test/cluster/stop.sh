#!/usr/bin/env bash
# stop.sh DIR: ends the API server and then the etcd that start.sh started in DIR. Their data stay.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: stop.sh DIR" >&2; exit 2; }
. "$(dirname "${BASH_SOURCE[0]}")/processes.sh"
[ -d "$1" ] || exit 0
end "$1" apiserver TERM
end "$1" etcd TERM
