"""Compares what two programs count: each family of controller-runtime and client-go has to be there, with the same type,
labels and buckets, in coinformer's output.

usage: compare_metrics.py CONTROLLER_RUNTIME COINFORMER"""
import re
import sys
import unittest

from prometheus_client.parser import text_string_to_metric_families

COMPARED = re.compile("workqueue_|rest_client_|informer_|controller_runtime_|leader_election_")
GO_TRANSPORT = "it counts how client-go keeps Go's HTTP transports, and coinformer has none"
WEBHOOK = "coinformer has no webhooks"
# Families of controller-runtime and client-go that coinformer does not have, with the reason. The parser leaves out the
# end _total of a counter's name.
MISSING = {
    "rest_client_transport_cache_entries": GO_TRANSPORT,
    "rest_client_transport_create_calls": GO_TRANSPORT,
    "rest_client_transport_cert_rotation_gc_calls": GO_TRANSPORT,
    "rest_client_exec_plugin_ttl_seconds": "coinformer_credential_renewals_total counts renewals of all kinds in its place",
    "rest_client_exec_plugin_certificate_rotation_age": "the same",
    "controller_runtime_webhook_panics": WEBHOOK,
    "controller_runtime_conversion_webhook_panics": WEBHOOK,
    "controller_runtime_reconcile_panics": "C++ has no panics: whatever a reconcile throws counts as an error",
    "controller_runtime_terminal_reconcile_errors": "each reconcile that fails is repeated",
}
# Labels that coinformer does not have, with the reason.
MISSING_LABELS = {
    ("workqueue_depth", "priority"): "controller-runtime's own addition; client-go and the dashboards know no priority",
}


def read(path):
    with open(path) as file:
        return {f.name: f for f in text_string_to_metric_families(file.read()) if COMPARED.match(f.name)}


def label_names(family):
    """Returns the names of the labels of all series, without those of buckets and quantiles."""
    return {name for s in family.samples for name in s.labels} - {"le", "quantile"}


def buckets(family):
    return sorted({float(s.labels["le"]) for s in family.samples if "le" in s.labels})


THEIRS, OURS = read(sys.argv[1]), read(sys.argv[2])


class SameMetrics(unittest.TestCase):
    def test_the_other_program_counts(self):
        self.assertGreater(len(THEIRS), 15, sorted(THEIRS))

    def test_each_of_their_families_is_ours_as_well(self):
        self.assertEqual(set(THEIRS) - set(OURS), set(MISSING))

    def test_types_are_the_same(self):
        common = set(THEIRS) & set(OURS)
        self.assertEqual({n: OURS[n].type for n in common}, {n: THEIRS[n].type for n in common})

    def test_labels_are_the_same(self):
        common = set(THEIRS) & set(OURS)
        self.assertEqual({(n, label) for n in common for label in label_names(THEIRS[n]) - label_names(OURS[n])},
                         set(MISSING_LABELS))
        self.assertEqual({(n, label) for n in common for label in label_names(OURS[n]) - label_names(THEIRS[n])}, set())

    def test_buckets_are_the_same(self):
        common = [n for n in set(THEIRS) & set(OURS) if THEIRS[n].type == "histogram"]
        self.assertEqual({n: buckets(OURS[n]) for n in common}, {n: buckets(THEIRS[n]) for n in common})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
