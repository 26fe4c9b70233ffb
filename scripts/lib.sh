# shellcheck shell=bash
# Sourced by the scripts beside it, which run in the root of the checkout.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# ccache keeps its files outside the checkout. With these variables, checkouts in different directories share them.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1

# A first build compiles the sources of a target in groups of 16: headers take most of the time, and a group reads each
# header once.
unity=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16)

say() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

usage() { # prints the comment at the beginning of the script, without its #! line
    awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        die "this command needs root or sudo: $*"
    fi
}

jobs() { # one for each core, but at most one for each gigabyte of free memory (an estimate for units of 16 sources)
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo)
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}

build() { # DIRECTORY [TARGET...]: builds these targets, or all
    local directory=$1
    shift
    cmake --build "$directory" --parallel "$(jobs)" ${1:+--target "$@"}
}

go_is_new_enough() { # true for Go 1.26 or later, which the kube-apiserver needs
    have go || return 1
    local version
    version=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null) || return 1
    version=${version#go}
    [ "$(printf '%s\n1.26\n' "$version" | sort -V | head -n 1)" = 1.26 ]
}
