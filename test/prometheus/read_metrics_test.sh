#!/usr/bin/env bash
# usage: read_metrics_test.sh PROGRAM [SCRIPT]     SCRIPT is read_metrics.py if it is not given
# Prometheus' own client in Python has to read what coinformer::prometheus writes. The client comes from PyPI, into a
# virtual environment under ~/.cache/coinformer. Without a network, the test is skipped.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "${1:?usage: $(basename "$0") PROGRAM [SCRIPT]}")
skip() { # ctest takes 77 for skipped
    printf 'SKIPPED: %s\n' "$*"
    exit 77
}
. "$here/../peers/toolchains.sh"

tested=$program
venv_ready prometheus-client "$here/requirements.txt"
"$python" "$here/${2:-read_metrics.py}" "$tested"
