"""Prints the changes of ConfigMaps for the three programs beside this file, one line for each change."""
import sys
import threading


def say(*words):
    """Prints one line by a single write, because the informer of the official client prints from two threads."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


class Said:
    """Prints each change once. A client that lists again also reports unchanged objects, which are left out."""

    def __init__(self):
        self.versions = {}
        self.stop = threading.Event()

    def event(self, kind, name, version, data):
        """`kind` is that of a watch event. An ADDED object that is known counts as an update."""
        if kind == "DELETED":
            if self.versions.pop(name, None) is not None:
                say("DELETED", name, data["k"])
            return
        known = name in self.versions
        if self.versions.get(name) == version:
            return
        self.versions[name] = version
        say("UPDATED" if known else "ADDED", name, data["k"])
        if name == "stop":
            self.stop.set()
