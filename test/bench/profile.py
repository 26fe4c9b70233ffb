#!/usr/bin/env python3
"""usage: test/bench/profile.py

Where coinformer's time goes: samples its client with perf while it lists 100,000 pods, lists them again, and is told of a
burst of updates. Needs perf, and what test/bench/run.sh has built.
"""
import collections
import pathlib
import re
import shlex
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = [  # the first pattern that matches a symbol counts
    ("the kernel: receiving, page faults, waking up", r"^\[k\]"),
    ("skipping undeclared values", r"nested_|string_avx2|string_of|skip_"),
    ("scanning declared values", r"object_scanner|proto_scanner|scanned_object|pack_uid|check_string|json_scanner|scalar"),
    ("interned texts", r"intern"),
    ("building objects", r"object_builder|key_set|tape|width_of_values|same_keys"),
    ("framing: HTTP, lists, events", r"http|connection|body_slices|byte_window|list_decoder|watch_decoder|tcp_stream|collection"),
    ("the store, its indices, keys", r"store|key_table|index_data|listing|frontier|object_header|snapshot|compare_resource"),
    ("queue, log, handlers", r"delta|change|handler|run_queue|fan_out|controller|reflector|tally|phases|ring"),
    ("Asio, coroutines", r"asio|wakeup"),
    ("copying, comparing, hashing bytes", r"mem(cpy|move|cmp|set|chr)|_Hash_bytes"),
    ("malloc and free", r"malloc|_int_|free|operator (new|delete)|unlink_chunk"),
]


def part_of(symbol):
    return next((name for name, pattern in PARTS if re.search(pattern, symbol)), "the rest")


def record(case, data):
    """Returns the time in seconds and the symbol of each sample."""
    client = f"perf record -F 10000 -o {data} {ROOT / 'build/release/bin/coinformer-bench-client'}"
    drive = [ROOT / "test/bench/peers/drive.py", "--server", ROOT / "build/bench/bin/synthapi", "--reps", "1",
             "--log", f"{data}.log", "--client", f"coinformer={client}", case]
    subprocess.run(drive, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    script = subprocess.run(shlex.split(f"perf script -i {data} -F time,ip,sym,dso"), check=True, capture_output=True,
                            text=True)
    for line in script.stdout.splitlines():
        if fits := re.match(r"\s*([\d.]+):\s+[0-9a-f]+\s+(.*) \((.*)\)$", line):
            time, symbol, where = fits.groups()
            yield float(time), "[k]" if "kernel" in where or symbol == "[unknown]" else symbol


def phases(samples):
    """Splits the samples in two at the longest pause: the first list, and everything after it."""
    cut = max(range(1, len(samples)), key=lambda i: samples[i][0] - samples[i - 1][0])
    return samples[:cut], samples[cut:]


def main():
    with tempfile.TemporaryDirectory() as folder:
        first, again = phases(list(record("first json", f"{folder}/first")))
        burst = phases(list(record("burst json", f"{folder}/burst")))[1]
    columns = {"first list": first, "listed again": again, "burst": burst}
    counts = {name: collections.Counter(part_of(symbol) for _, symbol in column) for name, column in columns.items()}
    print(f"| share of the CPU | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for part in [name for name, _ in PARTS] + ["the rest"]:
        shares = (f"{100 * counts[name][part] / len(column):.0f} %" for name, column in columns.items())
        print(f"| {part} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
