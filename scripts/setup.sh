#!/usr/bin/env bash
# usage: scripts/setup.sh [--ci]
# Installs the packages that a build of coinformer needs, on Debian 12 or later, or Ubuntu 24.04 or later. It needs to be
# root, or sudo. It installs only what is missing, and removes nothing.
#   --ci, --sanitizers   also installs clang-19 with its sanitizers, clang-format, prometheus-cpp, a headless Chromium, and
#                        the tools of the checks and package tests. If Go is installed, fetches the modules that generated
#                        files are compared with.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

extra=no
for argument in "$@"; do
    case $argument in
        --ci | --sanitizers) extra=yes ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
have dpkg-query && have apt-get ||
    die "this script needs apt, which this system does not have. Install by hand: g++ >= 12, CMake >= 3.25, Ninja, Boost >= 1.81 (Asio, JSON, URL), OpenSSL 3, yaml-cpp, zlib, zstd, nghttp2, CLI11, Catch2, Google Benchmark and Python 3"

packages=(ca-certificates openssl g++ cmake ninja-build ccache libssl-dev libyaml-cpp-dev zlib1g-dev libzstd-dev libnghttp2-dev libcli11-dev catch2
    libbenchmark-dev python3)
if [ "$extra" = yes ]; then
    packages+=(clang-19 libclang-rt-19-dev clang-format-19 lld-19 python3-clang-19 llvm-19 git pkg-config python3-venv
        libgrpc++-dev libprotobuf-dev protobuf-compiler-grpc # gRPC is for test/hosts alone
        prometheus-cpp-dev                                   # for coinformer::prometheus, which is optional
        microsocks tinyproxy)                                # for test/proxies
fi

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
# A Chromium for test/status_page: with what it needs, about 100 MB to download. Ubuntu has no such package, so the test
# is skipped there.
browser_is_missing() {
    [ "$extra" = yes ] && ! installed chromium-headless-shell && [ -n "$(apt-cache search --names-only '^chromium-headless-shell$')" ]
}
boost_packages() { echo "libboost$1-dev libboost-json$1-dev libboost-url$1-dev"; }
boost_at_least() { [ "$(printf '1.81\n%s\n' "$1" | sort -V | head -n 1)" = 1.81 ]; }

boost=""
for directory in /usr/share/doc/libboost-url1.*-dev; do # any installed version that is new enough will do
    version=${directory##*libboost-url} version=${version%-dev}
    if [ -d "$directory" ] && boost_at_least "$version"; then
        good=yes
        for package in $(boost_packages "$version"); do installed "$package" || good=no; done
        [ "$good" = no ] || boost=$version
    fi
done

fetch_modules() { # without the modules, the tests of generated files are skipped
    [ "$extra" = yes ] || return 0
    go_is_new_enough || { note "no Go 1.26 or later is on the PATH, so generated files will not be checked"; return 0; }
    local generator
    for generator in scripts/generate[-_]*; do
        "$generator" --fetch || die "$generator could not fetch the Go modules of Kubernetes: is there a network, and is GOPROXY right?"
    done
}

missing=()
for package in "${packages[@]}"; do installed "$package" || missing+=("$package"); done
if [ -n "$boost" ] && [ ${#missing[@]} = 0 ] && ! browser_is_missing; then
    note "everything that a build of coinformer needs is installed (Boost $boost)"
    fetch_modules
    exit 0
fi

say "setup: installing packages"
export DEBIAN_FRONTEND=noninteractive
as_root apt-get update -q
if [ -z "$boost" ]; then # the oldest version that will do, because it is tested most
    boost=$(apt-cache --names-only search '^libboost-url1\.[0-9]+-dev$' | sed 's/^libboost-url\(1\.[0-9]*\)-dev.*/\1/' |
        sort -V | while read -r version; do boost_at_least "$version" && echo "$version"; done | head -n 1) || true
    [ -n "$boost" ] || die "apt has no Boost 1.81 or later. The oldest systems that have it are Debian 12 and Ubuntu 24.04"
    for package in $(boost_packages "$boost"); do missing+=("$package"); done
fi
if browser_is_missing; then missing+=(chromium-headless-shell); fi
note "${missing[*]}"
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends --no-remove "${missing[@]}"
if [ -d /run/systemd/system ]; then # the tests start proxies of their own, so that no service is wanted
    for package in "${missing[@]}"; do
        case $package in microsocks | tinyproxy) as_root systemctl disable --quiet --now "$package" ;; esac
    done
fi
fetch_modules
