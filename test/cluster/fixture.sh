#!/usr/bin/env bash
# fixture.sh start|stop DIR: ctest runs it before and after the cluster tests. `start` makes a new cluster: it ends and
# removes everything that an earlier run left in DIR, even one that was cut off.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: fixture.sh start|stop DIR" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
case $1 in
    start)
        "$here/stop.sh" "$2"
        [ ! -e "$2/run-apiserver" ] || rm -rf "$2"
        exec "$here/start.sh" "$2"
        ;;
    stop) exec "$here/stop.sh" "$2" ;;
    *) echo "fixture.sh: expected start or stop, and not $1" >&2; exit 2 ;;
esac
