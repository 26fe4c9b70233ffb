"""The rows of the table: how each is computed from the runs, and the goal of coinformer."""
from dataclasses import dataclass
from typing import Callable


def mb(kb):
    return kb * 1024 / 1e6


@dataclass
class Row:
    work: str
    unit: str
    value: Callable      # (runs of one client) -> number, None when it was not measured
    target: str          # the goal, as the table shows it
    limit: Callable      # (values: client -> number, the peers' best included as "best") -> the highest value that will do
    digits: int = 2


def at_most(number):
    return lambda values: number


def below_peers(number):
    return lambda values: min(number, values["best"]) if values.get("best") is not None else number


def share_of(client, share):
    return lambda values: values[client] * share if values.get(client) is not None else None


def key(case, phase, name, factor=1):
    return lambda runs: runs.number(case, lambda p: p[phase][name] * factor)


def at_rest(case, factor=1):
    return lambda runs: runs.number(case, lambda p: mb(p["rest"]["rss_kb"] - p["start"]["rss_kb"]) * factor)


def peak_over_rest(case, phase):
    return lambda runs: runs.number(case, lambda p: mb(p[phase]["hwm_kb"] - p["rest"]["rss_kb"]))


def difference(minuend, subtrahend, factor):
    def value(runs):
        a = runs.number(minuend, lambda p: p["rest"]["rss_kb"])
        b = runs.number(subtrahend, lambda p: p["rest"]["rss_kb"])
        return None if a is None or b is None else (a - b) * factor
    return value


def quotient(top, bottom):
    def value(runs):
        a, b = top(runs), bottom(runs)
        return None if a is None or not b else a / b
    return value


def resync_cpu(objects, factor):
    def one(p):
        rounds = p["idle"]["resync_events"] / objects
        return p["idle"]["cpu_s"] / rounds * factor if rounds >= 1 else None
    return lambda runs: runs.number("resync", one)


def of_a_quarter(case, whole_case, name, cpu):
    """Returns the rows of a member that holds a quarter: its use in proportion to that of a client that holds all."""
    asked = cpu < .5  # the server was asked for the share, and sent nothing else
    first = quotient(key(case, "synced", "cpu_s"), key(whole_case, "synced", "cpu_s"))
    memory = quotient(at_rest(case), at_rest(whole_case))
    sent = quotient(key(case, "synced", "server_bytes"), key(whole_case, "synced", "server_bytes"))
    return [Row(name + "CPU, of all", "", first, f"{cpu}", at_most(cpu)),
            Row("… memory at rest, of all", "", memory, "0.3", at_most(.3)),
            *([Row("… bytes, of all", "", sent, "0.3", at_most(.3))] if asked else [])]


def rows(n):
    """Returns the rows. `n` is the run's Sizes. A value that depends on a size is scaled to 100,000 pods or handlers."""
    pods, whole, handlers = 1e5 / n.pods, 1e5 / n.whole, 1e5 / n.handlers
    first, relist = key("first json", "synced", "cpu_s", pods), key("first json", "relist", "cpu_s", pods)
    tls = key("first tls", "synced", "cpu_s", pods)
    low, high = f"scale {n.scale[0]}", f"scale {n.scale[-1]}"
    event = lambda case: key(case, "burst", "cpu_us_per_event")
    return [
        Row("first sync, 100k pods, JSON, ten fields: CPU", "s", first, "1/7 of kube-rs", share_of("kube-rs", 1 / 7)),
        Row("… memory at rest above an empty process", "MB", at_rest("first json", pods), "36", at_most(36), 1),
        Row("… peak above rest", "MB", peak_over_rest("first json", "synced"), "2", at_most(2), 1),
        Row("first sync, protobuf, ten fields: CPU", "s", key("first proto", "synced", "cpu_s", pods),
            "1/14 of client-go", share_of("client-go", 1 / 14)),
        Row("first sync, JSON, whole objects: CPU", "s", key("whole json", "synced", "cpu_s", whole), "0.6", at_most(.6)),
        Row("… memory at rest", "MB", at_rest("whole json", whole), "340", at_most(340), 0),
        Row("… a field read", "µs", key("whole json", "reads", "us_per_read"), "2", at_most(2)),
        Row("first sync, protobuf, whole objects: CPU", "s", key("whole proto", "synced", "cpu_s", whole), "0.6",
            at_most(.6)),
        Row("… memory at rest", "MB", at_rest("whole proto", whole), "190", at_most(190), 0),
        Row("first sync, JSON, compressed whole objects: CPU", "s", key("compressed json", "synced", "cpu_s", whole), "1.2",
            at_most(1.2)),
        Row("… memory at rest", "MB", at_rest("compressed json", whole), "120", at_most(120), 0),
        Row("… a field read", "µs", key("compressed json", "reads", "us_per_read"), "-", at_most(None)),
        Row("first sync, protobuf, compressed whole objects: CPU", "s", key("compressed proto", "synced", "cpu_s", whole),
            "1.2", at_most(1.2)),
        Row("… memory at rest", "MB", at_rest("compressed proto", whole), "120", at_most(120), 0),
        Row("relist of 100k unchanged objects: CPU", "s", relist, "-", at_most(None)),
        Row("… share of the first sync's CPU", "", quotient(relist, first), "1/2", at_most(.5)),
        Row("… peak above rest", "MB", peak_over_rest("first json", "relist"), "2", at_most(2), 1),
        Row("… handler calls", "", key("first json", "relist", "handler_calls"), "0", at_most(0), 0),
        Row("burst, 1 handler, JSON: CPU an event", "µs", event("burst json"), "4.5", at_most(4.5)),
        Row("… allocations an event", "", key("burst json", "burst", "allocations_per_event"), "-", at_most(None), 1),
        Row("… counted in metrics: of the CPU without", "", quotient(event("burst metrics"), event("burst json")), "1.01",
            at_most(1.01)),
        Row("… counted: allocations an event", "", key("burst metrics", "burst", "allocations_per_event"), "-", at_most(None), 1),
        Row("… recorded by a flight recorder: of the CPU without", "", quotient(event("burst recorded"), event("burst json")),
            "-", at_most(None)),
        Row("… recorded: peak above rest", "MB", peak_over_rest("burst recorded", "burst"), "-", at_most(None), 1),
        Row("… without: peak above rest", "MB", peak_over_rest("burst json", "burst"), "-", at_most(None), 1),
        Row("burst, 1 handler, protobuf: CPU an event", "µs", event("burst proto"), "2.8", at_most(2.8)),
        Row("burst, 1,000 handlers: CPU an event", "µs", event("burst 1000"), "12", at_most(12), 1),
        Row("… handlers return a task", "µs", event("burst 1000 tasks"), "50", at_most(50), 1),
        Row("… whole objects, each handler reads an annotation", "µs", event("burst whole"), "60, and below the peers",
            below_peers(60), 1),
        Row("100k handlers: memory a handler", "B", difference("handlers", "one handler", 1024 / n.handlers), "128",
            at_most(128), 0),
        Row("… CPU an event", "ms", key("handlers", "burst", "cpu_us_per_event", handlers / 1e3), "2", at_most(2)),
        Row("… they return a task: memory a handler", "B",
            difference("handlers tasks", "one handler", 1024 / n.handlers), "256", at_most(256), 0),
        Row("… CPU an event", "ms", key("handlers tasks", "burst", "cpu_us_per_event", handlers / 1e3), "6", at_most(6)),
        Row("… whole objects, each handler reads an annotation: CPU an event", "ms",
            key("handlers whole", "burst", "cpu_us_per_event", handlers / 1e3), "7, and below the peers", below_peers(7)),
        Row("… threads", "", key("handlers", "burst", "threads"), "1", at_most(1), 0),
        Row("200 events/s: latency p50", "µs", key("paced", "burst", "lat_p50_us"), "1/2 of the best",
            share_of("best", 1 / 2), 0),
        Row("… p99", "µs", key("paced", "burst", "lat_p99_us"), "1/2 of the best", share_of("best", 1 / 2), 0),
        Row("a resync of 100k objects: CPU", "s", resync_cpu(n.pods, pods), "0.03", at_most(.03), 3),
        Row("200 kinds: memory", "MB", key("kinds", "rest", "rss_kb", 1024 / 1e6), "12", at_most(12), 1),
        Row("… threads", "", key("kinds", "rest", "threads"), "1", at_most(1), 0),
        Row("restart with 100k pods: CPU", "s", key("restart", "synced", "cpu_s", pods), "0.05", at_most(.05), 3),
        Row("… time", "s", key("restart", "synced", "wall_s", pods), "-", at_most(None), 3),
        Row("… memory at rest", "MB", at_rest("restart", pods), "-", at_most(None), 1),
        Row("… the server's CPU", "s", key("restart", "synced", "server_cpu_s", pods), "-", at_most(None), 3),
        Row("… with 1M pods: time", "s", key("restart of many", "synced", "wall_s", 1e6 / n.scale[-1]), "0.3", at_most(.3), 3),
        *[row for form, first_case in (("json", "first json"), ("proto", "first proto"))
          for row in of_a_quarter(f"a quarter {form}", first_case, f"a member of four, {form}, the server filters: ", .3)],
        *[row for form, first_case in (("json", "first json"), ("proto", "first proto"), ("compressed", "compressed json"))
          for row in of_a_quarter(f"a quarter filtered here {form}", first_case,
                                  f"a member of four, {form}, the client filters: ", .5)],
        *[Row(f"scale: {size:,} pods, CPU an event of a burst", "µs", event(f"scale {size}"), "-", at_most(None))
          for size in n.scale],
        Row(f"… most of {n.scale[0]:,}", "", quotient(event(high), event(low)), "1.5", at_most(1.5)),
        Row("… 1M pods, ten fields: memory at rest", "MB", at_rest(high, 1e6 / n.scale[-1]), "400", at_most(400), 0),
        Row("TLS, first sync: CPU", "s", tls, "-", at_most(None)),
        Row("… of the plain run's", "", quotient(tls, first), "1.6", at_most(1.6)),
        Row("… HTTP/2, of HTTP/1.1's", "", quotient(tls, key("first tls http1", "synced", "cpu_s", pods)), "1.15",
            at_most(1.15)),
        Row("TLS, burst, 1 handler: CPU an event", "µs", event("burst tls"), "-", at_most(None)),
        Row("… HTTP/2, of HTTP/1.1's", "", quotient(event("burst tls"), event("burst tls http1")), "1.15", at_most(1.15)),
        Row("TLS, 200 kinds: memory", "MB", at_rest("kinds tls"), "1/2 of the best", share_of("best", 1 / 2), 1),
        Row("… HTTP/1.1", "MB", at_rest("kinds tls http1"), "-", at_most(None), 1),
        Row("… CPU until they are synced", "s", key("kinds tls", "synced", "cpu_s"), "-", at_most(None)),
        Row("… connections", "", lambda runs: runs.number("kinds tls", lambda p: p["rest"]["ext"]["sockets"]), "1",
            at_most(1), 0),
        Row("… an idle watch, more than a plain one", "KB", difference("kinds tls", "kinds", 1.024 / 200), "40",
            at_most(40), 1),
    ]
