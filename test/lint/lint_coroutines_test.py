"""Checks that the lint finds exactly the mistakes that the snippets mark."""
import re
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "scripts"))
sys.dont_write_bytecode = True
import lint_coroutines  # noqa: E402


def expectations(text):
    for number, line in enumerate(text.split("\n"), 1):
        for rule in re.findall(r"// expect: ([a-z-]+)", line):
            yield number, rule


class LintCoroutines(unittest.TestCase):
    maxDiff = None

    def test_every_bad_line_is_found_by_its_name(self):
        text = (HERE / "bad.snippets").read_text()
        wanted = sorted(expectations(text))
        self.assertEqual(lint_coroutines.lint(text, library=True), wanted)
        self.assertEqual({rule for _, rule in wanted} | {"unbalanced"}, set(lint_coroutines.RULES))

    def test_good_code_passes(self):
        text = (HERE / "good.snippets").read_text()
        self.assertEqual(lint_coroutines.lint(text, library=True), [])

    def test_rules_of_the_library_do_not_bind_samples(self):
        self.assertEqual(lint_coroutines.lint("void f() { co_spawn(ex, g(), detached); }"), [])

    def test_a_file_whose_brackets_do_not_match_is_an_error(self):
        self.assertEqual(lint_coroutines.lint("void f() {\n"), [(1, "unbalanced")])
        self.assertEqual(lint_coroutines.lint("void f() {\n)}"), [(2, "unbalanced")])


if __name__ == "__main__":
    unittest.main()
