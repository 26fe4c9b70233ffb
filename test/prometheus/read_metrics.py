"""Reads the output of print_metrics with the parser of Prometheus' own client in Python.

usage: read_metrics.py PRINT_METRICS"""
import subprocess
import sys
import unittest
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

PROGRAM = sys.argv[1]
QUOTED = 'a "quoted" \\ host,\nin {two} lines'


def scrape():
    """Returns the headers and the text that the Exposer serves."""
    program = subprocess.Popen([PROGRAM, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port = int(program.stdout.readline())
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
            return answer.headers, answer.read().decode()
    finally:
        program.communicate(timeout=60)  # closes its standard input, so that it ends


def families_of(text):
    return {family.name: family for family in text_string_to_metric_families(text)}


def samples_of(family):
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for s in family.samples}


class Metrics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = subprocess.run([PROGRAM], check=True, capture_output=True, text=True).stdout
        cls.families = families_of(cls.text)

    def test_the_families_have_their_names_types_and_helps(self):
        # the parser leaves out the end _total of a counter's name
        self.assertEqual({name: (f.type, f.documentation) for name, f in self.families.items()}, {
            "demo_age_seconds": ("gauge", "How old it is."),
            "demo_duration_seconds": ("histogram", "How long it took."),
            "demo_requests": ("counter", "Requests, by code and host."),
        })

    def test_counters_have_their_labels_and_values(self):
        self.assertEqual(samples_of(self.families["demo_requests"]), {
            ("demo_requests_total", (("code", "200"), ("host", "10.0.0.1:6443"))): 9007199254740991,
            ("demo_requests_total", (("code", "<error>"), ("host", QUOTED))): 2,
        })

    def test_a_gauge_has_its_value(self):
        self.assertEqual(samples_of(self.families["demo_age_seconds"]), {("demo_age_seconds", ()): -0.125})

    def test_a_histogram_is_cumulative(self):
        list_verb = ("verb", "list")
        self.assertEqual(samples_of(self.families["demo_duration_seconds"]), {
            ("demo_duration_seconds_bucket", (("le", "0.005"), list_verb)): 2,
            ("demo_duration_seconds_bucket", (("le", "0.25"), list_verb)): 3,
            ("demo_duration_seconds_bucket", (("le", "60"), list_verb)): 6,
            ("demo_duration_seconds_bucket", (("le", "+Inf"), list_verb)): 7,
            ("demo_duration_seconds_count", (list_verb,)): 7,
            ("demo_duration_seconds_sum", (list_verb,)): 0.002 + 0.25 + 178.5 + 61.0,
        })

    def test_an_exposer_serves_the_same_families(self):
        headers, text = scrape()
        self.assertRegex(headers["Content-Type"], r"^text/plain")
        served = families_of(text)
        for name, family in self.families.items():
            self.assertEqual(served[name], family)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
