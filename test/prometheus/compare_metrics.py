"""Compares what two programs count: each family of controller-runtime and client-go has to be there, with the same type,
labels and buckets, in coinformer's output.

usage: compare_metrics.py CONTROLLER_RUNTIME COINFORMER"""
import re
import sys
import unittest

from prometheus_client.parser import text_string_to_metric_families

COMPARED = re.compile("workqueue_|rest_client_|informer_|controller_runtime_|leader_election_")
# Families of controller-runtime and client-go that coinformer does not have, with the reason.
MISSING = {
}
# Families whose buckets differ, with the reason.
OTHER_BUCKETS = {
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
        self.assertEqual({n: label_names(OURS[n]) for n in common}, {n: label_names(THEIRS[n]) for n in common})

    def test_buckets_are_the_same(self):
        common = [n for n in set(THEIRS) & set(OURS) if THEIRS[n].type == "histogram"]
        self.assertEqual({n for n in common if buckets(OURS[n]) != buckets(THEIRS[n])}, set(OTHER_BUCKETS))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
