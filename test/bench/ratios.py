#!/usr/bin/env python3
"""Reports whether something has become slower out of proportion. It compares ratios of one run of coinformer-micro, and
never times, so that it works on any machine, even a busy one. The margins are at least twice the measured ratios.

usage: ratios.py [FILE.json]
  FILE.json   the output of coinformer-micro, built with -O2 (--benchmark_out=FILE.json). Without a file, ratios.py runs
              build/release/bin/coinformer-micro, with three short repetitions of the benchmarks, in two minutes.
  --list      prints the comparisons
The status is 1 if a ratio is above its margin, and 2 if there is nothing to compare.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/bin/coinformer-micro"

# Each row has two benchmarks, the highest allowed ratio of the first to the second, the counter that is compared, and
# the meaning of the row. Without a counter, the cost of an item is compared. Without a second benchmark, the cost of the
# writer beside readers is compared with its cost alone.
RATIOS = [
    ("decode/list/protobuf", "decode/list/json_best", 1.2, "", "Protobuf costs no more than JSON."),
    ("decode/watch/protobuf", "decode/watch/json_best", 1.2, "", "Protobuf costs no more than JSON."),
    ("decode/list/json_sse2", "decode/list/json_best", 3.5, "", "Without AVX2 JSON costs a little more."),
    ("decode/list/json_portable", "decode/list/json_best", 6.0, "", "Without vector instructions it is the same algorithm."),
    ("decode/watch/json_best", "decode/list/json_best", 3.0, "", "An event costs what an object of a list does."),
    ("queue/by_key/each_once", "queue/by_arrival/each_once", 6.0, "", "A queue by key looks each key up."),
    ("queue/by_key/each_10_times", "queue/by_key/each_once", 2.0, "", "A change that replaces a queued one costs no more."),
    ("store/apply/batch_45/1000000", "store/apply/batch_45/10000", 10.0, "",
     "An event costs the same in a large store, except for cache misses."),
    ("store/apply/batch_1/1000000", "store/apply/batch_1/100000", 4.0, "",
     "An event that comes alone copies no part of the store."),
    ("store/leave_and_come/1000000", "store/leave_and_come/10000", 10.0, "",
     "The cost to add and to delete does not depend on the number of objects."),
    ("store/get/1000000", "store/get/100000", 6.0, "", "A look-up does not depend on the number of objects, except for cache misses."),
    ("store/get/100000", "store/get_of_std_map/100000", 2.0, "", "Snapshots do not make a look-up slower."),
    ("store/get_one_of_1000/1000000", "store/get_one_of_1000/10000", 6.0, "", "The same with objects that are in the processor's caches."),
    ("store/by_index/100000", "store/get/100000", 4.0, "", "An index is looked up as a key is."),
    ("store/snapshot/1000000", "store/snapshot/10000", 4.0, "", "A snapshot is taken, not copied."),
    ("dispatch/plain/burst/1000", "dispatch/plain/burst/10", 2.0, "s_delivery", "The more handlers there are, the less a delivery costs."),
    ("dispatch/plain/burst/100000", "dispatch/plain/burst/1000", 4.0, "s_delivery", "A delivery does not cost more with very many handlers."),
    ("dispatch/plain/paced/1000", "dispatch/plain/paced/10", 1.0, "s_delivery", "Handlers share the cost of being woken."),
    ("dispatch/plain/burst/1000", "dispatch/plain/burst/10", 1.5, "allocations", "No memory is allocated for one handler's event."),
    ("dispatch/tasks/burst/1000", "dispatch/plain/burst/1000", 16.0, "s_delivery", "A task costs a coroutine's frame, and no post."),
    ("dispatch/tasks/paced/1000", "dispatch/plain/paced/1000", 5.0, "s_delivery", "The same with one event at a time."),
    ("reads/100000/get/snapshot_each/readers:1", "reads/100000/get/snapshot_10ms/readers:1", 6.0, "s_read",
     "A snapshot for each read is cheap enough beside a writer."),
    ("reads/100000/get/snapshot_each_paused/readers:1", "", 2.0, "s_event", "A read now and then costs the writer almost nothing."),
    ("reads/100000/get/snapshot_each/readers:1", "", 10.0, "s_event", "Reads without a pause do not stop the writer."),
    ("reads/100000/get/snapshot_10ms/readers:1", "", 10.0, "s_event",
     "After a new snapshot the writer copies parts of the store, not all of it."),
]


def cost(runs, name, counter):
    """Returns the lowest value of the repetitions, because everything else on the machine only adds to it. Returns None
    if the benchmark was not run."""
    costs = []
    for run in runs:
        if run["run_type"] != "iteration" or run["run_name"].split("/iterations:")[0] != name:
            continue
        if run.get("error_occurred"):
            raise SystemExit(f"{name}: {run.get('error_message')}")
        if counter or run.get("items_per_second"):
            costs.append(run[counter] if counter else 1e9 / run["items_per_second"])
    return min(costs) if costs else None


def run_program():
    if not PROGRAM.exists():
        print(f"{PROGRAM} does not exist: cmake --preset release && "
              "cmake --build --preset release --target coinformer-micro", file=sys.stderr)
        sys.exit(2)
    names = sorted({name for ratio in RATIOS for name in ratio[:2] if name})
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "micro.json"
        subprocess.run([PROGRAM, f"--benchmark_filter=^({'|'.join(names)})(/iterations:.*)?$", f"--benchmark_out={out}",
                        "--benchmark_out_format=json", "--benchmark_repetitions=3", "--benchmark_min_time=0.1"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads(out.read_text())


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if arguments == ["--list"]:
        for ratio in RATIOS:
            print(f"{ratio[0]} <= {ratio[2]:g} x {ratio[1] or 'alone'}: {ratio[-1]}")
        return 0
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    runs = (json.loads(Path(arguments[0]).read_text()) if arguments else run_program())["benchmarks"]

    compared = broken = 0
    for one, other, most, counter, meaning in RATIOS:
        costs = cost(runs, one, counter), cost(runs, other or one, counter if other else f"{counter}_alone")
        if None in costs:
            print(f"absent  {one if costs[0] is None else other}")
            continue
        ratio = costs[0] / costs[1]
        good = ratio <= most
        compared += 1
        broken += not good
        what = f"{one} to {other or 'alone'}" + (f", {counter}" if counter else "")
        print(f"{'ok    ' if good else 'BROKEN'}  {ratio:6.2f}, at most {most:5.2f}: {what}. {meaning}")
    print(f"{compared} ratios of {len(RATIOS)}, {broken} broken")
    if compared == 0:
        return 2
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
