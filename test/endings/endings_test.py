#!/usr/bin/env python3
"""Ends the README's program in each of the ways in which programs end, with an informer at work on an API server of its
own, and checks what a user sees: the exit code, the output on stderr, and that no sanitizer reports an error.

usage: endings_test.py README_ENDINGS API_SERVER
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request
from pathlib import Path

if len(sys.argv) != 3:
    sys.exit(__doc__)
PROGRAM, SERVER = sys.argv[1:]
TIMEOUT = 30  # seconds for each step; only a step that hangs takes them


class Process:
    """A process whose stdout is read line by line."""

    def __init__(self, *command, **environment):
        self.errors = tempfile.TemporaryFile("w+")
        self.all = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                    env={**os.environ, **environment}, text=True, bufsize=1)

    def read_until(self, pattern):
        """Returns the first line that matches. If none comes, the test ends."""
        limit = threading.Timer(TIMEOUT, self.all.kill)
        limit.start()
        try:
            for line in self.all.stdout:
                if found := re.search(pattern, line):
                    return found
        finally:
            limit.cancel()
        raise AssertionError(f"the program ended without a line {pattern!r}, and printed: {self.said()}")

    def tell(self):
        self.all.stdin.write("\n")
        self.all.stdin.flush()

    def said(self):
        self.errors.seek(0)
        return self.errors.read()

    def end(self):
        """Returns the exit code and the output on stderr."""
        code = self.all.wait(TIMEOUT)
        said = self.said()
        self.close()
        return code, said

    def close(self):
        if self.all.poll() is None:
            self.all.kill()
            self.all.wait()
        for stream in (self.all.stdin, self.all.stdout, self.errors):
            stream.close()


class Endings(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.kubeconfig = str(Path(directory.name) / "kubeconfig")
        self.server = Process(SERVER, "--kubeconfig", self.kubeconfig)
        self.addCleanup(self.server.close)
        self.url = self.server.read_until(r"listens on (\S+);")[1]
        self.create_pod("web-0")

    def create_pod(self, name):
        pod = {"metadata": {"name": name, "namespace": "default"},
               "spec": {"nodeName": "worker-1", "containers": [{"name": "web", "image": "web"}]}}
        urllib.request.urlopen(urllib.request.Request(
            f"{self.url}/api/v1/namespaces/default/pods", json.dumps(pod).encode(),
            {"Content-Type": "application/json"}), timeout=TIMEOUT).close()

    def begin(self, way):
        program = Process(PROGRAM, way, KUBECONFIG=self.kubeconfig)
        self.addCleanup(program.close)
        return program

    def at_work(self, way):
        """Returns a program whose informer has synced and watches."""
        program = self.begin(way)
        program.read_until("^on worker-1: default/web-0")
        return program

    def check(self, program, code, said=""):
        self.assertEqual(program.end(), (code, said))

    def test_a_signal(self):
        for which in (signal.SIGTERM, signal.SIGINT):
            program = self.at_work("signal")
            program.all.send_signal(which)
            self.check(program, 0)

    def test_a_second_signal(self):
        program = self.at_work("second signal")
        program.all.send_signal(signal.SIGTERM)
        program.read_until("cleans up for ever")
        program.all.send_signal(signal.SIGTERM)
        self.check(program, -signal.SIGTERM)

    def test_io_stop(self):
        program = self.at_work("stop")
        program.tell()
        program.read_until("stopped")
        self.check(program, 0)

    def test_an_exception_in_main(self):
        self.check(self.begin("exception in main at once"), 1, "error: the user's own error\n")
        program = self.at_work("exception in main")
        program.tell()
        self.check(program, 1, "error: the user's own error\n")

    def test_an_exception_of_a_handler(self):
        program = self.at_work("exception in a handler")
        program.tell()
        self.check(program, 1, "error: the user's own error\n")

    def test_the_client_first(self):
        program = self.at_work("without client")
        program.tell()
        program.read_until("no client")
        self.create_pod("web-1")
        program.read_until(r"^\+ default/web-1")
        program.tell()
        self.check(program, 0)

    def test_informers_that_outlive_main(self):
        program = self.at_work("informers at work")
        program.read_until("^after main: 1$")
        self.create_pod("web-1")
        program.read_until(r"^\+ default/web-1")
        program.tell()
        self.check(program, 0)

    def test_no_configuration(self):
        program = Process(PROGRAM, "signal", KUBECONFIG="/no/such/kubeconfig")
        code, said = program.end()
        self.assertEqual(code, 1)
        self.assertRegex(said, r"\Aerror: [^\n]*/no/such/kubeconfig[^\n]*\n\Z")

    def test_the_server_of_these_tests(self):
        self.server.all.send_signal(signal.SIGTERM)
        self.check(self.server, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
