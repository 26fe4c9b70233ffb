#!/usr/bin/env python3
"""usage: scripts/generate_types.py [--check]

Writes the room `types`: a header for each built-in group, version and kind of Kubernetes that can be listed and watched, and
the tables of their members. Names, types and numbers come from Go modules that `go mod download` fetches (kubernetes_kinds.py);
what kubectl shows is in kubectl_columns.py; cpp_types.py says which C++ types they become.
  --check   writes and fetches nothing; status 1 when a file is not what would be written, 77 without the modules
  --fetch   fetches the modules only, for a later --check"""

import pathlib
import sys

import cpp_text
import cpp_types
import kubernetes_kinds

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = "include/coinformer/types/"
MADE_HERE = (INCLUDE, "lib/types/")  # where files of an earlier run may be that nobody writes any more
# PUT needs metadata.resourceVersion: their strategies say so in pkg/registry (AllowUnconditionalUpdate)
STRICT = set("""APIService CSIDriver CSINode CSIStorageCapacity ClusterTrustBundle CustomResourceDefinition Lease
MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration PodCertificateRequest PodDisruptionBudget
RuntimeClass StorageVersionMigration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
VolumeAttachment""".split())


def render(types):
    """path -> text"""
    files = {}
    by_group, views = {}, {}
    for h in types.headers:
        plural = cpp_types.plural_of(h.kind) if h.kind else ""
        files[INCLUDE + h.path] = cpp_text.header(h, types.includes(h), plural)
        by_group.setdefault(h.place.group, []).append(h)
    for group, headers in by_group.items():
        files[f"lib/types/{group}.cpp"] = cpp_text.tables(group, headers)
        kinds = [h for h in headers if h.kind]
        accessors = {}
        for h in kinds:
            view = f"{h.place}::{cpp_types.legal(h.name)}"
            accessors.setdefault(h.place.version, []).append((cpp_types.plural_of(h.kind), view))
        if kinds:
            files[f"{INCLUDE}{group}.hpp"] = cpp_text.group(group, kinds, accessors)
            views[group] = [view for functions in accessors.values() for _, view in functions]
    files["test/types/all_kinds.cpp"] = cpp_text.all_kinds(views, sum(views.values(), []))
    published = types.published.kinds
    files["lib/testing/builtin_resources.inc"] = cpp_text.builtin_resources(preferred(published), lambda k: k.name in STRICT)
    files["lib/types/CMakeLists.txt"] = cpp_text.room(sorted(by_group))
    return files


def preferred(kinds):
    """Of each kind the newest stable version."""
    found = {}
    for k in sorted((k for k in kinds if k.is_stable), key=lambda k: (k.group, int(k.version[1:]))):
        found[k.group, k.name] = k
    return [found[k.group, k.name] for k in kinds if found.get((k.group, k.name)) is k]


def on_disk():
    """Those that were made once: they say so in their first line."""
    found = set()
    for top in MADE_HERE:
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and path.read_text(encoding="utf-8").startswith(cpp_text.MADE_BY):
                found.add(path.relative_to(ROOT).as_posix())
    return found


def stale(files):
    wrong = on_disk() - set(files)
    for name, text in files.items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.add(name)
    return sorted(wrong)


def write(files):
    for name in stale(files):
        path = ROOT / name
        if name not in files:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[name], encoding="utf-8")


def main(arguments):
    if arguments not in ([], ["--check"], ["--fetch"]):
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    loaded = kubernetes_kinds.load(fetch=arguments != ["--check"])
    if not loaded:
        print("the Go modules cannot be had", file=sys.stderr)
        return 77 if arguments == ["--check"] else 1
    if arguments == ["--fetch"]:
        return 0
    files = render(cpp_types.Types(*loaded))
    if not arguments:
        write(files)
        return 0
    wrong = stale(files)
    for name in wrong:
        print(f"{name} is not what scripts/generate_types.py writes")
    print(f"{len(files)} files, {len(wrong)} of them not current")
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
