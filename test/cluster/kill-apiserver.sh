#!/usr/bin/env bash
# kill-apiserver.sh DIR: ends the API server of DIR with SIGKILL, like a crash. Its etcd goes on.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: kill-apiserver.sh DIR" >&2; exit 2; }
. "$(dirname "${BASH_SOURCE[0]}")/processes.sh"
dir=$(directory "$1")
running "$dir" apiserver >/dev/null || { echo "no API server runs in $dir" >&2; exit 1; }
end "$dir" apiserver KILL
