#!/usr/bin/env python3
"""Wraps the paragraphs and list items of Markdown pages that have a line of more than 110 columns.

usage: wrap_pages.py PAGE...        for example: wrap_pages.py README.md.in docs/*.md docs/*.in

Tables, code blocks, headings, and paragraphs whose lines are short enough stay as they are. Code between backticks is
never broken.
"""
import re
import sys
import textwrap
from pathlib import Path

COLUMNS = 110
GLUE = "\0"  # stands for a blank at which no line may end
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])\s+")
ENDS_PARAGRAPH = re.compile(r"\s*(```|[-*+] |\d+[.)] |\||#|$)")
AS_IT_IS = re.compile(r"\s*(\||$)|#|<!--|@[\w-]+@$")


def wrapped(words, first, rest):
    text = " ".join(words.split())
    text = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", GLUE), text)
    text = re.sub(r" (?=([-+*>#]|\d+[.)])( |$))", GLUE, text)  # at the beginning of a line it would be an item
    lines = textwrap.wrap(text, COLUMNS, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                          break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines]


def wrap(page):
    """The page with lines of at most COLUMNS columns."""
    lines, out, at, fenced = page.split("\n"), [], 0, False
    while at < len(lines):
        line, item = lines[at], ITEM.match(lines[at])
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        if fence or fenced or AS_IT_IS.match(line) or (line.startswith("    ") and not item):
            out.append(line)
            at += 1
            continue
        first = item[0] if item else re.match(r"\s*", line)[0]
        end = at + 1
        while end < len(lines) and not ENDS_PARAGRAPH.match(lines[end]):
            end += 1
        if any(len(one) > COLUMNS for one in lines[at:end]):
            out += wrapped(" ".join([line[len(first):], *lines[at + 1:end]]), first, " " * len(first))
        else:
            out += lines[at:end]
        at = end
    return "\n".join(out)


if __name__ == "__main__":
    if sys.argv[1:] in ([], ["-h"], ["--help"]):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] else 2)
    for name in sys.argv[1:]:
        before = Path(name).read_text(encoding="utf-8")
        after = wrap(before)
        if after != before:
            Path(name).write_text(after, encoding="utf-8")
