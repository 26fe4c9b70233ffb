#!/usr/bin/env python3
"""Finds coroutine code that g++ 12.2 miscompiles without a warning, and coroutines that nobody owns.

usage: lint_coroutines.py [FILE or DIRECTORY ...]      (default: include lib samples test)

docs/compilers.md says why each rule exists. If the code of a finding is correct, waive the finding on its line, or on the
line above:
    // lint: allow <rule>: reason
"""
import re
import sys
from pathlib import Path

RULES = {
    "brace-temporary": "a braced temporary beside co_await is destroyed twice: name it in a statement of its own",
    "aggregate-of-await": "an aggregate built from co_await is destroyed twice: name the awaited value, then build the aggregate",
    "capturing-lambda": "a lambda that captures by value beside co_await is destroyed twice: name it, then move it in",
    "await-in-condition": "co_await in an if or switch breaks the coroutine frame: name the value on a line of its own",
    "await-in-ternary": "co_await beside ?: destroys a class value twice: write if and else",
    "called-lambda": "a called lambda coroutine loses its captures when the statement ends: pass parameters to a function",
    "detached": "a detached coroutine has no owner: start it in a nursery",
    "channel": "experimental::channel loses messages and errors: use wakeup or delta_fifo",
    "unbalanced": "brackets do not match, so this file cannot be checked",
}
LIBRARY_ONLY = {"detached", "channel"}

TOKEN = re.compile(r"[A-Za-z_]\w*|\d(?:[\w.]|'\w)*|::|->|&&|\|\||==|[^\s\w]")
RAW_STRING = re.compile(r'(?:u8|[uUL])?R"([^()\\\s]{0,16})\(')
OPEN = {"(": ")", "[": "]", "{": "}"}
WAIVER = re.compile(r"//\s*lint:\s*allow\s+([a-z-]+)\s*:\s*\S")


def blank(text):
    """The text with blanks in place of comments, literals and preprocessor lines, so that lines keep their numbers; and
    the waivers, as sets of rules by line."""
    out, waivers, i, n = [], {}, 0, len(text)

    def drop(end, keep=""):
        nonlocal i
        out.append(keep + re.sub(r"[^\n]", " ", text[i:end])[len(keep):])
        i = end

    while i < n:
        two = text[i:i + 2]
        if two == "//":
            end = text.find("\n", i)
            end = n if end < 0 else end
            found = WAIVER.match(text, i)
            if found:
                line = text.count("\n", 0, i) + 1
                alone = not "".join(out).rsplit("\n", 1)[-1].strip()
                for at in (line, line + 1) if alone else (line,):
                    waivers.setdefault(at, set()).add(found.group(1))
            drop(end)
        elif two == "/*":
            end = text.find("*/", i + 2)
            drop(n if end < 0 else end + 2)
        elif text[i] in "RuUL" and not (i and (text[i - 1].isalnum() or text[i - 1] == "_")) and RAW_STRING.match(text, i):
            found = RAW_STRING.match(text, i)
            end = text.find(")" + found.group(1) + '"', found.end())
            drop(n if end < 0 else end + len(found.group(1)) + 2, "0")
        elif text[i] == '"' or (text[i] == "'" and not (i and text[i - 1].isalnum() and text[i + 1:i + 2].isalnum()
                                                       and re.search(r"\b\d[\w.']*$", text[max(0, i - 40):i]))):
            end, quote = i + 1, text[i]
            while end < n and text[end] != quote and text[end] != "\n":
                end += 2 if text[end] == "\\" else 1
            drop(min(end + 1, n), "0")  # a literal is an operand
        elif text[i] == "#" and not "".join(out[-200:]).rsplit("\n", 1)[-1].strip():
            end = i
            while True:
                end = text.find("\n", end)
                if end < 0:
                    end = n
                    break
                if text[end - 1] != "\\":
                    break
                end += 1
            comment = re.search(r"//|/\*", text[i:end])
            drop(i + comment.start() if comment else end)
        else:
            out.append(text[i])
            i += 1
    return "".join(out), waivers


class Token:
    __slots__ = ("text", "line")

    def __init__(self, text, line):
        self.text, self.line = text, line


class Group:
    """Everything between two brackets. `kind` is the opening bracket for ( and [; for braces it is block or list."""
    __slots__ = ("text", "line", "items", "kind")

    def __init__(self, text, line):
        self.text, self.line, self.items, self.kind = text, line, [], text


class Unbalanced(Exception):
    pass


def tree(code):
    """The tokens of the code, grouped by brackets. Throws Unbalanced with the line of a bracket without a partner."""
    root = Group("", 1)
    stack, line, at = [root], 1, 0
    for found in TOKEN.finditer(code):
        line += code.count("\n", at, found.start())
        at = found.start()
        text = found.group()
        if text in OPEN:
            group = Group(text, line)
            stack[-1].items.append(group)
            stack.append(group)
        elif text in ")]}":
            if len(stack) == 1 or OPEN[stack[-1].text] != text:
                raise Unbalanced(line)
            stack.pop()
        else:
            stack[-1].items.append(Token(text, line))
    if len(stack) > 1:
        raise Unbalanced(stack[-1].line)
    return root


HEADS = {"class", "struct", "union", "enum", "namespace", "extern", "concept"}
BEFORE_BLOCK = {"else", "do", "try", "const", "noexcept", "override", "final", "mutable", "constexpr", "consteval"}
IN_TYPE = {"::", "<", ">", ",", "&", "&&", "*", "const", "typename", "..."}
EXPRESSION_START = {"return", "co_return", "co_await", "co_yield", "throw", "case", "else", "do"}


def is_word(item):
    return isinstance(item, Token) and (item.text[0].isalpha() or item.text[0] == "_")


def is_attribute(group):
    return group.text == "[" and bool(group.items) and isinstance(group.items[0], Group) and group.items[0].text == "["


def introduces_lambda(items, i):
    """True if items[i], a [ group, begins a lambda, and is no subscript, array bound or attribute."""
    if is_attribute(items[i]):
        return False
    if i == 0:
        return True
    before = items[i - 1]
    if isinstance(before, Group):
        return before.text == "{" and before.kind == "block"
    if before.text in EXPRESSION_START:
        return True
    return not (is_word(before) or before.text in (">", "]") or before.text[0].isdigit())


def is_block(items, i, start):
    """True if items[i], a { group, is a body and no braced initializer. Its statement begins at items[start]."""
    if i == start:
        return True
    before = items[i - 1]
    if isinstance(before, Group):
        if before.text == "[":
            return introduces_lambda(items, i - 1)
        return before.text == "(" or before.kind == "block"
    if before.text in BEFORE_BLOCK:
        return True
    words = [t.text for t in items[start:i] if isinstance(t, Token)]
    if "template" in words[:1]:
        words = words[1:]
    if any(w in HEADS for w in words[:12]) and not any(
            isinstance(t, Group) and t.text == "(" and items[k - 1].text not in ("alignas", "__attribute__")
            for k, t in enumerate(items[start:i], start) if k > start) and "=" not in words:
        return True
    if before.text == ":" and items[start].text in ("case", "default", "public", "private", "protected"):
        return True
    # a trailing return type, a ref-qualifier or a requires clause after a parameter list
    k = i - 1
    while k > start and isinstance(items[k], Token) and (is_word(items[k]) or items[k].text in IN_TYPE):
        if items[k].text == "requires":
            return True
        k -= 1
    if isinstance(items[k], Token) and items[k].text == "->":
        return k > start and (isinstance(items[k - 1], Group) or items[k - 1].text in BEFORE_BLOCK)
    k = i - 1
    while k > start and isinstance(items[k], Token) and items[k].text in ("&", "&&", "const", "volatile"):
        k -= 1
    return before.text in ("&", "&&") and isinstance(items[k], Group) and items[k].text == "("


def statements(group):
    """Splits the items of a body into statements, and classifies every brace inside."""
    items, start, i = group.items, 0, 0
    out = []

    def flush(end):
        nonlocal start
        if end > start:
            out.append(items[start:end])
        start = end

    while i < len(items):
        item = items[i]
        if isinstance(item, Token):
            if item.text == ";":
                flush(i)
                start = i + 1
            elif item.text in ("else", "do") and i == start:
                start = i + 1
            elif item.text in ("if", "while", "for", "switch", "catch") and i == start:
                k = i + 1
                while k < len(items) and not (isinstance(items[k], Group) and items[k].text == "("):
                    k += 1
                if k < len(items):
                    classify(items[k])
                    out.append(items[i:k + 1])
                    i, start = k, k + 1
        elif item.text == "{":
            item.kind = "block" if is_block(items, i, start) else "list"
            if item.kind == "block":
                lambda_body = any(isinstance(t, Group) and t.text == "[" and introduces_lambda(items, k)
                                  and belongs(items, k, i)
                                  for k, t in enumerate(items[start:i], start))
                out.extend(statements(item))
                if not lambda_body:
                    flush(i + 1)
            else:
                classify(item)
        else:
            classify(item)
            out.extend(nested(item))
        i += 1
    flush(len(items))
    # statements inside lambdas of braced lists
    for item in items:
        if isinstance(item, Group) and item.kind == "list":
            out.extend(nested(item))
    return out


def belongs(items, k, i):
    """True if the block items[i] is the body of the lambda that items[k] begins: only its declarator is between them."""
    return all(not (isinstance(t, Token) and t.text in ("=", "?", "+", "==", ".", "||")) and
               not (isinstance(t, Group) and t.text == "{") for t in items[k + 1:i])


def classify(group):
    """Decides which braces inside an expression are bodies of lambdas, and which are braced lists."""
    items = group.items
    start = 0
    for i, item in enumerate(items):
        if isinstance(item, Token) and item.text in (",", ";", "?"):
            start = i + 1
        if not isinstance(item, Group):
            continue
        if item.text == "{":
            item.kind = "block" if i != start and is_block(items, i, start) else "list"
        if item.kind != "block":
            classify(item)


def nested(group):
    """The statements of the lambda bodies inside an expression."""
    out = []
    for item in group.items:
        if isinstance(item, Group):
            out.extend(statements(item) if item.kind == "block" else nested(item))
    return out


def walk(items):
    """Yields every item of one full expression, but not the bodies of lambdas in it."""
    for i, item in enumerate(items):
        yield items, i, item
        if isinstance(item, Group) and item.kind != "block" and not is_attribute(item):
            yield from walk(item.items)


def awaits(items):
    return any(isinstance(t, Token) and t.text == "co_await" for _, _, t in walk(items))


def captures_by_value(group):
    """True if a capture has to be destroyed. References, `this` and pointers such as `p = &x` need not be."""
    capture = [[]]
    for t in group.items:
        if isinstance(t, Token) and t.text == ",":
            capture.append([])
        else:
            capture[-1].append(t)
    for words in capture:
        if not words or words[0].text in ("&", "&&", "this"):
            continue
        if len(words) > 3 and words[1].text == "=" and words[2].text == "&":
            continue
        return True
    return False


def body_after(items, i):
    """The body of the lambda that items[i] begins, and its position; None if there is none."""
    for k in range(i + 1, len(items)):
        t = items[k]
        if isinstance(t, Group) and t.text == "{":
            return (t, k) if t.kind == "block" else (None, k)
        if isinstance(t, Token) and t.text in (",", ";", "="):
            break
    return None, i


def is_coroutine(body):
    return any(isinstance(t, Token) and t.text in ("co_await", "co_return", "co_yield")
               for statement in statements(body) for _, _, t in walk(statement))


def judge(statement):
    """Yields the rule and the line of each finding in one statement."""
    first = statement[0]
    head = first.text if isinstance(first, Token) else ""
    awaiting = awaits(statement)
    if awaiting and head in ("if", "switch"):
        yield "await-in-condition", first.line
    for items, i, item in walk(statement):
        if isinstance(item, Group) and item.text == "[" and introduces_lambda(items, i):
            body, k = body_after(items, i)
            if awaiting and captures_by_value(item):
                yield "capturing-lambda", item.line
            elif (body and item.items and not awaiting and k + 1 < len(items) and isinstance(items[k + 1], Group)
                  and items[k + 1].text == "(" and is_coroutine(body)):
                yield "called-lambda", item.line
        if not awaiting:
            continue
        if isinstance(item, Group) and item.kind == "list":
            yield "aggregate-of-await" if awaits(item.items) else "brace-temporary", item.line
        elif isinstance(item, Token) and item.text == "?":
            yield "await-in-ternary", item.line


def lint(text, library=False):
    """The findings in the text of a file, as a sorted list of line and rule. `library` applies LIBRARY_ONLY rules, too."""
    code, waivers = blank(text)
    found = set()
    try:
        for statement in statements(tree(code)):
            lines = [t.line for _, _, t in walk(statement)]
            for rule, line in judge(statement):
                if not any(rule in waivers.get(at, ()) for at in range(min(lines), line + 1)):
                    found.add((line, rule))
    except Unbalanced as error:
        found.add((error.args[0], "unbalanced"))
    if library:
        for number, line in enumerate(code.split("\n"), 1):
            if re.search(r"\bdetached\b", line):
                found.add((number, "detached"))
            if re.search(r"\bexperimental\s*::\s*(basic_)?(concurrent_)?channel\b", line):
                found.add((number, "channel"))
        for number, line in enumerate(text.split("\n"), 1):
            if re.match(r'\s*#\s*include\s*[<"].*experimental/.*channel', line):
                found.add((number, "channel"))
        found = {(line, rule) for line, rule in found
                 if rule not in LIBRARY_ONLY or rule not in waivers.get(line, ())}
    return sorted(found)


def sources(arguments):
    for argument in arguments:
        path = Path(argument)
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in (".cpp", ".hpp"))
        else:
            yield path


def main(arguments):
    if "-h" in arguments or "--help" in arguments:
        print(__doc__)
        return 0
    count, files = 0, 0
    for path in sources(arguments or [d for d in ("include", "lib", "samples", "test") if Path(d).is_dir()]):
        files += 1
        parts = path.resolve().parts
        for line, rule in lint(path.read_text(encoding="utf-8"), "include" in parts or "lib" in parts):
            print(f"{path}:{line}: {rule}: {RULES[rule]}")
            count += 1
    print(f"lint_coroutines: {files} files, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
