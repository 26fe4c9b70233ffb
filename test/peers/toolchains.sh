# shellcheck shell=bash
# Sourced by who builds other people's clients with Go or Rust (the tests beside it, test/bench/peers/build.sh). It has a
# function `skip REASON...` that does not return, and is in the directory of go.mod or Cargo.toml.

# where programs are built, and kept: both ecosystems build again only what has changed
cache=${XDG_CACHE_HOME:-$HOME/.cache}/coinformer/peers

have() { command -v "$1" >/dev/null 2>&1; }

download() { # NAME COMMAND...: without a registry there is no build, and a silent one is not waited for
    local name=$1 status=0 said
    shift
    said=$(timeout 300 "$@" 2>&1 >/dev/null) || status=$?
    [ $status != 124 ] || skip "$name is not to be had within 300 s"
    [ $status = 0 ] || skip "$name is not to be had: $(tail -n 1 <<<"$said")"
}

go_ready() { # NAME: Go is here, new enough, and what go.mod asks for is fetched
    have go || skip "no go on the PATH"
    export GOFLAGS=-buildvcs=false GOTOOLCHAIN=local CGO_ENABLED=0
    go list -m >/dev/null 2>&1 || skip "$(GOTOOLCHAIN=local go version) is too old for go.mod"
    download "$1" go mod download
}

cargo_ready() { # NAME: the same of Cargo.toml
    have cargo || skip "no cargo on the PATH"
    export CARGO_TARGET_DIR=$cache/target
    local wanted version
    wanted=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
    version=$(rustc --version) || skip "no rustc on the PATH"
    printf '%s\n' "$wanted" "$(cut -d' ' -f2 <<<"$version")" | sort -VC || skip "$version is older than $wanted"
    download "$1" cargo fetch --quiet
}
