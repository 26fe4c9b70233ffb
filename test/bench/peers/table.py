#!/usr/bin/env python3
"""Prints the table of a benchmark run: medians of the JSON lines of drive.py, and the goals of coinformer.

Fails when a client did not do its work; a target that is missed is no failure.
"""
import argparse
import json
import os
import statistics
import time
from collections import defaultdict

from cases import QUICK, Sizes
from rows import rows

OURS, PEERS, FLOOR = "coinformer", ("kube-rs", "client-go"), "floor"
COLUMNS = (OURS, *PEERS, FLOOR)  # the floor is shown, but it is no peer, because it does not do the work


class Runs:
    """The runs of one client: a dict from each case to the phases of each repetition."""

    def __init__(self):
        self.of = defaultdict(list)

    def number(self, case, value):
        """Returns the median of value(phases), or None if it was never measured."""
        numbers = []
        for phases in self.of[case]:
            try:
                numbers.append(value(phases))
            except KeyError:
                pass
        numbers = [x for x in numbers if x is not None]
        return statistics.median(numbers) if numbers else None


def lines_of(files):
    for name in files:
        with open(name, encoding="utf-8") as file:
            yield from map(json.loads, file)


def print_markdown(table):
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for number, line in enumerate(table):
        left = line[0].ljust(widths[0])
        print("|", " | ".join([left, *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:]))]), "|")
        if number == 0:
            print("|" + "|".join(["-" * (widths[0] + 2), *("-" * (w + 1) + ":" for w in widths[1:])]) + "|")


def heading(lines, sizes):
    """Returns a line with the machine, the programs and the sizes of the measurement."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        cpu = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "unknown CPU")
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(min(line["time"] for line in lines)))
    loads = sorted(line["load"] for line in lines)
    repetitions = 1 + max(line["rep"] for line in lines)
    took = sum(line["took_s"] for line in lines)
    return (f"{began}, {os.cpu_count()} x {cpu}, load {loads[0]:.1f} to {loads[-1]:.1f}; medians of {repetitions}; "
            f"{took:.0f} s.\n{sizes.pods:,} pods ({sizes.whole:,} whole), bursts of {sizes.burst:,}, "
            f"{sizes.handlers:,} handlers; values that depend on these numbers are scaled to 100,000.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="+", help="JSON lines of drive.py, all of one size")
    args = parser.parse_args()
    clients, sizes, problems = defaultdict(Runs), None, []
    lines = list(lines_of(args.file))
    for line in lines:
        sizes = Sizes(**line["sizes"])
        clients[line["client"]].of[line["case"]].append(line["phases"])
        if "failed" in line["phases"]:
            problems.append(f"{line['case']}: {line['client']} failed: {line['phases']['failed']}")
    if not sizes:
        raise SystemExit("nothing was measured")
    table = [["work", *COLUMNS, "of the best", "to reach", ""]]
    for row in rows(sizes):
        values = {name: row.value(clients[name]) for name in COLUMNS}
        if all(v is None for v in values.values()):
            continue
        peers = [values[p] for p in PEERS if values[p] is not None]
        values["best"] = min(peers) if peers else None
        ours, limit = values[OURS], row.limit(values)
        ratio = f"{ours / values['best']:.2f}" if ours is not None and values["best"] and values["best"] > 0 else ""
        verdict = "" if ours is None or limit is None or sizes.pods < QUICK.pods else "ok" if ours <= limit else "miss"
        show = lambda x: "–" if x is None else f"{x:,.{row.digits}f} {row.unit}".strip()
        table.append([row.work, *(show(values[c]) for c in COLUMNS), ratio, f"≤ {row.target}" if row.target != "-" else "",
                      verdict])
    print(heading(lines, sizes))
    print_markdown(table)
    for problem in problems:
        print(problem)
    raise SystemExit(1 if problems else 0)


if __name__ == "__main__":
    main()
