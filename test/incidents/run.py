#!/usr/bin/env python3
"""Plays incidents to followers, and compares the verdicts with incidents.toml.

It runs each incident with each follower, in processes of their own, many at a time, because they mostly wait. It prints a line
for each run, and fails if a verdict is another one than incidents.toml says, so that docs/incidents.md stays true.
"""
import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress

from rows import FINE, LIBRARIES, OURS, incidents

POLL = 0.1  # seconds between two looks at the follower's store
LINE = 16 << 20  # bytes of the longest line
SCRIPT = 60  # seconds after which a script that waits for the follower's sync is given up


class Process:
    """A server or a follower: a program that prints JSON lines, and reads lines."""

    async def start(self, command, log):
        self.process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log, limit=LINE)
        self.reader = asyncio.create_task(self.read())
        return self

    async def read(self):
        async for line in self.process.stdout:
            self.take(json.loads(line))

    def say(self, line):
        with suppress(ConnectionError, RuntimeError):
            self.process.stdin.write(line.encode() + b"\n")

    async def stop(self):
        with suppress(ConnectionError, RuntimeError):
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), 5)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
        await self.reader


class Server(Process):
    def __init__(self):
        self.listening = asyncio.Event()
        self.requests, self.truth, self.undecodable, self.bytes = [], None, set(), 0
        self.began = time.monotonic()

    def take(self, line):
        event = line.pop("event")
        if event == "listening":
            self.listening.set()
        elif event == "request":
            self.requests.append((round(time.monotonic() - self.began, 2), line["verb"], line["target"]))
        elif event == "played":
            self.truth, self.undecodable = line["objects"], set(line["undecodable"])
        elif event == "end":
            self.bytes = line["bytes"]


class Follower(Process):
    """Keeps, beside the store that the follower prints, what its handlers were told."""

    def __init__(self):
        self.store, self.known, self.listed = None, {}, {}
        self.synced, self.went_back, self.calls, self.failures = False, False, 0, []
        self.deleted = set()

    def take(self, line):
        event = line.pop("event")
        if event == "synced":
            self.synced = True
        elif event == "store":
            self.store = line["objects"]
        elif event == "failed":
            self.failures.append(line["why"])
        elif event == "init":
            self.listed = {}
        elif event == "init done":  # kube-rs: what was not listed is gone
            self.known = self.listed
        else:
            self.take_change(event, line)

    def take_change(self, event, line):
        self.calls += 1
        name, state = line["name"], [line["uid"], line["version"], line["value"]]
        if event == "deleted":
            self.known.pop(name, None)
            self.deleted.add(name)
            return
        before = self.known.get(name)
        if before and before[0] == state[0] and int(before[1]) > int(state[1]):
            self.went_back = True
        (self.listed if event == "listed" else self.known)[name] = state

    def memory_mb(self, key):
        with suppress(OSError), open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            for line in status:
                if line.startswith(key + ":"):
                    return int(line.split()[1]) / 1024
        return 0.0


class Run:
    """One incident with one follower."""

    def __init__(self, incident, library, server_command, follower_command):
        self.incident, self.library = incident, library
        self.server_command, self.follower_command = server_command, follower_command
        self.server, self.follower = Server(), Follower()
        self.right_after, self.told_in_time, self.memory_at_sync = None, False, None

    async def play(self, directory, log):
        slow = [str(self.incident.slow_ms)] if self.incident.slow_ms else []
        await self.server.start([self.server_command, self.incident.name, directory], log)
        await asyncio.wait_for(self.server.listening.wait(), 20)
        await self.follower.start([*self.follower_command.split(), f"{directory}/kubeconfig", *slow], log)
        await self.watch()
        self.memory = self.follower.memory_mb("VmHWM") - (self.memory_at_sync or 0)
        self.ended = self.follower.process.returncode is not None
        await self.follower.stop()
        await self.server.stop()
        return self

    async def watch(self):
        """Looks at the follower until it has been right for a second, or for as long as the limit allows."""
        began, played, right_since = time.monotonic(), None, None
        while self.follower.process.returncode is None:
            await asyncio.sleep(POLL)
            now = time.monotonic()
            if self.follower.synced and self.memory_at_sync is None:
                self.memory_at_sync = self.follower.memory_mb("VmRSS")
                self.server.say("synced")
            self.follower.say("store")
            if self.server.truth is None:
                self.told_in_time = bool(self.follower.failures)
                if now - began > SCRIPT:
                    return
                continue
            played = played or now
            if not (self.follower.synced and self.is_right(self.follower.store) and self.is_right(self.follower.known)):
                right_since = None
            elif right_since is None:
                right_since, self.right_after = now, now - played
            elif now - right_since > 1:
                return
            if now - played > self.incident.limit:
                return

    def is_right(self, objects):
        if self.server.truth is None:
            return False
        return {k: v for k, v in (objects or {}).items() if k not in self.server.undecodable} == self.server.truth

    def faults(self):
        """What a user of the library would complain about."""
        row, store_is_right = self.incident, self.is_right(self.follower.store)
        if self.ended:
            yield "ended"
        if not self.follower.synced:
            yield "never synced"
        elif not store_is_right:
            yield "stale"
        elif not self.is_right(self.follower.known):
            yield "handler behind"
        elif self.right_after is not None and self.right_after > row.within:
            yield "late"
        if self.follower.went_back and not row.history_jumps:
            yield "went back in time"
        if row.replaced and row.replaced not in self.follower.deleted:
            yield "deletion not told"
        if row.told and not self.told_in_time:
            yield "silent"
        if len(self.server.requests) > row.requests:
            yield "storm"
        if row.memory_mb and self.memory > row.memory_mb:
            yield "memory"

    def verdict(self):
        return ", ".join(self.faults()) or FINE

    def report(self):
        verbs = [verb for _, verb, _ in self.server.requests]
        return {"incident": self.incident.name, "library": self.library, "verdict": self.verdict(),
                "right_after_s": self.right_after and round(self.right_after, 1), "requests": len(verbs),
                "lists": verbs.count("list"), "watches": verbs.count("watch"), "mb_sent": round(self.server.bytes / 1e6, 2),
                "memory_mb": round(self.memory, 1), "handler_calls": self.follower.calls,
                "failures_told": len(self.follower.failures)}


async def play_all(rows, followers, server, jobs, log, show):
    turns = asyncio.Semaphore(jobs)

    async def one(row, library):
        async with turns:
            with tempfile.TemporaryDirectory() as directory:
                run = await Run(row, library, server, followers[library]).play(directory, log)
        print(json.dumps(run.report()), flush=True)
        if show:
            for request in run.server.requests[:show]:
                print("   ", *request, flush=True)
            for failure in run.follower.failures[:show]:
                print("    failed:", failure, flush=True)
        return run

    # the longest first, so that none of them begins at the end
    order = sorted(rows, key=lambda row: -row.limit)
    return await asyncio.gather(*(one(row, library) for row in order for library in followers))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("incident", nargs="*", help="only these")
    parser.add_argument("--server", required=True, help="the program incident_server")
    parser.add_argument("--follower", action="append", required=True, metavar="LIBRARY=COMMAND", help="repeat it")
    parser.add_argument("--jobs", type=int, default=16, help="runs at the same time")
    parser.add_argument("--log", help="a file for what the programs write to standard error")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N requests and failures of each run")
    parser.add_argument("--sanitized", action="store_true",
                        help="the programs have a sanitizer: do not judge their memory, and allow them twice the time")
    args = parser.parse_args()
    followers = dict(text.split("=", 1) for text in args.follower)
    if unknown := set(followers) - set(LIBRARIES):
        parser.error(f"no such library: {', '.join(unknown)}")
    rows = incidents()
    played = set(subprocess.run([args.server], capture_output=True, text=True, check=True).stdout.split())
    if different := played ^ {row.name for row in rows}:
        parser.error(f"only one of incidents.toml and the server has {', '.join(sorted(different))}")
    if unknown := set(args.incident) - played:
        parser.error(f"no such incident: {', '.join(sorted(unknown))}")
    rows = [row for row in rows if not args.incident or row.name in args.incident]
    for row in rows if args.sanitized else []:
        row.memory_mb, row.within, row.limit = 0, 2 * row.within, 2 * row.limit
    with open(args.log or "/dev/null", "ab") as log:
        runs = asyncio.run(play_all(rows, followers, args.server, args.jobs, log, args.show))
    wrong = 0
    for run in runs:
        expected = run.incident.results[run.library]
        if run.verdict() != expected["verdict"]:
            wrong += 1
            print(f"FAILED: {run.incident.name}: {run.library} is \"{run.verdict()}\"; incidents.toml says \"{expected['verdict']}\"")
        elif run.library == OURS and expected["verdict"] != FINE and "open" not in expected:
            wrong += 1
            print(f"FAILED: {run.incident.name}: {OURS} is not fine, and incidents.toml does not call that an open defect")
    print(f"{len(runs) - wrong} of {len(runs)} runs end as incidents.toml says")
    sys.exit(1 if wrong or not runs else 0)


if __name__ == "__main__":
    main()
