#!/usr/bin/env python3
"""Checks that cmake/embed_page.cmake puts a page into a C++ source byte by byte, and allows its scripts by their hashes."""
import base64
import hashlib
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "lib" / "status_page" / "page"


def embed(page):
    """Returns the embedded page, and the Content-Security-Policy, of a page in a file."""
    with tempfile.TemporaryDirectory() as directory:
        output = pathlib.Path(directory) / "page.cpp"
        subprocess.run(["cmake", f"-DPAGE={page}", f"-DOUTPUT={output}", "-P", ROOT / "cmake" / "embed_page.cmake"],
                       check=True, capture_output=True)
        source = output.read_text()
    literal, rest = source.split("embedded_page[] =")[1].split(";", 1)
    html = bytes(int(digits, 16) for digits in re.findall(r"\\x(..)", literal)).decode()
    return html, "".join(re.findall(r'"([^"\n]*)"', rest.split("page_security_policy =")[1]))


def put_together(page):
    """Returns the page with its styles and scripts in it."""
    def contents(match, tag):
        return f"<{tag}>{(page.parent / match[1]).read_text()}</{tag}>"

    html = re.sub(r'<link rel="stylesheet" href="([a-z_]+\.css)">', lambda m: contents(m, "style"), page.read_text())
    return re.sub(r'<script src="([a-z_]+\.js)"></script>', lambda m: contents(m, "script"), html)


def hash_of(script):
    return "'sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() + "'"


class EmbeddedPage(unittest.TestCase):
    def check(self, page):
        html, policy = embed(page)
        self.assertEqual(html, put_together(page))
        scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
        self.assertTrue(scripts)
        self.assertIn("script-src " + " ".join(map(hash_of, scripts)) + ";", policy)
        self.assertNotIn("unsafe-inline'; script", policy.replace("style-src 'unsafe-inline'; script", ""))

    def test_the_page_of_the_library(self):
        self.check(PAGE / "page.html")

    def test_the_page_of_the_library_loads_nothing_and_has_no_inline_handlers(self):
        html, _ = embed(PAGE / "page.html")
        self.assertNotRegex(html, r"<(script|img|iframe)[^>]* src=|<link[^>]* href=\"(?!data:)")
        self.assertNotRegex(html, r"<[^>]* on[a-z]+=")

    def test_characters_that_mean_something_to_cmake(self):
        with tempfile.TemporaryDirectory() as directory:
            page = pathlib.Path(directory) / "page.html"
            page.write_text('<p>a;b [c] ${d} @e@ \\1 "ü" #</p><link rel="stylesheet" href="x.css">\n'
                            '<script src="x.js"></script>\n<script src="y.js"></script>\n')
            (page.parent / "x.css").write_text("p { content: '\\201C;[' }\n")
            (page.parent / "x.js").write_text("let a = [1; 2]; // ]] \\0 ${CMAKE_VERSION}\n")
            (page.parent / "y.js").write_text('"\\n" + `${1}` // →\n')
            self.check(page)


if __name__ == "__main__":
    unittest.main()
