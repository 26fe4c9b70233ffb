#!/usr/bin/python3
"""Measures how many small defects in the library the unit and contract tests notice.

usage: test/mutation/run.py [--room NAME ...] [--file PATH ...] [--changed] [--sample N] [--most N] [--minutes N]
                            [--budget SECONDS] [--nearest] [--least PERCENT] [--only ID ...] [--jobs N] [--again]
                            [--record]

It copies the tree to build/mutation/tree, writes all mutants of the chosen files into that copy (instrument.py), compiles
it once, records for every test case which mutants it reaches, and then runs those cases with each mutant active. A mutant
is killed if a case fails, crashes or does not end. The program needs clang-19, python3-clang-19 and what the tests need.

  --room    core, cache, transport, decoders, client or controller; all if nothing is named
  --file    mutants of these files only
  --changed mutants of the files that changed since the last run with --record
  --sample  one in N mutants, always the same ones; of the room core all
  --most    at most this many mutants, spread over the files
  --minutes judges no further mutant when this time is over
  --budget  lets each mutant meet the quickest of the cases that reach it, as many as take this long together without a
            mutant. A mutant that lives through them counts as a survivor, so the score is a lower bound
  --nearest asks only the unit tests of a mutant's own room and the contract tests, which take less time to build
  --least   fails only if less than this percentage of the mutants is killed. Survivors that survivors.toml names
            do not count
  --only    the mutants with these identities
  --again   does not run mutants again that an earlier run killed
  --record  stores the state of the files in measured.json
The results are in build/mutation/results.json, and the known survivors, each with its reason, in survivors.toml.
The status is 1 if a mutant survives that survivors.toml does not name, unless --least says otherwise.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

from clang import cindex

import instrument
from rooms import ROOMS, room_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "mutation"
MEASURED = HERE / "measured.json"
TREE, BUILD = WORK / "tree", WORK / "out"
# The program of the room itself comes first: it is the one that should notice.
PROGRAMS = {
    "core": ["core", "transport", "cache", "controller", "api", "contract", "testing"],
    "cache": ["cache", "warm", "cache_memory", "contract", "controller", "api", "testing"],
    "transport": ["transport", "api", "contract", "testing", "cache_memory", "controller"],
    "decoders": ["api", "types", "warm", "contract", "cache", "cache_memory", "testing", "controller"],
    "client": ["api", "contract", "cache", "cache_memory", "testing", "controller"],
    "controller": ["controller", "contract"],
}
# The quickest cases that reach a mutant run first, as many as take this time together: nearly all mutants
# fail one of them.
FIRST_SECONDS = 1
# A case has noticed a mutant if it takes longer than this: ten times the time without the mutant, and some
# seconds.
CASE_SECONDS, CASE_FACTOR = 4, 10


def say(text):
    print(text, flush=True)


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True).stdout


def write_if_changed(path, data):
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def copy_tree(instrumented, keep=()):
    """Copies the files that git knows. Files that did not change keep their time, so that they are not compiled again.
    Files in `keep` stay as they are, if they exist."""
    names = [n for n in git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
             if n and (ROOT / n).is_file()]
    for path in list(TREE.rglob("*")): # before anything is written, because a file may have become a directory
        if path.is_file() and str(path.relative_to(TREE)) not in names:
            path.unlink()
    for name in names:
        if name in keep and (TREE / name).exists():
            continue
        data = instrumented.get(name) or (ROOT / name).read_bytes()
        if name == "test/catch_main.cpp":
            data += b'#include "mutation/coverage_listener.hpp"\n'
        write_if_changed(TREE / name, data)
        shutil.copymode(ROOT / name, TREE / name)


def configure(unity):
    """Configures the copy. With `unity`, many source files are compiled at a time; the flags of a single file are only
    known without it."""
    environment = dict(os.environ, CCACHE_BASEDIR=str(TREE), CCACHE_NOHASHDIR="1")
    subprocess.run(["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "--log-level=WARNING", "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCMAKE_CXX_COMPILER=clang++-19", "-DCMAKE_CXX_STANDARD=20", "-DCOINFORMER_WERROR=OFF",
                    "-DCOINFORMER_BUILD_SAMPLES=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                    f"-DCMAKE_UNITY_BUILD={'ON' if unity else 'OFF'}", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=16",
                    f"-DCMAKE_CXX_FLAGS_DEBUG=-O1 -w -std=c++20 -include {TREE}/test/mutation/mutated.hpp"], check=True, env=environment)
    return environment


def flags_by_room():
    found = {}
    for command in json.loads((BUILD / "compile_commands.json").read_text()):
        source = pathlib.Path(command["file"])
        if TREE in source.parents:
            words = command["command"].split()
            flags = [w for i, w in enumerate(words) if w.startswith(("-I", "-D", "-std"))
                     or (i and words[i - 1] == "-isystem") or w == "-isystem"]
            found.setdefault(str(source.relative_to(TREE).parent), flags)
    return found


def arguments_of(flags):
    return flags + ["-w", "-std=c++20", "-include", str(TREE / "test/mutation/mutated.hpp")]


def including(name):
    """Returns the text of a source file that has a header and nothing else."""
    include = name.removeprefix("include/").removeprefix("lib/")
    return f"#include <{include}>\n" if name.startswith("include/") else f'#include "{include}"\n'


def parse(job):
    name, room, flags = job
    path = str(TREE / name)
    source = (ROOT / name).read_bytes()
    resources = subprocess.run(["clang++-19", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    arguments = arguments_of(flags) + ["-resource-dir", resources]
    if name.endswith(".hpp"):
        main = str(TREE / "mutated_header.cpp")
        unsaved = [(main, including(name)), (path, source.decode())]
    else:
        main, unsaved = path, [(path, source.decode())]
    unit = cindex.Index.create().parse(main, args=arguments, unsaved_files=unsaved)
    errors = [str(d) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if errors:
        say(f"   {name}: clang does not parse it whole: {errors[0]}")
    return name, instrument.find(path, source, unit, room)


def places_of_errors(output, directory):
    """Returns the places of a compiler's errors and their notes in the copied tree, as (file, line)."""
    places = set()
    for file, line in re.findall(r"^(\S+?):(\d+):\d+: (?:fatal error|error|note):", output, re.M):
        path = pathlib.Path(os.path.normpath(directory / file))
        if TREE in path.parents:
            places.add((str(path.relative_to(TREE)), int(line)))
    return places


def check_syntax(job):
    """Compiles one file of the copy without any output, because a whole build takes long."""
    name, flags = job
    command = ["clang++-19", "-fsyntax-only", "-ferror-limit=0", "-fno-caret-diagnostics", "-x", "c++", *arguments_of(flags)]
    if name.endswith(".hpp"):
        done = subprocess.run([*command, "-"], input=including(name), capture_output=True, text=True, cwd=BUILD)
    else:
        done = subprocess.run([*command, str(TREE / name)], capture_output=True, text=True, cwd=BUILD)
    return set() if done.returncode == 0 else places_of_errors(done.stderr, BUILD)


def build(programs, environment):
    """Compiles these programs; returns the places of errors, as (file, line)."""
    targets = sorted("test_" + p for p in programs)
    done = subprocess.run(["cmake", "--build", BUILD, "--parallel", str(os.cpu_count()), "--target", *targets, "--", "-k", "0"],
                          capture_output=True, text=True, env=environment)
    (WORK / "build.log").write_text(done.stdout + done.stderr)
    if done.returncode == 0:
        return None
    return places_of_errors(done.stdout, BUILD)


def record(program, environment):
    file = WORK / f"coverage-{program}.txt"
    file.unlink(missing_ok=True)
    path = program_path(program)
    done = subprocess.run([path], env=dict(os.environ, COINFORMER_MUTANT="-1", COINFORMER_MUTATION_COVERAGE=str(file)),
                          capture_output=True, text=True, cwd=path.parent)
    if done.returncode != 0:
        sys.exit(f"{program} fails without a mutant:\n{done.stdout[-3000:]}{done.stderr[-2000:]}")
    cases = []
    for line in file.read_text().splitlines():
        seconds, name, numbers = line.split("\t")
        cases.append((float(seconds), name, {int(n) for n in numbers.split()}))
    return program, cases


def program_path(program):
    return next(p for p in BUILD.rglob(f"test_{program}") if p.is_file())


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def portions(cases, budget):
    """Returns the cases in two portions, quick ones first, and the rest of the budget after them."""
    first, second, spent = [], [], 0
    for seconds, name in sorted(cases):
        if spent + seconds > budget:
            break
        spent += seconds
        (first if spent <= FIRST_SECONDS else second).append((seconds, name))
    return [p for p in (first, second) if p], budget - spent


def fails(program, cases, mutant):
    """Runs these cases with the mutant. Returns a text for the failure, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=WORK) as names:
        names.write("".join('"' + re.sub(r'(["\\,\[\]])', r"\\\1", n) + '"\n' for _, n in cases))
        names.flush()
        path = program_path(program)
        seconds = int(CASE_SECONDS + CASE_FACTOR * max(s for s, _ in cases))
        try:
            done = subprocess.run([path, "-f", names.name, "--abort"], cwd=path.parent, preexec_fn=limit,
                                  env=dict(os.environ, COINFORMER_MUTANT=str(mutant.number),
                                           COINFORMER_TEST_CASE_SECONDS=str(seconds)),
                                  capture_output=True, text=True, errors="replace", timeout=60 + 20 * sum(s for s, _ in cases))
        except subprocess.TimeoutExpired:
            return program + " (no end)"
    if "Invalid Filter" in done.stdout or "No tests ran" in done.stdout:
        raise RuntimeError(f"{program} does not know its own cases:\n{done.stdout[:2000]}")
    return program if done.returncode != 0 else None


def judge(mutant, programs, coverage, budget):
    """Returns which program killed the mutant, or None, and whether any case reached it."""
    reached = False
    for program in programs:
        cases = [(s, n) for s, n, numbers in coverage[program] if mutant.number in numbers]
        reached = reached or bool(cases)
        parts, budget = portions(cases, budget)
        for part in parts:
            if killed := fails(program, part, mutant):
                return killed, True
    return None, reached


def known_survivors():
    """Returns a dict from a mutant's identity to the reason, and to whether the mutant is equivalent."""
    groups = tomllib.loads((HERE / "survivors.toml").read_text()).get("group", [])
    return {line.split()[0]: (group["reason"], group.get("equivalent", False)) for group in groups
            for line in group["mutants"]}


def choose(files, options):
    mutants = [(name, m) for name, file in files.items() for m in file.mutants]
    if options.only:
        mutants = [(n, m) for n, m in mutants if m.identity in options.only]
    if options.sample > 1:
        mutants = [(n, m) for n, m in mutants if room_of(n) == "core" or int(m.identity, 16) % options.sample == 0]
    if options.most and len(mutants) > options.most:
        step = len(mutants) / options.most
        by_identity = sorted(mutants, key=lambda nm: nm[1].identity)
        mutants = [by_identity[int(i * step)] for i in range(options.most)]
        mutants.sort(key=lambda nm: (nm[0], nm[1].start))
    for number, (_, mutant) in enumerate(mutants, 1):
        mutant.number = number
    return mutants


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--room", nargs="+", choices=ROOMS, default=[])
    parser.add_argument("--file", nargs="+", default=[])
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--budget", type=float, default=float("inf"))
    parser.add_argument("--nearest", action="store_true")
    parser.add_argument("--least", type=float)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()

    names = [n for n in git("ls-files").split("\n") if n and room_of(n)]
    if options.room:
        names = [n for n in names if room_of(n) in options.room]
    if options.file:
        names = [n for n in names if n in options.file]
    measured = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    hashes = {n: hashlib.sha256((ROOT / n).read_bytes()).hexdigest()[:16] for n in names}
    if options.changed:
        names = [n for n in names if measured.get(n) != hashes[n]]
    if not names:
        say("no file to mutate has changed")
        return 0

    began = time.monotonic()
    WORK.mkdir(parents=True, exist_ok=True)
    kept_file = WORK / "kept.json" # of which states of the files the copy has mutants
    kept = json.loads(kept_file.read_text()) if kept_file.exists() else {}
    copy_tree({}, keep=[n for n in names if kept.get(n) == hashes[n]])
    configure(unity=False)
    flags = flags_by_room()
    environment = configure(unity=True)
    any_flags = flags["lib/api/client"]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = [(n, room_of(n), flags.get(str(pathlib.Path(n).parent), any_flags)) for n in names]
        files = dict(pool.map(parse, jobs))
    mutants = choose(files, options)
    say(f"{len(mutants)} mutants in {len(names)} files, {time.monotonic() - began:.0f} s")

    known = known_survivors()
    results_file = WORK / "results.json"
    results = json.loads(results_file.read_text()) if results_file.exists() else {}

    bad_file = WORK / "bad.json" # identities of the mutants that do not compile
    bad = set(json.loads(bad_file.read_text())) if bad_file.exists() else set()

    def write_mutants():
        instrumented = {}
        for name, file in files.items():
            mine = [m for n, m in mutants if n == name and m.identity not in bad]
            if mine:
                instrumented[name] = instrument.render(file, mine).encode()
        copy_tree(instrumented)
        kept_file.write_text(json.dumps(kept | hashes))

    def drop(places):
        live = [(n, m) for n, m in mutants if m.identity not in bad]
        wrong = set()
        for file, line in places:
            here = [m.identity for n, m in live if n == file and m.line == line]
            around = [m.identity for n, m in live if n == file
                      and m.line <= line <= m.line + files[n].source.count(b"\n", m.start, m.end)]
            wrong |= set(here or around)
        bad.update(wrong)
        bad_file.write_text(json.dumps(sorted(bad)))
        return wrong

    asked = {r: [p for p in programs if not options.nearest or p in (programs[0], "contract")]
             for r, programs in PROGRAMS.items()}
    programs = sorted({p for n, _ in mutants for p in asked[room_of(n)]})
    suspects = names
    while suspects:
        write_mutants()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            jobs = [(n, flags.get(str(pathlib.Path(n).parent), any_flags)) for n in suspects]
            found = dict(zip(suspects, pool.map(check_syntax, jobs)))
        dropped = drop(set().union(*found.values()))
        suspects = [n for n, places in found.items() if places] if dropped else []
    say(f"{len(bad)} are known to be invalid C++, {time.monotonic() - began:.0f} s")
    while (places := build(programs, environment)) is not None:
        if not drop(places):
            sys.exit(f"the copy does not compile, though no mutant is the reason: see {WORK}/build.log")
        write_mutants()
    mutants = [(n, m) for n, m in mutants if m.identity not in bad]
    say(f"{len(mutants)} are built, {time.monotonic() - began:.0f} s")

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        coverage = dict(pool.map(lambda p: record(p, environment), programs))
    say(f"recorded which case reaches which mutant, {time.monotonic() - began:.0f} s")

    def run(entry):
        name, mutant = entry
        old = results.get(mutant.identity)
        if options.again and old and old["killed"]:
            return name, mutant, old["killed"], True
        if known.get(mutant.identity, (None, False))[1]:
            # no case can notice an equivalent mutant, and each of them would have to run
            return name, mutant, None, True
        if time.monotonic() - began > 60 * options.minutes:
            return name, mutant, "not judged", True
        killed, reached = judge(mutant, asked[room_of(name)], coverage, options.budget)
        return name, mutant, killed, reached

    surviving, unjudged = [], 0
    count = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, mutant, killed, reached in pool.map(run, mutants):
            if killed == "not judged":
                unjudged += 1
                continue
            reason, equivalent = known.get(mutant.identity, (None, False))
            room = room_of(name)
            total = count.setdefault(room, {"killed": 0, "survived": 0, "equivalent": 0})
            total["killed" if killed else "equivalent" if equivalent else "survived"] += 1
            results[mutant.identity] = {"file": name, "line": mutant.line, "text": mutant.text, "killed": killed}
            if not killed:
                surviving.append((name, mutant, reached, reason))
                if not reason:
                    say(f"survived {mutant.identity} {name}:{mutant.line} {'' if reached else 'NOT REACHED '}{mutant.text[:150]}")
            results_file.write_text(json.dumps(results, indent=0))
    for room, total in count.items():
        judged = total["killed"] + total["survived"]
        say(f"{room}: {total['killed']} of {judged} killed, {100 * total['killed'] / max(judged, 1):.1f} %, "
            f"{total['equivalent']} equivalent; {time.monotonic() - began:.0f} s")
    if unjudged:
        say(f"{unjudged} were not judged in {options.minutes:g} minutes")
    gone = [i for i in known if (old := results.get(i)) and old["killed"]]
    if gone:
        say("these no longer survive, and must be removed from survivors.toml: " + " ".join(gone))
    if options.record:
        measured.update({n: hashes[n] for n in names})
        MEASURED.write_text(json.dumps(measured, indent=0, sort_keys=True) + "\n")
    unknown = sum(not reason for _, _, _, reason in surviving)
    if options.least is None:
        return 1 if unknown else 0
    killed = sum(total["killed"] for total in count.values())
    return 1 if 100 * killed < options.least * (killed + unknown) else 0


if __name__ == "__main__":
    sys.exit(main())
