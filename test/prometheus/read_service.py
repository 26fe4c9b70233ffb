"""Reads /metrics of the sample 13_observed_service with the parser of Prometheus' own client in Python.

usage: read_service.py OBSERVED_SERVICE"""
import re
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

PROGRAM = sys.argv[1]


def wait_until_ready(url):
    """Waits for a minute at most until the service has read its collections. It answers 503 before that."""
    end = time.monotonic() + 60
    while True:
        try:
            return urllib.request.urlopen(url, timeout=60).close()
        except urllib.error.HTTPError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


class Service(unittest.TestCase):
    def test_the_metrics_of_the_sample_can_be_read(self):
        program = subprocess.Popen([PROGRAM, "--demo", "--port", "0", "--seconds", "120"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            url = None
            while url is None:
                line = program.stdout.readline()
                self.assertTrue(line, "the program ended before it said where its metrics are")
                if found := re.match(r"metrics: +(\S+)", line):
                    url = found.group(1)
            wait_until_ready(url.replace("/metrics", "/readyz"))
            with urllib.request.urlopen(url, timeout=60) as answer:
                kind, text = answer.headers["Content-Type"], answer.read().decode()
        finally:
            program.terminate()
            program.communicate(timeout=60)
        self.assertTrue(kind.startswith("text/plain; version=0.0.4"), kind)
        families = {f.name: f for f in text_string_to_metric_families(text)}
        objects = families["coinformer_informer_objects"].samples
        self.assertEqual({s.labels["resource"] for s in objects}, {"configmaps", "deployments"})
        self.assertIn("rest_client_requests", families)
        self.assertIn("rollouts", {s.labels["handler"] for s in families["coinformer_handler_changes"].samples})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
