"""Makes the answers of status.json that the tests of the page are about. Each is one state of a program, and
a person who looks at the page has to see what is the matter."""
import copy
import math
import random

NOW = 1764098579.0  # 2025-11-25 19:22:59 UTC
STARTED = NOW - 3 * 86400 - 4 * 3600
FORBIDDEN = ('deployments.apps is forbidden: User "system:serviceaccount:shop:router" cannot list resource '
             '"deployments" in API group "apps" at the cluster scope')


def noise(seed, count, level, spread):
    """Returns `count` values around `level`; over a day, there are more of them by day than by night."""
    source = random.Random(seed)
    value, values = level, []
    for i in range(count):
        value += (level - value) * 0.2 + source.gauss(0, spread)
        sun = 0.35 * math.sin((i / count - 0.55) * 2 * math.pi) if count == 1440 else 0
        values.append(float(f"{max(0.0, value * (1 + sun)):.3g}"))
    return values


def both_spans(name, seed, level, spread):
    """Returns one series over ten minutes and over a day."""
    short, long = noise(seed, 600, level, spread / 2), noise(seed + 1, 1440, level, spread / 5)
    return {"name": name, "values": short}, {"name": name, "values": long}


def events_of(seed, level, spread):
    """Returns the events of one collection."""
    short, long = both_spans("", seed, level, spread)
    return {
        "ten_minutes": {"from": NOW - 599, "step": 1, "values": short["values"]},
        "day": {"from": NOW - 86340, "step": 60, "values": long["values"]}
    }


def plot(id_, title, unit, *series):
    return {
        "id": id_, "title": title, "unit": unit,
        "ten_minutes": {"from": NOW - 599, "step": 1, "series": [one for one, _ in series]},
        "day": {"from": NOW - 86340, "step": 60, "series": [one for _, one in series]}
    }


def part(start, end, state, cause=""):
    """A part of a time line, from `start` to `end` seconds ago."""
    return {"from": NOW - start, "to": NOW - end, "state": state, "cause": cause}


def collection(resource, **changes):
    """A collection that is well."""
    group = {"deployments": "apps", "leases": "coordination.k8s.io"}.get(resource, "")
    base = {
        "id": f"{resource}.v1" + (f".{group}" if group else ""),
        "resource": resource,
        "group": group,
        "version": "v1",
        "name": "",
        "namespaces": [],
        "label_selector": "",
        "field_selector": "",
        "phase": "watching",
        "synced": True,
        "objects": 1234,
        "bytes": 4_812_000,
        "handlers": 2,
        "queued": 0,
        "resource_version": "48211973",
        "seconds_since_proof": 3.2,
        "seconds_since_event": 1.0,
        "form": "streamed",
        "why_not_streamed": "",
        "last_failure": "",
        "failing_since": None,
        "listed": 0,
        "remaining": None,
        "restored": 0,
        "snapshot": None,
        "audit": None,
        "lists": 0,
        "streams": 1,
        "watches": 5,
        "failures": 0,
        "faults": 0,
        "lists_by_cause": [{"cause": "first list", "form": "streamed", "count": 1}],
        "timeline": [part(86400, 86397, "list", "first list"),
                     part(86397, 0, "watch")],
    }
    base["events"] = events_of(len(resource), 2, 0.8)
    return {**base, **changes}


def fresh():
    """Nothing is the matter."""
    collections = [
        collection("pods",
                   objects=12_408,
                   bytes=48_120_000,
                   handlers=2,
                   restored=12_390,
                   snapshot={
                       "seconds_since_saved": 41.0, "bytes": 9_120_000, "objects": 12_407, "last_failure": ""
                   },
                   audit={
                       "seconds_since_compared": 130.0, "objects": 12_406, "differences": 0, "last_failure": ""
                   }),
        collection("deployments",
                   objects=312,
                   bytes=2_130_000,
                   seconds_since_proof=8.4,
                   seconds_since_event=41.0,
                   resource_version="48211954",
                   namespaces=["shop", "checkout"]),
        collection("nodes",
                   objects=96,
                   bytes=1_020_000,
                   seconds_since_proof=12.0,
                   seconds_since_event=12.0,
                   resource_version="48211970",
                   form="paged",
                   lists=1,
                   streams=0,
                   why_not_streamed="the server does not stream lists (WatchList is off)"),
    ]
    return {
        "now": NOW,
        "started": STARTED,
        "interval": 1,
        "verdict": {
            "live": True, "ready": True, "stale": False, "reasons": [],
            "text": "All 3 collections are fresh; the oldest proof is 12 s old."
        },
        "process": {"resident_bytes": 118_000_000},
        "collections": collections,
        "handlers": [{
            "collection": "pods.v1", "name": "router", "changes": 1_204_331, "failures": 0, "waiting": 3,
            "oldest_seconds": 0.02, "mean_seconds": 0.00031
        }, {
            "collection": "pods.v1", "name": "metering", "changes": 1_204_334, "failures": 0, "waiting": 0,
            "oldest_seconds": None, "mean_seconds": 0.000042
        }, {
            "collection": "deployments.v1.apps", "name": "rollouts", "changes": 8_112, "failures": 0,
            "waiting": 0, "oldest_seconds": None, "mean_seconds": 0.0021
        }],
        "work_queues": [{
            "name": "rollouts", "depth": 1, "oldest_seconds": 0.1, "longest_running_seconds": 2.0,
            "adds": 8120, "retries": 14,
            "keys": [{"key": "shop/checkout", "seconds": 2.0, "working": True},
                     {"key": "shop/cart", "seconds": 0.1, "working": False}]
        }],
        "controllers": [{
            "name": "rollouts", "reconciles": 8119, "errors": 14, "active": 1, "mean_seconds": 0.034
        }],
        "leases": [{"name": "shop/rollouts", "leading": True}],
        "hot_objects": [{"collection": "pods.v1", "name": "shop/cart-7d9f8c5b64-x2x9k",
                         "changes": 1712}, {"collection": "pods.v1", "name": "shop/search-0", "changes": 640},
                        {"collection": "nodes.v1", "name": "worker-17", "changes": 288},
                        {"collection": "deployments.v1.apps", "name": "checkout/payments", "changes": 61}],
        "requests": [{
            "verb": "patch", "resource": "deployments", "count": 8119, "recent_count": 412,
            "bytes": 41_200_000, "mean_seconds": 0.012
        }, {"verb": "watch", "resource": "pods", "count": 612, "bytes": 912_000_000, "mean_seconds": 420.0}, {
            "verb": "watch", "resource": "nodes", "count": 540, "bytes": 88_000_000, "mean_seconds": 480.0
        }, {"verb": "list", "resource": "pods", "count": 3, "bytes": 144_000_000, "mean_seconds": 1.9}],
        "plots": [
            plot("events", "Events a second", "1/s", both_spans("added", 1, 0.8, 0.3),
                 both_spans("modified", 2, 4.2, 1.1), both_spans("deleted", 3, 0.7, 0.3),
                 both_spans("bookmark", 4, 0.05, 0.02)),
            plot("lag", "Lag from the server to the handlers", "s", both_spans("pods", 6, 0.006, 0.003),
                 both_spans("deployments", 7, 0.004, 0.001), both_spans("nodes", 8, 0.003, 0.001)),
            plot("waiting", "Changes that wait, by handler", "", both_spans("router", 9, 3, 1.2),
                 both_spans("metering", 10, 0.3, 0.2), both_spans("rollouts", 11, 0.2, 0.1)),
            plot("objects", "Memory by kind", "bytes", both_spans("pods", 12, 48e6, 2e5),
                 both_spans("deployments", 13, 2.1e6, 1e4), both_spans("nodes", 14, 1.0e6, 5e3)),
            plot("received", "Received bytes a second", "bytes/s", both_spans("pods", 15, 3400, 900),
                 both_spans("deployments", 16, 250, 60), both_spans("nodes", 17, 900, 150))
        ],
    }


def syncing():
    """The program has just begun, and reads its first list."""
    state = fresh()
    state["started"] = NOW - 6
    state["verdict"] = {
        "live": True, "ready": False, "stale": False, "text": "1 of 3 collections is not synced yet.",
        "reasons": ["pods: 5,500 of about 12,400 objects have been read"]
    }
    state["collections"][0].update(phase="reading",
                                   synced=False,
                                   objects=0,
                                   bytes=None,
                                   resource_version="",
                                   seconds_since_proof=None,
                                   seconds_since_event=None,
                                   listed=5500,
                                   remaining=6900,
                                   watches=0,
                                   timeline=[part(5, 0, "list", "first list")])
    for other in state["collections"][1:]:
        other["bytes"] = None
        other["timeline"] = [part(5, 4.2, "list", "first list"), part(4.2, 0, "watch")]
    for one in state["plots"]:
        for series in one["ten_minutes"]["series"]:
            series["values"][:594] = [None] * 594
        one["day"]["series"] = []
    for name in ("work_queues", "controllers", "leases", "hot_objects"):
        state[name] = []
    state["handlers"] = [{**handler, "changes": 0, "waiting": 0, "mean_seconds": None}
                         for handler in state["handlers"]]
    state["requests"] = [{
        "verb": "list", "resource": "pods", "count": 11, "bytes": 22_000_000, "mean_seconds": 0.4
    }]
    return state


def failing():
    """The API server cannot be reached."""
    state = fresh()
    cause = "connect to https://10.0.0.1:6443: Connection refused"
    state["verdict"] = {
        "live": True, "ready": False, "stale": True,
        "text": "No collection is fresh; the oldest proof is 3 min 20 s old.",
        "reasons": [f"{one}: failing for 3 min: {cause}" for one in ("pods", "deployments", "nodes")]
    }
    for one in state["collections"]:
        one.update(phase="waiting",
                   seconds_since_proof=200.0,
                   seconds_since_event=201.0,
                   last_failure=cause,
                   failing_since=NOW - 188,
                   failures=9,
                   timeline=[part(86400, 188, "watch"),
                             part(188, 0, "back-off", cause)])
    for one in state["plots"]:
        if one["id"] in ("events", "lag", "received"):
            for series in one["ten_minutes"]["series"]:
                series["values"][412:] = [None] * 188
    return state


def slow():
    """One handler does not keep up."""
    state = fresh()
    state["handlers"][0].update(waiting=18_211, oldest_seconds=42.3, mean_seconds=0.0121)
    waiting = next(one for one in state["plots"] if one["id"] == "waiting")
    values = waiting["ten_minutes"]["series"][0]["values"]
    for i in range(200, 600):
        values[i] = round(18_211 * ((i - 199) / 400)**1.4)
    return state


def at_risk():
    """The disk is full, and an audit has found differences; another one could not be made."""
    state = fresh()
    pods, deployments = state["collections"][:2]
    pods["snapshot"]["last_failure"] = "No space left on device"
    pods["audit"]["differences"] = 3
    deployments["audit"] = {
        "seconds_since_compared": None, "objects": 0, "differences": 0,
        "last_failure": "connection went silent"
    }
    return state


def forbidden():
    """The program may not read one of its collections."""
    state = fresh()
    state["verdict"] = {
        "live": True, "ready": False, "stale": False, "text": "1 of 3 collections cannot be read.",
        "reasons": [f"deployments: {FORBIDDEN}"]
    }
    state["collections"][1].update(phase="waiting",
                                   synced=False,
                                   objects=0,
                                   bytes=None,
                                   resource_version="",
                                   seconds_since_proof=None,
                                   seconds_since_event=None,
                                   form="",
                                   lists=4,
                                   streams=0,
                                   watches=0,
                                   failures=4,
                                   last_failure=FORBIDDEN,
                                   failing_since=NOW - 240,
                                   timeline=[part(240, 0, "back-off", FORBIDDEN)])
    return state


def restored():
    """The server was restored from a backup, and everything has been read again."""
    state = fresh()
    cause = "the server has an older version than this copy: it was restored from a backup"
    for one, ago in zip(state["collections"], (130, 128, 126)):
        one.update(resource_version="31007",
                   streams=2,
                   lists_by_cause=one["lists_by_cause"] + [{"cause": cause, "form": "streamed", "count": 1}])
        one["timeline"] = [
            part(86400, ago + 31, "watch"),
            part(ago + 31, ago + 4, "back-off", "Connection refused"),
            part(ago + 4, ago, "list", cause),
            part(ago, 0, "watch")
        ]
    return state


def day():
    """A day: an outage at 03:12, an expired version at noon, a resource that came late, a silent watch."""
    state = fresh()
    midnight = NOW - NOW % 86400
    at = lambda hours, minutes, seconds=0: NOW - (midnight + hours * 3600 + minutes * 60 + seconds)
    refused = "connect to https://10.0.0.1:6443: Connection refused"
    expired = "the resource version is too old (410 Gone)"
    for i, one in enumerate(state["collections"]):
        one["timeline"] = [
            part(86400, at(3, 12, i), "watch"),
            part(at(3, 12, i), at(3, 19, 40), "back-off", refused),
            part(at(3, 19, 40), at(3, 19, 44), "list", expired),
            part(at(3, 19, 44), 0, "watch")
        ]
    pods, deployments, nodes = (one["timeline"] for one in state["collections"])
    pods[-1:] = [
        part(at(3, 19, 44), at(12, 0, 5), "watch"),
        part(at(12, 0, 5), at(12, 0, 11), "list", expired),
        part(at(12, 0, 11), 0, "watch")
    ]
    nodes[-1:] = [
        part(at(3, 19, 44), at(15, 2), "watch"),
        part(at(15, 2), at(15, 31), "silent"),
        part(at(15, 31), at(15, 31, 3), "list", "the watch was silent for too long"),
        part(at(15, 31, 3), 0, "watch")
    ]
    state["collections"].append(
        collection("gateways",
                   group="gateway.networking.k8s.io",
                   id="gateways.v1.gateway.networking.k8s.io",
                   objects=7,
                   bytes=41_000,
                   handlers=1,
                   resource_version="48210002",
                   seconds_since_event=5400.0,
                   timeline=[
                       part(86400, at(9, 40), "unserved", "the server does not have the resource"),
                       part(at(9, 40), at(9, 40, 1), "list", "the resource is served now"),
                       part(at(9, 40, 1), 0, "watch")
                   ]))
    state["verdict"]["text"] = "All 4 collections are fresh; the oldest proof is 12 s old."
    for one in state["plots"]:
        if one["id"] in ("events", "lag", "received"):
            for series in one["day"]["series"]:
                first = round((midnight + 3 * 3600 + 12 * 60 - one["day"]["from"]) / 60)
                series["values"][first:first + 8] = [None] * 8
                if one["id"] != "lag":
                    series["values"][first + 8] = series["values"][first + 9] * 4
    return state


def hostile():
    """The server's messages contain HTML, and so do its names."""
    state = copy.deepcopy(failing())
    attack = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script></script><b>bold</b>'
    state["verdict"]["reasons"] = [attack]
    state["verdict"]["text"] = attack
    for one in state["collections"]:
        one.update(last_failure=attack,
                   why_not_streamed=attack,
                   resource=attack,
                   label_selector=attack,
                   phase=attack)
        one["timeline"] = [
            part(86400, 188, "watch"),
            part(188, 100, attack, attack),
            part(100, 0, "list", attack)
        ]
    for name in ("handlers", "work_queues", "controllers", "leases", "hot_objects"):
        for one in state[name]:
            one["name"] = attack
    for one in state["plots"]:
        one["title"] = attack
        for span in ("ten_minutes", "day"):
            for series in one[span]["series"]:
                series["name"] = attack
    return state


STATES = {
    "fresh": fresh, "syncing": syncing, "failing": failing, "slow": slow, "forbidden": forbidden,
    "restored": restored
}
