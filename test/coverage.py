#!/usr/bin/env python3
"""Measures how many branches of the library the tests take. A branch is one direction of a condition.

usage: test/coverage.py [--untaken ROOM] [--seeds N] [--tree DIRECTORY]

Builds the unit tests, the contract tests, the hostile server and the simulation with clang-19's source-based coverage
in build/coverage, runs them, and prints for each room how many branches it has and how many were taken. A branch of a
template counts once, and as taken if any instantiation took it. Exceptions add no branches. It needs clang-19 and llvm-19.

  --untaken  prints the places of the branches that no test took, for one room or "all"
  --seeds    how many seeds the simulation runs; 2000 if it is not given
  --tree     measures another checkout of the project, for a comparison
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "mutation"))
from rooms import ROOMS, room_of  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["test_core", "test_transport", "test_cache", "test_warm", "test_cache_memory", "test_controller", "test_api",
            "test_types", "test_testing", "test_contract", "test_hostile", "simulation", "simulation_controller",
            "simulation_leader"]


def run(command, **more):
    return subprocess.run([str(word) for word in command], check=True, **more)


def build(tree, out):
    environment = dict(os.environ, CCACHE_BASEDIR=str(tree), CCACHE_NOHASHDIR="1")
    flags = "-fprofile-instr-generate -fcoverage-mapping"
    run(["cmake", "-S", tree, "-B", out, "-G", "Ninja", "--log-level=WARNING", "-DCMAKE_BUILD_TYPE=Debug",
         "-DCMAKE_CXX_COMPILER=clang++-19", f"-DCMAKE_CXX_FLAGS={flags}", "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -gline-tables-only",
         "-DCOINFORMER_WERROR=OFF", "-DCOINFORMER_BUILD_SAMPLES=OFF", "-DCMAKE_UNITY_BUILD=ON",
         "-DCMAKE_UNITY_BUILD_BATCH_SIZE=16"], env=environment, stdout=subprocess.DEVNULL)
    known = run(["ninja", "-C", out, "-t", "targets", "all"], capture_output=True, text=True).stdout
    there = [p for p in PROGRAMS if f"/{p}: " in known]
    run(["cmake", "--build", out, "--parallel", os.cpu_count(), "--target", *there], env=environment,
        stdout=subprocess.DEVNULL)
    return [next(path for path in out.rglob(p) if path.is_file() and os.access(path, os.X_OK)) for p in there]


def measure(programs, out, seeds):
    """Runs all programs, and returns clang's report of the branches in the library's files."""
    profiles = out / "profiles"
    profiles.mkdir(exist_ok=True)
    for old in profiles.iterdir():
        old.unlink()
    for program in programs:
        arguments = []
        if program.name.startswith("simulation"):  # a seed of leader election is hours, and takes a second
            arguments = ["--seeds", seeds // 20 if program.name == "simulation_leader" else seeds]
        environment = dict(os.environ, LLVM_PROFILE_FILE=f"{profiles}/{program.name}-%p.profraw",
                           COINFORMER_TEST_CASE_SECONDS="900")
        done = subprocess.run([program, *map(str, arguments)], cwd=program.parent, env=environment, capture_output=True,
                              text=True)
        if done.returncode != 0:
            print(f"{program.name} fails:\n{done.stdout[-2000:]}{done.stderr[-1000:]}", file=sys.stderr)
    merged = out / "merged.profdata"
    run(["llvm-profdata-19", "merge", "-sparse", *sorted(profiles.glob("*.profraw")), "-o", merged])
    objects = [word for program in programs[1:] for word in ("-object", program)]
    exported = run(["llvm-cov-19", "export", programs[0], *objects, f"-instr-profile={merged}", "-skip-expansions",
                    "-ignore-filename-regex=/test/|/usr/"], capture_output=True, text=True)
    return json.loads(exported.stdout)["data"][0]


def branches_of(report, tree):
    """Returns a dict from each branch, as (file, line, column, side), to whether any run took it."""
    taken = {}
    for function in report["functions"]:
        names = function["filenames"]
        for line, column, _, _, true, false, file, _, kind in (b[:9] for b in function.get("branches", [])):
            path = pathlib.Path(names[file])
            if tree not in path.parents:
                continue
            name = str(path.relative_to(tree))
            if not name.startswith(("lib/", "include/")) or "/types/" in name:  # the types are generated tables
                continue
            for side, count in (("true", true), ("false", false)):
                key = (name, line, column, side)
                taken[key] = taken.get(key, False) or count != 0
    return taken


def place_of(name):
    """Returns the room of a file, "testing" for the server for tests, or "others"."""
    return room_of(name) or ("testing" if "/testing/" in name else "others")


def report(taken):
    """Prints a line for each room. The server for tests is no part of the sum."""
    for room in [*ROOMS, "others", "all", "testing"]:
        mine = [was for (name, *_), was in taken.items()
                if place_of(name) == room or (room == "all" and place_of(name) != "testing")]
        print(f"{room:<11} {sum(mine):5} of {len(mine):5} branches, {100 * sum(mine) / max(len(mine), 1):.1f} %")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--untaken", choices=[*ROOMS, "others", "testing", "all"])
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--tree", type=pathlib.Path, default=HERE.parent)
    options = parser.parse_args()
    tree = options.tree.resolve()
    out = tree / "build" / "coverage"
    programs = build(tree, out)
    taken = branches_of(measure(programs, out, options.seeds), tree)
    if options.untaken:
        for name, line, column, side in sorted(key for key, was in taken.items() if not was):
            if options.untaken in ("all", place_of(name)):
                text = (tree / name).read_text().split("\n")[line - 1].strip()
                print(f"{name}:{line}:{column}: never {side}: {text[:110]}")
    report(taken)
    return 0


if __name__ == "__main__":
    sys.exit(main())
