#!/usr/bin/env python3
"""Finds sentences in documents and C++ comments that a reader would have to read twice.

usage: check_prose.py               checks all checked places (CHECKED below); status 1 if anything is found
       check_prose.py PATH...       checks these files and directories
       check_prose.py --count       counts the findings of the whole project, directory by directory

The rules are in docs/glossary.md, section "How we write". Text between backticks, code blocks and generated files are not
checked. wrap_pages.py wraps the long lines of pages.
"""
import collections
import re
import subprocess
import sys
from pathlib import Path

# What must not have findings; a directory stands for everything below it.
CHECKED = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md.in", "docs", "include", "lib", "samples", "test"]

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 110

MESSAGES = {
    "columns": f"the line is longer than {COLUMNS} columns",
    "so-many": "name the number: write `max_attempts`, not 'so many'",
    "so-long": "name the duration: write 'after `timeout`', not 'for so long'",
    "who": "put a noun before 'who': write 'a caller who', 'the server that'",
    "begins": "begin with a subject, not with a word that hangs on the line above",
}

# "who" is sound behind one of these words, with or without a comma between them: it refers to a person ...
PERSONS = """administrator anybody anyone author beginner caller contributor developer engineer everybody everyone
maintainer man nobody operator owner people person programmer reader reviewer somebody someone those user woman
writer""".split()
# ... or it begins an indirect question: "the log says who leads"
ASKING = """ask asks decide decides know knows learn learns matter matters say says see sees show shows tell tells
told""".split()
BEFORE_WHO = {form for word in PERSONS for form in (word, word + "s")} | set(ASKING)

WHO = re.compile(r"(?:(?P<word>[A-Za-z]+)[,)]*\s+|(?P<other>^|\W\s*))(?P<who>[Ww]ho)\b(?!\s*\?)")
SO_MANY = re.compile(r"\bso\s+many\b", re.I)
SO_LONG = re.compile(r"\bso\s+long\b|\bfor\s+as\s+long\b", re.I)
BEGINS = re.compile(r"(Of|of|Whether|That|Who|who)\s|What is\b")


def findings_in(sentences):
    """The rules that a text breaks, each with the offset where it does. The text may hold line ends."""
    for found in SO_MANY.finditer(sentences):
        yield "so-many", found.start()
    for found in SO_LONG.finditer(sentences):
        yield "so-long", found.start()
    for found in WHO.finditer(sentences):
        if (found["word"] or "").lower() in BEFORE_WHO:
            continue
        rest = re.match(r"[^.!?:;]*", sentences[found.start("who"):])
        if found["who"] == "Who" and sentences[found.start("who") + rest.end():][:1] == "?":
            continue  # a question of its own
        yield "who", found.start("who")


def without_quotes(text):
    """The text with blanks in place of everything between backticks."""
    return re.sub(r"`[^`\n]*`", lambda found: " " * len(found[0]), text)


def check_page(text):
    """The findings in a Markdown page: line number, rule."""
    prose, fenced, after_blank = [], False, True
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"\s*```", line):
            fenced = not fenced
            prose.append("")
            continue
        indented = line.startswith("    ") and (after_blank or not prose[-1])
        after_blank = not line.strip()
        if fenced or indented or re.fullmatch(r"@[\w-]+@", line):  # the last one: code that readme.py puts in
            prose.append("")
            continue
        is_table = line.lstrip().startswith("|")
        shown = re.sub(r"\]\([^)]*\)", "]", line)  # a link's address may make a line longer
        if not is_table and len(shown) > COLUMNS:
            yield number, "columns"
        prose.append(line)
    whole = without_quotes("\n".join(prose))
    for rule, offset in findings_in(whole):
        yield whole.count("\n", 0, offset) + 1, rule


STRING = re.compile(r'(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"|"(?:[^"\\\n]|\\.)*"|'
                    r"(?<![0-9A-Za-z_])'(?:[^'\\\n]|\\.)+'|//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/", re.S)


def comments(text):
    """The comments of a C++ source, each with its line number; `//` lines that stand one below the other are one."""
    joined = []  # line of the first, line of the last, text, whether it stands alone on its line
    for found in STRING.finditer(text):
        words = found["line"] if found["line"] is not None else found["block"]
        if words is None:
            continue
        first = text.count("\n", 0, found.start()) + 1
        alone = not text[text.rfind("\n", 0, found.start()) + 1:found.start()].strip()
        words = re.sub(r"^[/!]?<?", "", words)
        if joined and alone and joined[-1][3] and joined[-1][1] == first - 1 and found["line"] is not None:
            joined[-1][1] = first
            joined[-1][2] += "\n" + words
        else:
            joined.append([first, first + words.count("\n"), words, alone])
    return [(first, words) for first, _, words, _ in joined]


def check_source(text):
    """The findings in the comments of a C++ source: line number, rule."""
    for first, words in comments(text):
        lines = ["" if line.startswith("     ") else line for line in words.split("\n")]  # an example of code
        plain = without_quotes("\n".join(lines))
        if BEGINS.match(plain.lstrip(" ")):
            yield first, "begins"
        for rule, offset in findings_in(plain):
            yield first + plain.count("\n", 0, offset), rule


def check(path, text):
    """The findings in a file, by its name: line number, rule."""
    if re.match(r"(//|<!--|#) Generated\b", text):
        return []
    if path.endswith((".hpp", ".cpp")):
        return sorted(check_source(text))
    return sorted(check_page(text))


def project_files():
    """All files that are written by hand and hold prose, relative to the root."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    found = []
    for path in sorted(set(listed)):
        is_source = path.endswith((".hpp", ".cpp")) and path.startswith(("include/", "lib/", "samples/", "test/"))
        is_page = path in ("README.md.in", "CHANGELOG.md", "CONTRIBUTING.md") or re.fullmatch(r"docs/.*\.md(\.in)?", path)
        if (is_source or (is_page and path + ".in" not in listed)) and (ROOT / path).is_file():
            found.append(path)
    return found


def is_below(path, places):
    return any(path == place or path.startswith(place.rstrip("/") + "/") for place in places)


def room_of(path):
    """The directory under which a file is counted."""
    parts = path.split("/")[:-1]
    return "/".join(parts[:3 if parts[:1] == ["include"] else 2]) or path


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    counting = arguments == ["--count"]
    places = arguments or CHECKED
    counts, found = collections.Counter(), 0
    for path in project_files():
        if not counting and not is_below(path, places):
            continue
        for line, rule in check(path, (ROOT / path).read_text(encoding="utf-8")):
            found += 1
            counts[room_of(path)] += 1
            if not counting:
                print(f"{path}:{line}: {MESSAGES[rule]}")
    if counting:
        for room, number in sorted(counts.items()):
            print(f"{number:5}  {room}{'  (clean)' if is_below(room, CHECKED) else ''}")
        print(f"{found:5}  together")
        return 0
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
