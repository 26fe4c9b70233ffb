#!/usr/bin/env bash
# signal-apiserver.sh STOP|CONT DIR: freezes the API server of DIR, so that its connections stay open and silent, or lets
# it go on.
set -euo pipefail
case ${1:-} in STOP | CONT) ;; *) echo "usage: signal-apiserver.sh STOP|CONT DIR" >&2; exit 2 ;; esac
. "$(dirname "${BASH_SOURCE[0]}")/processes.sh"
dir=$(directory "$2")
pid=$(running "$dir" apiserver) || { echo "no API server runs in $dir" >&2; exit 1; }
kill "-$1" "$pid"
