#!/usr/bin/env python3
"""Checks that docs name each metric family that the library has, and no other: docs/operating.md and docs/controllers.md
have a table row for each, and alerts and texts use existing names only."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PREFIXES = ("coinformer_(?:informer|handler|controller|request|received|credential|workqueue|metrics|leader|snapshot|shard|audits?)", "rest_client", "workqueue",
            "informer_(?:queued|store|processing)", "controller_runtime", "leader_election_master")
NAME = re.compile(rf"\b(?:{'|'.join(PREFIXES)})_[a-z_]+[a-z]\b")
SUFFIXES = re.compile(r"_(bucket|sum|count)$")


def declared():
    """Returns the names in the sources, which declare families as `metric_family x{.name = "…"`."""
    names = set()
    for source in (ROOT / "lib").rglob("*.cpp"):
        names.update(re.findall(r"metric_family \w+\{\s*\.name =\s*\"(\w+)\"", source.read_text()))
    return names


def rows(page):
    """Returns the names that begin a row of a table."""
    return set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / page).read_text(), re.MULTILINE))


class Metrics(unittest.TestCase):
    def test_the_sources_declare_families(self):
        self.assertGreater(len(declared()), 30)

    def test_each_family_has_a_row_and_each_row_a_family(self):
        documented = {n for page in ("operating.md", "controllers.md") for n in rows(page) if NAME.fullmatch(n)}
        self.assertEqual(documented, declared())

    def test_texts_and_alerts_use_names_that_exist(self):
        known = declared()
        for page in ("operating.md", "controllers.md"):
            for name in NAME.findall((ROOT / "docs" / page).read_text()):
                family = name if name in known else SUFFIXES.sub("", name)
                self.assertIn(family, known, f"docs/{page} names {name}")


if __name__ == "__main__":
    unittest.main()
