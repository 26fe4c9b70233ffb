"""Finds the mutants of a C++ source file, and writes them into its text so that each can be activated at run time.

A mutant is one small change: a comparison that is moved at its boundary or turned round, a negated condition, another
operator, a literal that is one higher, or a statement that is left out. clang's parser (libclang) finds the expressions.
"""

import hashlib
import pathlib
import re
from dataclasses import dataclass, field

from clang import cindex
from clang.cindex import CursorKind, TypeKind

OTHER_OPERATORS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "&": ["|"], "|": ["&"],
    "<<": [">>"], ">>": ["<<"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "<<=": [">>="], ">>=": ["<<="],
}
LOGICAL = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"}
TRANSPARENT = {CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR}
# Statements whose absence no test can see: memory that is reserved ahead, and variables that are marked as
# unused.
WITHOUT_EFFECT = re.compile(r"^(\(void\)|static_cast<void>|assert\b|static_assert\b|[\w.>()*-]*\breserve\b|[\w:]*\bprefetch)")


@dataclass
class Mutant:
    start: int # offsets in the bytes of the file
    end: int
    form: str # the way in which it is written: "replace", "negate", "delete", "guard"
    text: str # the text that the user reads: "a < b -> a <= b"
    other: str = "" # for "replace": the text of the mutated expression
    line: int = 0
    number: int = 0
    identity: str = "" # stays the same when other lines of the file change


@dataclass
class File:
    path: str
    source: bytes
    mutants: list = field(default_factory=list)

    def text(self, start, end):
        return self.source[start:end].decode()


def extent(cursor):
    return cursor.extent.start.offset, cursor.extent.end.offset


class Finder:
    def __init__(self, file):
        self.file = file
        self.seen = set()

    def add(self, start, end, form, other="", says=""):
        original = self.file.text(start, end)
        if not original.strip() or (start, end, form, other) in self.seen:
            return
        self.seen.add((start, end, form, other))
        line = self.file.source.count(b"\n", 0, start) + 1
        shown = re.sub(r"\s+", " ", f"{original} -> {says or other}")
        self.file.mutants.append(Mutant(start, end, form, shown, other, line))

    def visit(self, cursor, parents=()):
        handled = self.handle(cursor, parents)
        if handled == "skip":
            return
        for child in cursor.get_children():
            place = child.location
            if place.file is None or place.file.name == self.file.path or child.extent.start.file is None:
                self.visit(child, parents + (cursor,))

    def handle(self, cursor, parents):
        kind = cursor.kind
        if kind in (CursorKind.STATIC_ASSERT, CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
                    CursorKind.ENUM_DECL, CursorKind.TYPE_REF, CursorKind.CONCEPT_DECL, CursorKind.TYPE_ALIAS_DECL):
            return "skip"
        if kind in (CursorKind.VAR_DECL, CursorKind.FIELD_DECL):
            words = self.file.text(*extent(cursor)).split("=")[0].split("{")[0].split()
            if "constexpr" in words or cursor.type.get_canonical().kind == TypeKind.CONSTANTARRAY:
                return "skip"
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR, CursorKind.CALL_EXPR):
            self.operator(cursor)
        elif kind == CursorKind.UNARY_OPERATOR:
            self.unary(cursor)
        elif kind == CursorKind.INTEGER_LITERAL:
            self.integer(cursor, parents)
        elif kind == CursorKind.CXX_BOOL_LITERAL_EXPR:
            start, end = extent(cursor)
            text = self.file.text(start, end)
            if text in ("true", "false"):
                self.add(start, end, "replace", "false" if text == "true" else "true")
        elif kind in (CursorKind.IF_STMT, CursorKind.WHILE_STMT, CursorKind.CONDITIONAL_OPERATOR, CursorKind.DO_STMT):
            self.condition(cursor)
        elif kind == CursorKind.RETURN_STMT:
            for child in cursor.get_children():
                if child.type.get_canonical().kind == TypeKind.BOOL:
                    self.negate(child)
        if parents and parents[-1].kind in (CursorKind.COMPOUND_STMT, CursorKind.IF_STMT, CursorKind.WHILE_STMT,
                                            CursorKind.FOR_STMT, CursorKind.CXX_FOR_RANGE_STMT):
            self.statement(cursor, parents[-1])
        return None

    def operator(self, cursor):
        operands = [c for c in cursor.get_children()]
        if cursor.kind == CursorKind.CALL_EXPR:
            if not cursor.spelling.startswith("operator") or len(operands) != 3:
                return
            operands = sorted((operands[0], operands[1], operands[2]), key=lambda c: extent(c)[0])
            operands = [c for c in operands if not c.spelling.startswith("operator") or c.kind != CursorKind.UNEXPOSED_EXPR]
        if len(operands) != 2:
            return
        left, right = operands
        start, end = extent(cursor)
        if extent(left)[0] != start or extent(right)[1] != end:
            return
        between = self.file.text(extent(left)[1], extent(right)[0])
        sign = between.strip()
        if sign not in OTHER_OPERATORS:
            return
        if cursor.kind == CursorKind.CALL_EXPR and sign not in LOGICAL and \
                not re.search("duration|time_point", cursor.type.get_canonical().spelling):
            return # most classes have one such operator; the others do not compile
        for other in OTHER_OPERATORS[sign]:
            changed = self.file.text(start, extent(left)[1]) + between.replace(sign, other) + self.file.text(extent(right)[0], end)
            self.add(start, end, "replace", changed)
        if sign in ("&&", "||"):
            for operand in (left, right):
                self.negate(operand)

    def unary(self, cursor):
        start, end = extent(cursor)
        text = self.file.text(start, end)
        for sign, other in (("++", "--"), ("--", "++")):
            if text.startswith(sign):
                self.add(start, end, "replace", other + text[2:])
            elif text.endswith(sign):
                self.add(start, end, "replace", text[:-2] + other)

    def integer(self, cursor, parents):
        start, end = extent(cursor)
        text = self.file.text(start, end)
        if any(p.kind == CursorKind.CASE_STMT and extent(next(p.get_children()))[0] <= start < extent(next(p.get_children()))[1]
               for p in parents[-3:]):
            return
        if suffix := re.fullmatch(r"(\d+)(h|min|s|ms|us|ns)", text):
            self.add(start, end, "replace", f"{int(suffix[1]) + 1}{suffix[2]}")
        elif number := re.fullmatch(r"(0x[0-9a-fA-F']+|[\d']+)([uUlL]*)", text):
            digits = number[1].replace("'", "")
            is_octal = re.fullmatch(r"0[0-7]+", digits)
            value = int(digits, 8 if is_octal else 0)
            self.add(start, end, "replace", f"{0 if value == 1 else value + 1}{number[2]}")

    def condition(self, cursor):
        children = list(cursor.get_children())
        if cursor.kind == CursorKind.DO_STMT:
            children = children[-1:]
        if cursor.kind == CursorKind.IF_STMT and re.match(rb"if\s+constexpr\b", self.file.source[extent(cursor)[0]:][:20]):
            return
        covered = 0
        for child in children:
            start, end = extent(child)
            if child.kind == CursorKind.DECL_STMT:
                covered = end
                continue
            if start >= covered and child.kind.is_expression():
                self.negate(child)
            return

    def negate(self, cursor):
        core = cursor
        while core.kind in TRANSPARENT:
            inner = list(core.get_children())
            if len(inner) != 1:
                break
            core = inner[0]
        start, end = extent(cursor)
        text = self.file.text(start, end)
        if core.kind == CursorKind.CXX_BOOL_LITERAL_EXPR:
            return
        if core.kind in (CursorKind.BINARY_OPERATOR, CursorKind.CALL_EXPR):
            signs = [s for s in LOGICAL if f" {s} " in text]
            if signs and any(m.start == start and m.end == end for m in self.preview(core)):
                return
        self.add(start, end, "negate", says=f"!({text})")

    def preview(self, cursor):
        probe = Finder(File(self.file.path, self.file.source))
        probe.operator(cursor)
        return probe.file.mutants

    def statement(self, cursor, parent):
        start, end = extent(cursor)
        text = self.file.text(start, end)
        after = self.file.source[end:end + 200].decode(errors="replace").lstrip()
        is_body = parent.kind == CursorKind.COMPOUND_STMT or self.file.source[:start].rstrip().endswith((b")", b"else"))
        if not is_body or not after.startswith(";") or WITHOUT_EFFECT.match(text):
            return
        if cursor.kind in (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT) or text in ("return", "co_return"):
            whole = self.file.source.index(b";", end) + 1
            self.add(start, whole, "guard", says="nothing")
        elif cursor.kind.is_expression() and not text.startswith("co_return"):
            self.add(start, end, "delete", says="nothing")


def find(path, source, translation_unit, room):
    """Returns the mutants of `path`, in order, each with an identity."""
    file = File(path, source)
    finder = Finder(file)
    for cursor in translation_unit.cursor.get_children():
        if cursor.location.file and cursor.location.file.name == path:
            finder.visit(cursor)
    file.mutants.sort(key=lambda m: (m.start, -m.end, m.form, m.other))
    count = {}
    for mutant in file.mutants:
        key = f"{room}/{pathlib.PurePath(path).name}:{mutant.text}"
        count[key] = count.get(key, 0) + 1
        mutant.identity = hashlib.sha256(f"{key}:{count[key]}".encode()).hexdigest()[:12]
    return file


def render(file, mutants):
    """Returns the text of the file with `mutants` written into it. Lines keep their numbers."""
    ordered = sorted(mutants, key=lambda m: (m.start, -m.end))

    def wrap(mutant, text):
        asks = f"::coinformer_mutation::mutated({mutant.number})"
        if mutant.form == "negate":
            return f"({asks} != static_cast<bool>({text}))"
        if mutant.form == "delete":
            return f"({asks} ? (void)0 : (void)({text}))"
        if mutant.form == "guard":
            return "{ if (!" + asks + ") " + text + " }"
        one_line = re.sub(r"\s*(//[^\n]*)?\n\s*", " ", mutant.other)
        return f"({asks} ? ({one_line}) : ({text}))"

    def text_of(start, end, inside):
        pieces, at, i = [], start, 0
        while i < len(inside):
            first = inside[i]
            same = [m for m in inside[i:] if (m.start, m.end) == (first.start, first.end)]
            nested = [m for m in inside[i + 1:] if m.start < first.end and (m.start, m.end) != (first.start, first.end)]
            pieces.append(file.source[at:first.start].decode())
            text = text_of(first.start, first.end, nested)
            for mutant in sorted(same, key=lambda m: m.form in ("delete", "guard")):
                text = wrap(mutant, text)
            pieces.append(text)
            at = first.end
            i += len(same) + len(nested)
        pieces.append(file.source[at:end].decode())
        return "".join(pieces)

    return text_of(0, len(file.source), ordered)
