"""The cases of the benchmark: each has a server, the flags of the clients, and what the driver asks of the server."""
from dataclasses import dataclass, field

LIST = "--list paged"


@dataclass
class Case:
    name: str
    server: str                                # synthapi's flags
    client: str                                # every client's flags
    burst: int = 0                             # number of events that follow when the client says `ready`
    rate: float = 0                            # events per second; 0: as fast as they are read
    only: tuple = ()                           # these clients; empty: all
    extra: dict = field(default_factory=dict)  # flags of one client alone
    timeout: int = 600                         # seconds, of one client's run
    restarted: bool = False                    # each client runs once before, unmeasured; {file} in its flags outlives it

    @property
    def objects(self):
        """Returns how many objects the client's informers must hold."""
        kinds, pods = number_of("--kinds", self.client), number_of("--pods", self.server)
        return kinds * 10 if kinds else pods

    @property
    def share(self):
        """Returns how many members share the objects, of which the client is one."""
        return number_of("--share", self.client) or 1

    @property
    def handlers(self):
        return number_of("--handlers", self.client) or 1


def number_of(flag, flags):
    words = flags.split()
    return int(words[words.index(flag) + 1]) if flag in words else 0


@dataclass
class Sizes:
    """The sizes of a run. `pods` is the size of a first sync. A row whose value depends on a size is scaled to the full
    size."""
    pods: int = 100_000
    whole: int = 100_000
    burst: int = 50_000
    burst_1000: int = 5_000
    paced: int = 4_000
    handlers: int = 100_000
    burst_handlers: int = 40
    resync: int = 10
    idle: float = 35
    scale: tuple = (10_000, 100_000, 1_000_000)
    scale_burst: int = 50_000
    reps: int = 3


QUICK = Sizes(pods=20_000, whole=10_000, burst=10_000, burst_1000=500, paced=400, handlers=10_000, burst_handlers=40,
              resync=1, idle=3.5, scale=(10_000, 100_000), scale_burst=10_000, reps=1)

SMOKE = Sizes(pods=300, whole=300, burst=300, burst_1000=20, paced=40, handlers=2_000, burst_handlers=10, resync=1,
              idle=1.5, scale=(100, 300), scale_burst=300, reps=1)


def cases(n):
    burst = f"{LIST} --burst {n.burst}"
    made = [
        Case("first json", f"--pods {n.pods}", f"{LIST} --projection --relist"),
        Case("first proto", f"--pods {n.pods}", f"{LIST} --projection --encoding proto"),
        Case("first tls", f"--pods {n.pods} --tls", f"{LIST} --projection"),
        Case("first tls http1", f"--pods {n.pods} --tls", f"{LIST} --projection --http 1", only=("coinformer",)),
        Case("whole json", f"--pods {n.whole}", LIST, extra={"coinformer": "--reads"}),
        Case("whole proto", f"--pods {n.whole}", f"{LIST} --encoding proto", extra={"coinformer": "--reads"}),
        Case("compressed json", f"--pods {n.whole}", f"{LIST} --compressed --reads", only=("coinformer",)),
        Case("compressed proto", f"--pods {n.whole}", f"{LIST} --compressed --reads --encoding proto",
             only=("coinformer",)),
        Case("burst json", "--pods 10000", f"{burst} --projection", n.burst),
        Case("burst metrics", "--pods 10000", f"{burst} --projection --metrics", n.burst, only=("coinformer",)),
        Case("burst recorded", "--pods 10000", f"{burst} --projection --record", n.burst, only=("coinformer",)),
        Case("burst proto", "--pods 10000", f"{burst} --projection --encoding proto", n.burst),
        Case("burst 1000", "--pods 10000", f"{LIST} --projection --handlers 1000 --burst {n.burst_1000}", n.burst_1000),
        Case("burst 1000 tasks", "--pods 10000",
             f"{LIST} --projection --handlers 1000 --burst {n.burst_1000} --tasks", n.burst_1000, only=("coinformer",)),
        Case("burst whole", "--pods 10000", f"{LIST} --handlers 1000 --burst {n.burst_1000}", n.burst_1000),
        Case("paced", "--pods 10000", f"{LIST} --projection --burst {n.paced}", n.paced, rate=200),
        Case("one handler", "--pods 10", f"{LIST} --projection --handlers 1 --burst 1", 1),
        Case("handlers", "--pods 10",
             f"{LIST} --projection --handlers {n.handlers} --burst {n.burst_handlers}", n.burst_handlers),
        Case("handlers tasks", "--pods 10",
             f"{LIST} --projection --handlers {n.handlers} --burst {n.burst_handlers} --tasks", n.burst_handlers,
             only=("coinformer",)),
        Case("handlers whole", "--pods 10", f"{LIST} --handlers {n.handlers} --burst {n.burst_handlers}",
             n.burst_handlers),
        Case("resync", f"--pods {n.pods}", f"{LIST} --projection --resync {n.resync} --idle {n.idle}"),
        Case("kinds", "--pods 10", f"{LIST} --kinds 200"),
        Case("kinds tls", "--pods 10 --tls", f"{LIST} --kinds 200"),
        Case("kinds tls http1", "--pods 10 --tls", f"{LIST} --kinds 200 --http 1", only=("coinformer",)),
        Case("burst tls", "--pods 10000 --tls", f"{burst} --projection", n.burst),
        Case("burst tls http1", "--pods 10000 --tls", f"{burst} --projection --http 1", n.burst, only=("coinformer",)),
    ]
    warm = {"coinformer": "--warm {file}"}
    made.append(Case("restart", f"--pods {n.pods}", f"{LIST} --projection", extra=warm, restarted=True))
    made.append(Case("restart of many", f"--pods {n.scale[-1]} --encoding json", f"{LIST} --projection",
                     only=("coinformer",), extra=warm, restarted=True))
    for form in ("json", "proto"):
        for name, server in (("a quarter", " --shards"), ("a quarter filtered here", "")):
            made.append(Case(f"{name} {form}", f"--pods {n.pods}{server}", f"{LIST} --projection --encoding {form} --share 4",
                             only=("coinformer",)))
    made.append(Case("a quarter filtered here compressed", f"--pods {n.whole}",
                     f"{LIST} --compressed --encoding json --share 4", only=("coinformer",)))
    for pods in n.scale:
        made.append(Case(f"scale {pods}", f"--pods {pods} --encoding json",
                         f"{LIST} --projection --burst {n.scale_burst}", n.scale_burst, only=("coinformer",)))
    return made
