"""Compiles the examples in the /// comments of the public headers: the code that is indented by four spaces there.

usage: examples_test.py [COMPILER OPTION...]      for example: examples_test.py c++ -std=c++20 -Iinclude

All examples are compiled as one file, because the headers cost more time than the examples. Each example is placed into the
namespace in which its comment stands. Statements become the body of a coroutine; declarations stay as they are. Names that
an example uses and does not declare are in examples_preamble.hpp."""
import re
import subprocess
import sys
import unittest
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PREAMBLE = '#include "test/lint/examples_preamble.hpp"\n'
DECLARATION = re.compile(r"(template|struct|class|namespace|int main)\b")


@dataclass
class Example:
    """The code of one example, the file and line where it begins, and the namespace around its comment."""
    path: str
    line: int
    namespace: str
    code: list[str]

    def is_declaration(self):
        return DECLARATION.match(self.code[0]) is not None

    def wrapped(self, number):
        """Returns a definition whose lines keep the places of the header, so that the compiler's errors name them."""
        body = "\n".join(self.code)
        place = f'#line {self.line} "{self.path}"\n'
        if self.path.startswith("include/coinformer/prometheus/"):  # prometheus-cpp is optional
            body = f"#if __has_include(<prometheus/exposer.h>)\n{place}{body}\n#endif"
        if not self.is_declaration():
            body = f"task<> example_{number}()\n{{\n{place}{body}\nco_return;\n}}"
        return f"namespace {self.namespace} {{\n{place}{body}\n}}\n"


def examples_in(path, text):
    """Returns the examples of a header. A deeper indentation continues a paragraph such as "Errors", or an example."""
    namespaces, found, open_example = [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        if opened := re.match(r"namespace ([\w:]+) \{(?: //.*)?$", line):
            namespaces.append(opened[1])
        elif line.startswith("} // namespace"):
            namespaces.pop()
        comment = re.match(r"\s*///(.*)$", line)
        if open_example and comment and (comment[1].startswith(" " * 5) or not comment[1].strip()):
            open_example.code.append(comment[1][5:])
        elif comment and re.match(r" {5}\S", comment[1]):
            open_example = Example(path, number, "::".join(namespaces), [comment[1][5:]])
            found.append(open_example)
        else:
            open_example = None
    return found


def examples_of_headers():
    found = []
    for path in sorted((ROOT / "include").rglob("*.hpp")):
        found += examples_in(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    return found


def errors_of(examples, preamble=PREAMBLE):
    """Returns what the compiler says about the examples; an empty string if they compile."""
    # declarations come first: a specialisation has to precede the uses of its template
    ordered = sorted(examples, key=lambda e: not e.is_declaration())
    source = preamble + "".join(e.wrapped(i) for i, e in enumerate(ordered))
    done = subprocess.run([*COMPILER, f"-I{ROOT}", "-fsyntax-only", "-w", "-x", "c++", "-"], input=source, text=True,
                          capture_output=True, check=False)
    return done.stderr if done.returncode else ""


class Examples(unittest.TestCase):
    def test_every_example_of_the_public_headers_compiles(self):
        found = examples_of_headers()
        self.assertGreaterEqual(len(found), 20, "the search for examples finds too few")
        if errors := errors_of(found):
            self.fail("the compiler says:\n" + errors)

    def test_an_example_that_does_not_compile_is_reported_with_its_place_in_the_header(self):
        broken = Example("include/some.hpp", 7, "coinformer", ["struct widget {", "    no_such_type size;", "};"])
        self.assertRegex(errors_of([broken], preamble=""), r"include/some\.hpp:8:.*no_such_type")

    def test_examples_are_told_from_paragraphs_that_are_indented(self):
        text = """namespace a {
namespace b {
/// Does something.
///
///     first();
///
///     if (true)
///         second();
///
/// Errors     errc::stopped if
///            the rest of the sentence.
///     struct later {};
void f();
} // namespace b
    ///     third();
} // namespace a
"""
        self.assertEqual([(e.line, e.namespace, [c for c in e.code if c]) for e in examples_in("x.hpp", text)],
                         [(5, "a::b", ["first();", "if (true)", "    second();"]), (12, "a::b", ["struct later {};"]),
                          (15, "a", ["third();"])])


COMPILER = sys.argv[1:] or ["c++", "-std=c++20", f"-I{ROOT / 'include'}"]

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
