#!/usr/bin/env python3
"""Makes README.md and the pages below: each of its .in file, with code where that says @NAME@.

NAME's code is what stands between two lines "// [NAME]" of a sample or test. Its run_program() is shown as main(): a sample
that can run without a cluster, too, has a main() of its own.

usage: readme.py [--check]     --check only says whether they are up to date
"""
import pathlib
import sys
import textwrap

root = pathlib.Path(__file__).resolve().parent.parent
if sys.argv[1:] not in ([], ["--check"]):
    sys.exit(__doc__)
pages = {
    "README.md": {"readme": "samples/02_pods_by_node.cpp"},
    "docs/testing.md": {
        "testing-controller": "samples/06_test_without_a_cluster.cpp",
        "testing": "samples/06_test_without_a_cluster.cpp",
        "custom": "test/contract/fake_cluster_end_test.cpp",
        "fake": "test/contract/fake_cluster_test.cpp",
    },
    "docs/embedding.md": {
        name: "samples/08_http_lister.cpp" for name in ("main", "lister", "sessions", "healthz")
    },
    "docs/controllers.md": {
        "controller": "samples/12_controller.cpp",
        "controller-test": "samples/12_controller.cpp",
        "work-queue": "samples/03_work_queue.cpp",
    },
    "docs/watch-tools.md": {"watch-until": "samples/11_watch_until.cpp"},
    "docs/leader-election.md": {"leader-election": "samples/05_leader_election.cpp"},
}
for name, samples in pages.items():
    page = root / name
    text = (root / f"{name}.in").read_text()
    for mark, sample in samples.items():
        code = textwrap.dedent((root / sample).read_text().split(f"// [{mark}]\n")[1].rstrip(" "))
        code = code.replace("int run_program()", "int main()")
        text = text.replace(f"@{mark}@\n", f"```cpp\n{code}```\n")
    if not sys.argv[1:]:
        page.write_text(text)
    elif not page.exists() or page.read_text() != text:
        sys.exit(f"{name} differs from {name}.in and its sample: run scripts/readme.py")
