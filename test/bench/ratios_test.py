#!/usr/bin/env python3
"""Checks that ratios.py reports exactly the ratios that are too high, and that the benchmarks that it compares exist.

usage: ratios_test.py COINFORMER-MICRO
"""
import contextlib
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import ratios


def judged(costs):
    """Returns the status and the output of ratios.py for benchmarks that take `times`. An item of each takes 1 ns, and so
    do the counters."""
    runs = [{"run_name": name, "run_type": "iteration", "items_per_second": 1e9 / ns, "s_delivery": ns * 1e-9,
             "s_event": ns * 1e-9, "s_event_alone": 1e-9, "s_read": ns * 1e-9, "allocations": ns} for name, ns in costs]
    with tempfile.TemporaryDirectory() as directory, contextlib.redirect_stdout(io.StringIO()) as said:
        file = Path(directory) / "micro.json"
        file.write_text(json.dumps({"benchmarks": runs}))
        return ratios.main([str(file)]), said.getvalue()


names = sorted({name for ratio in ratios.RATIOS for name in ratio[:2] if name})
even = [(name, 1) for name in names]

status, said = judged(even)
assert status == 0 and "BROKEN" not in said and "absent" not in said, said

status, said = judged(even + [(name, 1000) for name in names])  # a repetition that other work disturbed
assert status == 0, said

for one, other, *_ in ratios.RATIOS:
    status, said = judged([(name, 1000 if name == one else 1) for name in names])
    assert status == 1 and any(f"{one} to {other or 'alone'}" in line for line in said.splitlines() if "BROKEN" in line), said

assert judged([])[0] == 2

# only a smoke run reduces the sizes, so this asks for the whole list
there = {line.split("/iterations:")[0] for line in
         subprocess.run([sys.argv[1], "--benchmark_list_tests=true"], check=True, capture_output=True,
                        text=True).stdout.splitlines()}
missing = [name for name in names if name not in there and "sse2" not in name]  # not every machine has that
assert not missing, f"ratios.py compares benchmarks that do not exist: {missing}"
