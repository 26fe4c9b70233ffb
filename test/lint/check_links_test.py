"""Checks that each link of a page, and each file that is named between backticks, leads to something that exists."""
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:lib|include|test|scripts|samples|docs|cmake)/[\w./-]+\.\w+)`")


def pages():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split()]


def prose_of(page):
    """Returns the text without its code blocks, in which there are no links."""
    return re.sub(r"^\s*```.*?^\s*```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def headings_of(page):
    """Returns the names under which the headings of a page can be linked."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in re.findall(r"^#+ (.*)$", prose_of(page), re.M))
    return {heading.replace(" ", "-") for heading in plain}


class Links(unittest.TestCase):
    def test_there_are_pages_and_links(self):
        self.assertGreater(sum(len(LINK.findall(prose_of(page))) for page in pages()), 100)

    def test_each_link_leads_to_a_file_and_a_heading_that_exist(self):
        for page in pages():
            for target in LINK.findall(prose_of(page)):
                if re.match(r"https?:|mailto:", target):
                    continue
                path, _, heading = target.partition("#")
                file = page.parent / path if path else page
                with self.subTest(page=page.relative_to(ROOT), target=target):
                    self.assertTrue(file.exists())
                    self.assertTrue(not heading or heading in headings_of(file), "no such heading")

    def test_each_file_that_a_page_names_exists(self):
        for page in pages():
            for path in NAMED.findall(prose_of(page)):
                with self.subTest(page=page.relative_to(ROOT), path=path):
                    self.assertTrue((ROOT / path).exists())


if __name__ == "__main__":
    unittest.main()
