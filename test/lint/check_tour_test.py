"""Checks that the tour leads somewhere: each file that docs/tour.md names exists, and so does each function.

A function that is named as `name()` has to occur in one of the files that the same stop of the tour names. A stop is what
stands under one heading.
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = re.compile(r"`([\w./-]+\.(?:cpp|hpp|inc|md|py|sh|toml|txt))`")
FUNCTION = re.compile(r"`(?:\w+::)*(\w+)\(\)`")


def stops(page):
    """Returns the heading and the text of each section, without code blocks."""
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S)
    return re.findall(r"^#+ (.*)\n((?:(?!#).*\n)*)", prose, re.M)


def mistakes(page):
    """Returns a sentence for each file and function that a stop of the page names and that does not exist."""
    found = []
    for heading, text in stops(page):
        files = FILE.findall(text)
        found += [f"{heading}: there is no file {name}" for name in files if not (ROOT / name).is_file()]
        sources = [(ROOT / name).read_text(encoding="utf-8") for name in files if (ROOT / name).is_file()]
        for function in FUNCTION.findall(text):
            if not any(re.search(rf"\b{function}\(", source) for source in sources):
                found.append(f"{heading}: {function}() is in none of {files}")
    return found


class Tour(unittest.TestCase):
    page = (ROOT / "docs/tour.md").read_text(encoding="utf-8")

    def test_each_file_and_function_of_the_tour_exists(self):
        self.assertEqual(mistakes(self.page), [])

    def test_the_tour_has_stops(self):
        self.assertGreater(len(stops(self.page)), 15)
        self.assertGreater(len(FUNCTION.findall(self.page)), 30)

    def test_a_file_or_function_that_is_gone_is_found(self):
        wrong_file = self.page.replace("`lib/cache/store/store.cpp`", "`lib/cache/store/shop.cpp`")
        self.assertIn("there is no file lib/cache/store/shop.cpp", "\n".join(mistakes(wrong_file)))
        wrong_name = self.page.replace("`take_change()`", "`take_chance()`")
        self.assertIn("take_chance() is in none of", "\n".join(mistakes(wrong_name)))


if __name__ == "__main__":
    unittest.main()
