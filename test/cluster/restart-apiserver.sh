#!/usr/bin/env bash
# restart-apiserver.sh DIR: starts the API server of DIR again, with its ports, data and options, and waits until it is
# ready. If it still runs, the script ends it first.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: restart-apiserver.sh DIR" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/processes.sh"
dir=$(directory "$1")
etcd=$(running "$dir" etcd) || { echo "no etcd runs in $dir: use start.sh" >&2; exit 1; }
end "$dir" apiserver TERM
server=${KUBE_TEST_SERVER:-$("$here/build.sh" --path)}
start=$SECONDS
for _ in 1 2 3 4 5; do
    launch "$dir" apiserver
    if "$server" wait-ready "$dir" "${READY_SECONDS:-120}" "$etcd" "$(running "$dir" apiserver)"; then
        echo "kube-apiserver ready again after $((SECONDS - start)) s"
        exit 0
    fi
    tail -n 3 "$dir/apiserver.log" | grep -q 'address already in use' || break
    sleep 2 # the system has given the port to an outgoing connection of another process meanwhile
done
tail -n 20 "$dir/apiserver.log" >&2
exit 1
