#!/usr/bin/env bash
# etcd-data.sh keep|restore DIR: keeps a copy of etcd's data, or restores the copy, as after a disaster: resource versions
# go back, too. It ends both servers, starts them again, and waits until they are ready.
set -euo pipefail
case ${1:-} in keep | restore) ;; *) echo "usage: etcd-data.sh keep|restore DIR" >&2; exit 2 ;; esac
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/processes.sh"
dir=$(directory "$2")
end "$dir" apiserver TERM
end "$dir" etcd TERM
if [ "$1" = keep ]; then
    rm -rf "$dir/etcd.kept"
    cp -a "$dir/etcd" "$dir/etcd.kept"
else
    rm -rf "$dir/etcd"
    cp -a "$dir/etcd.kept" "$dir/etcd"
fi
launch "$dir" etcd
exec "$here/restart-apiserver.sh" "$dir"
