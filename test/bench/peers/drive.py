#!/usr/bin/env python3
"""Runs the benchmark's cases, and prints one JSON line for each run of a client. See PROTOCOL.md.

Clients of one case run in turn against one server process, repetition by repetition, so that noise hits all alike.
"""
import argparse
import json
import os
import shlex
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from cases import QUICK, SMOKE, Sizes, cases


class Server:
    """A synthapi, in a process of its own."""

    def __init__(self, program, flags):
        self.process = subprocess.Popen([program, "--port", "0", *shlex.split(flags)], stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"synthapi {flags} does not start")
        self.scheme = "https" if "--tls" in flags else "http"
        self.url = f"{self.scheme}://{json.loads(line)['addr']}"

    def call(self, path, method="GET"):
        trust = ssl._create_unverified_context() if self.scheme == "https" else None
        with urllib.request.urlopen(urllib.request.Request(self.url + path, method=method), context=trust) as answer:
            return json.load(answer)

    def used(self):
        """Returns the CPU seconds that the server has used until now, and the bytes of pods that it has sent."""
        stats = self.call("/admin/stats")
        return stats["cpu_s"], stats["bytes"]

    def stop(self):
        self.process.kill()
        self.process.wait()


def external(pid):
    """Returns the kernel's numbers of a client: CPU seconds until now, kB, threads, open sockets."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            stat = file.read().rsplit(")", 1)[1].split()
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            status = dict(line.split(":", 1) for line in file.read().splitlines())
        sockets = sum(os.readlink(f.path).startswith("socket:") for f in os.scandir(f"/proc/{pid}/fd"))
    except (OSError, IndexError):
        return {}
    number = lambda key: int(status[key].split()[0]) if key in status else 0  # a zombie has no memory
    return {"cpu_s": (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"), "hwm_kb": number("VmHWM"),
            "rss_kb": number("VmRSS"), "threads": number("Threads"), "sockets": sockets}


def wrong(case, phases):
    """Says what a client that has ended did not do. Returns None if it did everything."""
    expected = [(phase, "objects", case.objects) for phase in ("synced", "rest") if case.share == 1]
    held = phases.get("rest", {}).get("objects", 0)
    if case.share > 1 and not 0.7 * case.objects < case.share * held < 1.3 * case.objects:
        return f"a share of 1/{case.share} has {held} of {case.objects} objects"
    if case.burst:
        expected += [("burst", "events", case.burst), ("burst", "handlers", case.handlers),
                     ("burst", "samples", case.burst)]
    if case.restarted and "restored" in phases.get("synced", {}):
        expected.append(("synced", "restored", case.objects))
    for flag, phase in (("--idle", "idle"), ("--relist", "relist")):
        if flag in case.client.split() and phase not in phases:
            return f"no {phase}"
    for phase, name, value in expected:
        found = phases.get(phase, {}).get(name)
        if found != value:
            return f"{phase}: {name} is {found}, not {value}"
    return None


def run(server, command, case, name, file, log):
    """Runs one client, in whose flags {file} stands for `file`. Returns a dict from each phase to its JSON line, with `ext`
    (the kernel's numbers), `server_cpu_s` and `server_bytes`."""
    flags = shlex.split(f"{case.client} {case.extra.get(name, '')}".format(file=file))
    phases, before = {}, server.used()
    client = subprocess.Popen([*shlex.split(command), "--server", server.url, *flags], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=log, text=True)
    killer = threading.Timer(case.timeout, client.kill)
    killer.start()
    try:
        for line in client.stdout:
            phase = json.loads(line)
            what = phase.pop("event")
            phase["ext"] = external(client.pid)
            now = server.used()
            phase["server_cpu_s"], phase["server_bytes"] = round(now[0] - before[0], 4), now[1] - before[1]
            before = now
            phases[what] = phase
            if what == "expire":
                server.call("/admin/expire", "POST")
            elif what == "ready":
                server.call(f"/admin/burst?n={case.burst}&rate={case.rate}", "POST")
            elif what in ("end", "unsupported"):
                break
        client.stdin.close()
        client.wait(timeout=30)
    except subprocess.TimeoutExpired:
        phases["failed"] = "the client did not end when its standard input ended"
    finally:
        killer.cancel()
        if client.poll() is None:
            client.kill()
            client.wait()
    if "unsupported" in phases or "failed" in phases:
        return phases
    if "end" not in phases:
        phases["failed"] = f"exit {client.returncode} after {list(phases)[-1] if phases else 'nothing'}"
    elif mistake := wrong(case, phases):
        phases["failed"] = mistake
    return phases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="*", help="only cases whose names begin with this")
    parser.add_argument("--list", action="store_true", help="only print the cases' names")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, one repetition")
    parser.add_argument("--smoke", action="store_true", help="sizes too small to measure, to check that everything works")
    parser.add_argument("--reps", type=int, help="repetitions")
    parser.add_argument("--server", default="synthapi", help="synthapi's program")
    parser.add_argument("--client", action="append", default=[], metavar="NAME=COMMAND", help="a client; repeat it")
    parser.add_argument("--log", default=os.devnull, help="a file for what clients write to standard error")
    args = parser.parse_args()
    sizes = SMOKE if args.smoke else QUICK if args.quick else Sizes()
    wanted = [c for c in cases(sizes) if not args.case or any(c.name.startswith(part) for part in args.case)]
    if args.list:
        print(*(c.name for c in wanted), sep="\n")
        return
    clients = dict(c.split("=", 1) for c in args.client)
    wanted.sort(key=lambda c: c.server)  # a server may serve several cases; the sort keeps their order
    server, serving = None, None
    try:
        with open(args.log, "a", encoding="utf-8") as log, tempfile.TemporaryDirectory() as kept:
            for case in wanted:
                if serving != case.server:
                    if server:
                        server.stop()
                    server, serving = Server(args.server, case.server), case.server
                given_up = set()
                for rep in range(args.reps or sizes.reps):
                    for name, command in clients.items():
                        if name in given_up or case.only and name not in case.only:
                            continue
                        print(f"{case.name}: {name}", file=sys.stderr, flush=True)
                        log.write(f"== {case.name}: {name}\n")
                        log.flush()
                        file = f"{kept}/{case.name} {name}".replace(" ", "-")
                        if case.restarted and rep == 0:  # what this run does wrong shows in the measured ones
                            run(server, command, case, name, file, log)
                        began = time.time()
                        phases = run(server, command, case, name, file, log)
                        if "unsupported" in phases or "failed" in phases:
                            given_up.add(name)
                        print(json.dumps({"case": case.name, "client": name, "rep": rep, "load": os.getloadavg()[0],
                                          "time": int(began), "took_s": round(time.time() - began, 2),
                                          "sizes": vars(sizes), "phases": phases}), flush=True)
    finally:
        if server:
            server.stop()


if __name__ == "__main__":
    main()
