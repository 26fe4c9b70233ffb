#!/usr/bin/env bash
# Builds kube-test-server (kube-apiserver and etcd in one binary) from Go modules, and prints where it is.
# It is kept outside the checkout, under a key made of the sources and the Go version: a second run finds it there.
set -euo pipefail
usage() {
    cat <<'U'
usage: build.sh [--path]
  --path    only prints where the binary is; fails when it is not built
environment: XDG_CACHE_HOME (default ~/.cache), COINFORMER_GO_JOBS (parallel compilations, default 2)
Needs Go 1.26 or later. From nothing it takes 4 to 20 minutes and 2.4 GiB; 88 MB are downloaded.
U
}
case ${1:-} in
    '' | --path) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/server"
# nothing of the user's Go settings that would change what is built
unset GOFLAGS GOOS GOARCH
export GOWORK=off GO111MODULE=on CGO_ENABLED=0 GOTOOLCHAIN=local
go_version=$(go env GOVERSION)
key=$({ cat go.mod go.sum ./*.go ../build.sh; echo "$go_version $(go env GOARCH)"; } | sha256sum | cut -c1-24)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/coinformer/kube-test-server
binary=$cache/$key/kube-test-server

if [ -x "$binary" ]; then
    echo "$binary"
    exit 0
fi
if [ "${1:-}" = --path ]; then
    echo "kube-test-server is not built: run test/cluster/build.sh" >&2
    exit 1
fi

mkdir -p "$cache/$key"
exec 9>"$cache/lock" # two builders at once would compile everything twice
flock 9
if [ ! -x "$binary" ]; then
    echo "building kube-test-server with $go_version (4 to 20 minutes from nothing)" >&2
    kubernetes=$(sed -n 's/^[[:space:]]*k8s.io\/kubernetes v//p' go.mod | head -n 1)
    major=${kubernetes%%.*} rest=${kubernetes#*.}
    version=k8s.io/component-base/version
    flags="-s -w -X $version.gitVersion=v$kubernetes -X $version.gitMajor=$major -X $version.gitMinor=${rest%%.*}"
    flags+=" -X $version.gitTreeState=clean -X $version.gitCommit=test -X $version.buildDate=1970-01-01T00:00:00Z"
    start=$SECONDS
    # Without optimisation (-N -l) the compiler needs half the processor time, and the tests do not notice.
    go build -mod=readonly -p "${COINFORMER_GO_JOBS:-2}" -trimpath -buildvcs=false -gcflags=all="-N -l" -ldflags="$flags" \
        -o "$cache/$key/building" . >&2 9>&-
    mv "$cache/$key/building" "$binary"
    echo "built $("$binary" kube-apiserver --version) in $((SECONDS - start)) s" >&2
fi
echo "$binary"
