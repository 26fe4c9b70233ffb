# shellcheck shell=bash
# Scripts source this file to build other projects' clients (the tests beside it, test/bench/peers/build.sh). The script has a
# function `skip REASON...` that does not return; for Go and Rust it is in the directory of go.mod or Cargo.toml.

# Programs are built and kept here, because both ecosystems build again only what has changed.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/coinformer/peers

have() { command -v "$1" >/dev/null 2>&1; }

download() { # NAME COMMAND...: skips the test if the registry does not answer in time
    local name=$1 status=0 said
    shift
    said=$(timeout 300 "$@" 2>&1 >/dev/null) || status=$?
    [ $status != 124 ] || skip "$name could not be downloaded within 300 s"
    [ $status = 0 ] || skip "$name could not be downloaded: $(tail -n 1 <<<"$said")"
}

go_ready() { # NAME: checks that Go is installed and new enough, and fetches the modules of go.mod
    have go || skip "no go on the PATH"
    export GOFLAGS=-buildvcs=false GOTOOLCHAIN=local CGO_ENABLED=0
    go list -m >/dev/null 2>&1 || skip "$(GOTOOLCHAIN=local go version) is too old for go.mod"
    download "$1" go mod download
}

# Options of `go build` for programs that only have to work. With the same options, test/cluster/build.sh has compiled
# nearly all of their packages already, if the versions in go.mod are those of test/cluster/server/go.mod.
go_quickly=(-trimpath '-gcflags=all=-N -l')

cargo_ready() { # NAME: does the same for Cargo.toml
    have cargo || skip "no cargo on the PATH"
    export CARGO_TARGET_DIR=$cache/target
    local wanted version
    wanted=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
    version=$(rustc --version) || skip "no rustc on the PATH"
    printf '%s\n' "$wanted" "$(cut -d' ' -f2 <<<"$version")" | sort -VC || skip "$version is older than $wanted"
    download "$1" cargo fetch --quiet
}

# installed NAME FILE... -- SCRIPT: runs the script once for each state of the files, in a new directory of the cache that
# is named $program and holds copies of the files. A second builder waits for the first.
installed() {
    local name=$1 files=() key
    shift
    while [ "$1" != -- ]; do files+=("$1") && shift; done
    key=$(find "${files[@]}" -type f -print0 | sort -z | xargs -0 cat | sha256sum | cut -c1-16)
    export program=$cache/$name-$key
    mkdir -p "$cache"
    exec 9>"$cache/$name.lock"
    flock 9
    if [ ! -e "$program/is-complete" ]; then
        rm -rf "$program"
        mkdir "$program"
        cp -r "${files[@]}" "$program"
        download "$name" bash -ec "exec 9>&-; $2"
        touch "$program/is-complete"
    fi
    exec 9>&-
}

venv_ready() { # NAME REQUIREMENTS: sets $python to an interpreter that has the packages of requirements.txt
    have python3 || skip "no python3 on the PATH"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "$(python3 --version) is older than 3.10"
    python3 -c 'import ensurepip, venv' 2>/dev/null || skip "python3 has no venv (Debian: the package python3-venv)"
    installed "$1" "$2" -- '
        python3 -m venv "$program/venv"
        "$program/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$program/requirements.txt"'
    python=$program/venv/bin/python
    export PYTHONDONTWRITEBYTECODE=1
}

python_ready() { # sets $python to an interpreter that has the clients in Python
    venv_ready python-clients "$peers/python/requirements.txt"
}

node_ready() { # sets $program to a directory with the client in JavaScript and its dependencies
    have node || skip "no node on the PATH"
    have npm || skip "no npm on the PATH"
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' || skip "node $(node --version) is older than 20"
    installed client-node "$peers/javascript/package.json" "$peers/javascript/informer.js" -- '
        npm install --prefix "$program" --no-audit --no-fund --no-package-lock --loglevel=error'
}

java_ready() { # sets $classes to the class path of the client in Java
    have javac || skip "no JDK on the PATH"
    have mvn || skip "no mvn on the PATH"
    installed fabric8 "$peers/java/pom.xml" "$peers/java/src" -- '
        mvn --quiet --batch-mode --file "$program/pom.xml" -Dmade="$program/made" compile \
            dependency:build-classpath -Dmdep.outputFile="$program/class-path"'
    classes=$program/made/classes:$(cat "$program/class-path")
}
