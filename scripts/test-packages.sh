#!/usr/bin/env bash
# usage: scripts/test-packages.sh [--clang]
# Builds programs against coinformer in each way that users have: installed and found by find_package or pkg-config, as a
# subdirectory, and as a Conan package made offline from the system's libraries (a shared library, without zstd and
# RTTI). Each way includes coinformer::status_page and, if prometheus-cpp is installed, coinformer::prometheus. It works in
# build/packages, and removes that directory. Conan comes from PyPI, into a virtual environment under ~/.cache/coinformer.
# Without a network, the part with Conan is skipped, with a message.
#   --clang   also makes the Conan package with clang-19
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
profiles=(gcc)
case ${1:-} in
    '') ;;
    --clang) profiles+=(clang) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

work=$root/build/packages
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
passed=0
quietly() { # NAME COMMAND...: shows the command's output only if it fails
    local name=$1
    shift
    if ! "$@" >"$work/log" 2>&1; then
        tail -n 60 "$work/log" >&2
        die "$name failed"
    fi
    note "ok      $name"
    passed=$((passed + 1))
}
# The builds of the simulation and of scripts/demo.sh have the same options, so that with ccache the library is compiled
# once for all of them.
release=(-G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1" "${unity[@]}")
ccache=() # as a subdirectory, the library leaves the choice of a compiler launcher to the project around it
if have ccache; then ccache=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi

say "packages: install and find_package"
quietly "configure the library" cmake -S . -B "$work/build" "${release[@]}" -DCMAKE_INSTALL_PREFIX="$work/prefix" \
    -DCOINFORMER_BUILD_TESTS=OFF -DCOINFORMER_BUILD_SAMPLES=OFF -DCOINFORMER_BUILD_BENCH=OFF
prometheus=no component=()
if grep -q '^COINFORMER_WITH_PROMETHEUS:BOOL=ON$' "$work/build/CMakeCache.txt"; then
    prometheus=yes component=(-DCOINFORMER_COMPONENT=prometheus)
else
    note "skipped: coinformer::prometheus, because prometheus-cpp is not installed (scripts/setup.sh --ci)"
fi
quietly "build the library" build "$work/build"
quietly "install it" cmake --install "$work/build"
rm -rf "$work/build" # the installation has to work without the build tree
if find "$work/prefix" -name '*.cmake' -exec grep -nE "$root|coinformer_(core|transport|api|cache)\b" {} +; then
    die "the installed CMake configuration mentions the build tree or an object library (see the lines above)"
fi
quietly "find it" cmake -S test/install -B "$work/consumer" "${release[@]}" -DCMAKE_PREFIX_PATH="$work/prefix"
if [ $prometheus = yes ]; then
    quietly "find it with the component prometheus" cmake "$work/consumer" "${component[@]}"
fi
quietly "build consumers of it" build "$work/consumer"
quietly "run the consumer" "$work/consumer/consumer"
quietly "run the consumer of coinformer::testing" "$work/consumer/consumer_with_testing"
quietly "run the consumer of coinformer::status_page" "$work/consumer/consumer_with_status_page"
if [ $prometheus = yes ]; then quietly "run the consumer of coinformer::prometheus" "$work/consumer/consumer_with_prometheus"; fi
finds_no_component() { # NAME: find_package has to fail, and to say that the library was built without this component
    local said
    if said=$(cmake -S test/install -B "$work/no-component" "${release[@]}" -DCMAKE_PREFIX_PATH="$work/without" \
        -DCOINFORMER_COMPONENT="$1" 2>&1); then
        printf 'the component %s was found, although the library was built without it' "$1"
        return 1
    fi
    printf '%s' "$said"
    tr -s '[:space:]' ' ' <<<"$said" | grep -qF "coinformer was built without its component $1"
}
cp -R "$work/prefix" "$work/without" # what an installation without the component does not have is removed here
find "$work/without" \( -name 'coinformerPrometheus*.cmake' -o -name 'coinformerStatusPage*.cmake' \) -delete
quietly "find_package names a component that was not built" finds_no_component prometheus
quietly "find_package names the status page, which was not built" finds_no_component status_page
if have pkg-config; then
    with_pkg_config() { # LIBRARY SOURCE. $options is not quoted, because it holds several words
        local options
        options=$(PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name coinformer.pc)") pkg-config --cflags --libs "$1")
        # shellcheck disable=SC2086
        "${CXX:-g++}" -std=c++20 "$2" $options -o "$work/with_pkg_config" && "$work/with_pkg_config"
    }
    quietly "pkg-config: coinformer" with_pkg_config coinformer test_package/main.cpp
    quietly "pkg-config: coinformer_testing" with_pkg_config coinformer_testing test/install/consumer_with_testing.cpp
    quietly "pkg-config: coinformer_status_page" with_pkg_config coinformer_status_page \
        test/install/consumer_with_status_page.cpp
    if [ $prometheus = yes ]; then
        quietly "pkg-config: coinformer_prometheus" with_pkg_config coinformer_prometheus \
            test/install/consumer_with_prometheus.cpp
    fi
else
    note "skipped: pkg-config is not installed (scripts/setup.sh --ci)"
fi
quietly "run the installed coroutine lint" "$work/prefix/share/coinformer/lint_coroutines.py" test_package

say "packages: add_subdirectory"
quietly "configure" cmake -S test/install -B "$work/subdirectory" "${release[@]}" ${ccache[@]+"${ccache[@]}"} \
    -DCOINFORMER_CHECKOUT="$root" ${component[@]+"${component[@]}"}
quietly "build" build "$work/subdirectory" consumer consumer_with_testing consumer_with_status_page ${component[@]+consumer_with_prometheus}
quietly "run" "$work/subdirectory/consumer"

say "packages: Conan, offline"
venv=${XDG_CACHE_HOME:-$HOME/.cache}/coinformer/conan
if [ ! -x "$venv/bin/conan" ]; then
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q 'conan>=2.7,<3'; } >"$work/log" 2>&1; then
        tail -n 3 "$work/log"
        rm -rf "$venv"
        note "skipped: Conan could not be installed from PyPI (python3-venv and a network are needed)"
        note "$passed steps passed"
        exit 0
    fi
fi
export CONAN_HOME="$work/conan"
cp -R test_package "$work/test_package" # Conan builds it there
rm -rf "$work/test_package/build"
# As a shared library, without zstd and without run-time type information, which the parts above have: a build of its own
# for each would cost minutes.
other_form=(--options '&:shared=True' --options '&:with_zstd=False' --options '&:with_http2=False' --conf 'tools.build:cxxflags=["-fno-rtti"]')
if [ $prometheus = yes ]; then other_form+=(--options '&:with_prometheus=True'); fi
for profile in "${profiles[@]}"; do
    quietly "conan create, $profile, shared, without zstd, nghttp2 and RTTI" "$venv/bin/conan" create . \
        --profile:all "scripts/conan-profiles/$profile" "${other_form[@]}" \
        --settings build_type=Debug --no-remote --test-folder "$work/test_package"
done
note "$passed steps passed"
