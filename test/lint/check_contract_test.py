"""Checks that each promise of docs/contract.md names a test that exists, and that there are few enough to read."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROMISE = re.compile(r"^(\d+)\. (.*?)(?=^\d+\. |^#|\Z)", re.M | re.S)
TEST = re.compile(r'- Test: \[[^\]]*\]\(\.\./(test/[^)]*)\)\s+"(.*?)"$', re.M | re.S)


def promises():
    """Returns the number of each promise, and its tests: file and case."""
    text = (ROOT / "docs/contract.md").read_text(encoding="utf-8")
    return [(int(number), [(path, " ".join(case.split())) for path, case in TEST.findall(promise)])
            for number, promise in PROMISE.findall(text)]


def cases_in(source):
    """Returns the names of a test file's cases, with adjacent string literals joined."""
    found = re.finditer(r'TEST_CASE(?:_METHOD)?\((?:\s*\w+\s*,)?\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', source)
    return {"".join(re.findall(r'"((?:[^"\\]|\\.)*)"', case[1])).replace('\\"', '"') for case in found}


class Contract(unittest.TestCase):
    def test_there_are_at_most_forty_promises_numbered_from_one(self):
        numbers = [number for number, _ in promises()]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        self.assertTrue(20 <= len(numbers) <= 40, len(numbers))

    def test_each_promise_names_a_test_that_exists(self):
        for number, tests in promises():
            self.assertTrue(tests, f"promise {number} has no test")
            for path, case in tests:
                self.assertTrue((ROOT / path).is_file(), f"promise {number}: no file {path}")
                self.assertIn(case, cases_in((ROOT / path).read_text(encoding="utf-8")), f"promise {number}: {path}")


if __name__ == "__main__":
    unittest.main()
