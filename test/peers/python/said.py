"""Prints the changes of ConfigMaps for the three programs beside this file, one line for each change."""
import threading


class Said:
    """Prints each change once. A client that lists again also reports unchanged objects, which are left out."""

    def __init__(self):
        self.versions = {}
        self.stop = threading.Event()

    def event(self, kind, name, version, data):
        """`kind` is that of a watch event. An ADDED object that is known counts as an update."""
        if kind == "DELETED":
            if self.versions.pop(name, None) is not None:
                print("DELETED", name, data["k"], flush=True)
            return
        known = name in self.versions
        if self.versions.get(name) == version:
            return
        self.versions[name] = version
        print("UPDATED" if known else "ADDED", name, data["k"], flush=True)
        if name == "stop":
            self.stop.set()
