#!/usr/bin/env bash
# usage: test/bench/compile_time.sh [COMPILER...]
# Prints what the header of a generated kind costs in addition to <coinformer/cache/shared_informer.hpp>: when it is only
# included, and when an informer of the kind is used. The numbers are CPU seconds, the best of three, without
# optimisation. The default compilers are g++ and clang++-19.
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,5s/^# //p' "$0"; exit 0 ;; esac
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[ $# -gt 0 ] || set -- g++ clang++-19
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

source() { # NAME HEADER TYPE
    printf '#include <coinformer/cache/shared_informer.hpp>\n%s\n' "${2:+#include <coinformer/$2>}" >"$dir/$1.cpp"
    [ -z "${3:-}" ] || cat >>"$dir/$1.cpp" <<C
using T = $3;
bool use(coinformer::client& api, coinformer::resource which)
{
    using object = coinformer::object_ptr<T>;
    coinformer::shared_informer<T> informer(api, {}, which);
    informer.on_change({.added = [](object const&, coinformer::initial_list) {},
                        .updated = [](object const&, object const&) {},
                        .deleted = [](object const&, coinformer::final_state) {}});
    return static_cast<bool>(informer.lister().get("a", "b"));
}
C
}
seconds() { # COMPILER FLAGS... FILE
    local best=999 TIMEFORMAT='%U %S' taken
    for _ in 1 2 3; do
        taken=$({ time "$@" >/dev/null 2>"$dir/errors"; } 2>&1) || { cat "$dir/errors" >&2; exit 1; }
        best=$(awk -v best="$best" '{ t = $1 + $2; print t < best ? t : best }' <<<"$taken")
    done
    echo "$best"
}

types=coinformer::types
source base '' ''
source base_used '' coinformer::object_metadata
sed -i '1i #include <coinformer/api/object_meta.hpp>' "$dir/base_used.cpp"
source pod types/core/v1/pod.hpp ''
source pod_used types/core/v1/pod.hpp $types::core::v1::pod
source pod_summary_used types/core/v1/pod.hpp $types::core::v1::pod_summary
source role_used types/rbac/v1/role.hpp $types::rbac::v1::role
source core types/core.hpp ''
source core_used types/core.hpp $types::core::v1::pod
{ printf '#include <coinformer/cache/shared_informer.hpp>\n'; cd "$root/include" && printf '#include <%s>\n' coinformer/types/*.hpp; } >"$dir/everything.cpp"

for compiler in "$@"; do
    for name in base pod core everything base_used role_used pod_used pod_summary_used core_used; do
        printf '%-12s %-18s %5.2f s\n' "$compiler" "$name" \
            "$(seconds "$compiler" -std=c++20 -O0 -I"$root/include" -c "$dir/$name.cpp" -o "$dir/o")"
    done
done
