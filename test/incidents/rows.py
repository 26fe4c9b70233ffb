"""Reads incidents.toml: what happened to whom, what a follower has to achieve, and what each library does."""
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OURS = "coinformer"
LIBRARIES = [OURS, "client-go", "kube-rs"]
FINE = "fine"


@dataclass
class Incident:
    """One row of the table. Its bounds are explained in README.md."""
    name: str
    title: str            # what the server does, in a few words
    threads: list         # URLs of the public threads
    happened: str         # what happened to whom
    results: dict         # library -> {"verdict": …, "does": …}; "open": …, if ours is a defect that is not yet mended
    within: float = 10    # seconds after the script in which the follower has to be right
    limit: float = 20     # seconds after the script after which the run is given up
    requests: int = 25    # that the follower may send in the whole run
    memory_mb: int = 0    # by which the follower's peak memory may exceed that at its sync; 0: not judged
    slow_ms: int = 0      # that the follower's handler needs for each change
    told: bool = False    # the program has to be told of the failure before the script is over
    history_jumps: bool = False  # versions may go back
    replaced: str = ""    # the name of an object whose deletion the handler has to be told, although there is one again


def incidents():
    with open(HERE / "incidents.toml", "rb") as file:
        rows = tomllib.load(file)["incident"]
    return [Incident(results={library: row.pop(library) for library in LIBRARIES}, **row) for row in rows]
