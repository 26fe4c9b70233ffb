"""Decides which C++ structs the kinds of Kubernetes become, and which header each struct is in. Imported by generate-types.

Names     are those of the API: structs in snake_case, members unchanged. A name that C++ does not allow (a keyword, a macro of
          the C library, the struct's own name) gets an underscore at its end.
Absent    A field that is a pointer in Go, and that OpenAPI does not require, is optional; if it is a struct, it is `boxed`.
          Times are optional, too, because no time stands for an absent one. Absent strings, lists and maps are empty, and
          absent numbers are 0.
Headers   Each kind has its own header. A struct is in the header of the kind that uses it, or in a header of its own if
          several kinds use it."""

import dataclasses
import re

from generator import kubectl_columns, kubernetes_api as k8s

META = k8s.META
# Structs that the library already has. They leave out managedFields, because a cache does not need them.
KNOWN = {f"{META}.ObjectMeta": "object_meta", f"{META}.OwnerReference": "owner_reference"}
SCALARS = {"s": "text", "b": "bool", "y": "text", "t": "timestamp", "u": "micro_timestamp", "q": "quantity",
           "o": "int_or_string", "j": "raw_json", "x": "raw_json"}
STRINGS = "sqy"  # a map of them is labels
TAKEN_NAMES = set("""alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await co_return
co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast
else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof static
static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using
virtual void volatile wchar_t while xor xor_eq errno linux major minor stderr stdin stdout unix""".split())


def snake(name):
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", words).lower()


def legal(name, struct=""):
    return name + "_" if name in TAKEN_NAMES or name == struct else name


def plural_of(kind):
    """A name such as "stateful_sets": with the words of the kind and the plural of the URL."""
    singular, word = kind.name.lower(), snake(kind.name)
    if kind.plural == singular:
        return word
    if kind.plural.startswith(singular):
        return word + kind.plural[len(singular):]
    return word[:-1] + kind.plural[len(singular) - 1:]


@dataclasses.dataclass(frozen=True)
class Place:
    """A namespace below coinformer::types, and the directory of the same name."""
    group: str
    version: str

    @staticmethod
    def of(message):
        path = message.rpartition(".")[0].split("/")
        return Place(path[-2], path[-1])

    def __str__(self):
        return f"{self.group}::{self.version}"


@dataclasses.dataclass
class Member:
    name: str
    type: str
    has_default: bool  # true for class types; others are written with {}


@dataclasses.dataclass
class Struct:
    name: str
    members: list
    nested: list = dataclasses.field(default_factory=list)
    page: str = ""  # its URL in the API reference


@dataclasses.dataclass
class Header:
    place: Place
    name: str
    structs: list = dataclasses.field(default_factory=list)
    messages: set = dataclasses.field(default_factory=set)  # messages of other headers that it uses
    kind: object = None

    @property
    def path(self):
        return f"{self.place.group}/{self.place.version}/{self.name}.hpp"


class Types:
    def __init__(self, api, published):
        self.api = api
        self.published = published
        self._recursive = {m for m in api.messages if m in self._below(m)}
        self._header_of = {}  # message -> (Place, name)
        for kind in published.kinds:
            self._header_of[kind.message] = (Place.of(kind.message), snake(kind.name))
        self._place_shared()
        self.headers = self._make_headers()

    def fields(self, message):
        """The fields of a message, with those of inlined messages in their place."""
        found = []
        for f in self.api.messages[message]:
            found += self.fields(f.type) if f.count == "inline" else [f]
        names = {f.name for f in found}
        published = self.published.properties.get(message, names)
        differ = (names ^ published) - {"apiVersion", "kind"}  # an object has them, but its message does not
        assert not differ, f"{message}: OpenAPI and generated.proto have different members: {differ}"
        return [f for f in found if f.name not in ("managedFields", "selfLink")] if message in KNOWN else found

    # ---- Which header each struct is in.

    def _structs_of(self, message):
        """The messages whose structs are members of this message's struct."""
        if message in KNOWN:
            return []
        return [f.type for f in self.fields(message) if "." in f.type and f.type not in self._recursive]

    def _below(self, message):
        found, todo = set(), [f.type for f in self.api.messages[message] if "." in f.type]
        while todo:
            m = todo.pop()
            if m not in found:
                found.add(m)
                todo += [f.type for f in self.api.messages[m] if "." in f.type]
        return found

    def _place_shared(self):
        order, users = [], {}

        def visit(message):
            if message in users:
                return
            users[message] = set()
            for below in self._structs_of(message):
                visit(below)
                users[below].add(message)
            order.append(message)

        for kind in self.published.kinds:
            visit(kind.message)
        for message in reversed(order):  # a user of a struct comes before the struct
            if message in self._header_of:
                continue
            headers = {self._header_of[user] for user in users[message]}
            own = (Place.of(message), snake(message.rpartition(".")[2]))
            is_private = len(headers) == 1 and next(iter(headers))[0] == own[0]
            self._header_of[message] = next(iter(headers)) if is_private else own
        self._order = [m for m in order if m not in KNOWN]

    def _make_headers(self):
        headers = {where: Header(*where) for where in self._header_of.values()}
        for message in self._order:
            where = self._header_of[message]
            headers[where].structs.append(self._struct(message, headers[where]))
        for kind in self.published.kinds:
            header = headers[self._header_of[kind.message]]
            header.kind = kind
            self._find(header, kind).page = reference_page(kind)
            header.structs.append(self._summary(kind, header))
        meta = Header(Place("meta", "v1"), "object_meta_summary")
        fields = kubectl_columns.tree(kubectl_columns.METADATA)
        meta.structs.append(self._picked(f"{META}.ObjectMeta", fields, "object_meta_summary", meta, []))
        return sorted([h for h in headers.values() if h.structs] + [meta], key=lambda h: h.path)

    @staticmethod
    def _find(header, kind):
        return next(s for s in header.structs if s.name == legal(snake(kind.name)))

    # ---- Structs and members.

    def _struct(self, message, header):
        name = legal(snake(message.rpartition(".")[2]))
        fields = self.fields(message)
        taken = {legal(f.name, name) for f in fields}
        return Struct(name, [self._member(message, f, name, header, taken) for f in fields])

    def _member(self, owner, field, struct, header, taken, picked=None):
        def qualified(name, scope):
            first = name.split("::")[0]
            return f"{scope}::{name}" if first in taken else name

        is_struct = "." in field.type and field.type not in self._recursive
        if picked:
            kind = picked
        elif field.type in KNOWN:
            kind = qualified(KNOWN[field.type], "coinformer")
        elif is_struct:
            header.messages.add(field.type)
            place, name = Place.of(field.type), legal(snake(field.type.rpartition(".")[2]))
            kind = qualified(name, place.version) if place == header.place else qualified(f"{place}::{name}", "types")
        elif field.type == "i":
            kind = f"std::int{field.bits}_t"
        else:
            kind = qualified(SCALARS.get(field.type, "raw_json"), "coinformer")
        if field.count == "list":
            kind = f"{qualified('list', 'coinformer')}<{kind}>"
        elif field.count == "map":
            kind = qualified("labels", "coinformer") if field.type in STRINGS else f"{qualified('map', 'coinformer')}<{kind}>"
        elif self._may_be_absent(owner, field):
            kind = f"{qualified('boxed', 'coinformer')}<{kind}>" if is_struct else f"std::optional<{kind}>"
        has_default = not re.match(r"(bool|std::int\d+_t|micro_timestamp|timestamp)$", kind)
        return Member(legal(field.name, struct), kind, has_default)

    def _may_be_absent(self, owner, field):
        if field.type in "jx" or field.type in self._recursive or field.name in self.published.required.get(owner, ()):
            return False
        if field.name == "creationTimestamp":  # as in object_meta
            return False
        return field.is_pointer or field.type in "tu"

    # ---- Summaries: only the fields that kubectl shows.

    def _summary(self, kind, header):
        name = snake(kind.name) + "_summary"
        fields = kubectl_columns.of_kind(kind.group, kind.version, kind.name)
        nested = []
        summary = self._picked(kind.message, fields, name, header, nested)
        summary.nested = nested
        metadata = Member("metadata", "meta::v1::object_meta_summary", True)
        summary.members = [metadata] + [m for m in summary.members if m.name != "metadata"]
        assert not {s.name for s in nested} & {m.name for m in summary.members}, name
        return summary

    def _picked(self, message, fields, name, header, nested):
        known = {f.name: f for f in self.fields(message)}
        taken = {legal(f, name) for f in fields}
        members = []
        for field_name, below in fields.items():
            field, picked = known[field_name], None
            if below:
                picked = legal(snake(field.type.rpartition(".")[2]))
                made = self._picked(field.type, below, picked, header, nested)
                same = next((s for s in nested if s.name == picked), None)
                assert same is None or same == made, f"{name}: two different structs would have the name {picked}"
                if same is None:
                    nested.append(made)
            members.append(self._member(message, field, name, header, taken, picked))
        return Struct(name, members)

    def includes(self, header):
        paths = {self._path_of(m) for m in header.messages} - {header.path}
        if header.kind:
            paths.add("meta/v1/object_meta_summary.hpp")
        return sorted(paths)

    def _path_of(self, message):
        place, name = self._header_of[message]
        return f"{place.group}/{place.version}/{name}.hpp"


def reference_page(kind):
    version = ".".join(k8s.VERSION.replace("v0", "v1", 1).split(".")[:2])
    group = (kind.group or "core").replace(".", "-")
    anchor = f"{kind.name.lower()}-{kind.version}-{group}"
    return f"https://kubernetes.io/docs/reference/generated/kubernetes-api/{version}/#{anchor}"
