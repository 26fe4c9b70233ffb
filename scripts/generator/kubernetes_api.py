"""Reads the Kubernetes API from its Go modules: messages and field numbers from generated.proto, names in JSON from the tags
of the Go structs. Imported by the scripts that generate sources. kubernetes_kinds.py reads what the API server publishes
about itself."""

import dataclasses
import json
import os
import re
import subprocess

VERSION = "v0.37.1"
META = "apimachinery/pkg/apis/meta/v1"

# Messages that are not objects in JSON, with a letter for each form.
SPECIAL = {
    f"{META}.Time": "t",
    f"{META}.MicroTime": "u",
    "apimachinery/pkg/api/resource.Quantity": "q",
    "apimachinery/pkg/util/intstr.IntOrString": "o",
    "apimachinery/pkg/runtime.RawExtension": "j",
    f"{META}.FieldsV1": "j",
}
SCALARS = {"string": "s", "bool": "b", "int32": "i", "int64": "i", "bytes": "y"}


@dataclasses.dataclass
class Field:
    number: int
    name: str  # the name in JSON; for an inlined message, the name in the .proto
    type: str  # a letter of SCALARS or SPECIAL, "x" for any other form in JSON, or "package.Message"
    count: str = "one"  # one, list, map, inline
    keeps_zero: bool = False  # JSON has a scalar even if it is empty or 0
    bits: int = 0  # 32 or 64 for an integer
    is_pointer: bool = False  # a pointer in Go, so that absent differs from empty or 0


@dataclasses.dataclass
class Kind:
    api_version: str  # "apps/v1"
    plural: str
    message: str  # "api/apps/v1.Deployment"


def module(name, fetch):
    """The directory of a module, or None if it is not available. `fetch` allows a download."""
    version = VERSION.replace("v0", "v1", 1) if name == "kubernetes" else VERSION
    try:
        out = subprocess.run(["go", "mod", "download", "-json", f"k8s.io/{name}@{version}"], capture_output=True,
                             cwd="/", timeout=300, check=False,
                             env=dict(os.environ, GOFLAGS="-mod=mod", **({} if fetch else {"GOPROXY": "off"})))
        return json.loads(out.stdout).get("Dir")
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


class Api:
    """The messages of all packages that have a generated.proto, and the kinds of the stable versions in the module `api`."""

    def __init__(self, directories):
        self.messages = {}  # "package.Message" -> [Field]
        self.kinds = []
        for module_name, root in sorted(directories.items()):
            for path, _, files in sorted(os.walk(root)):
                package = module_name + path[len(root):]
                if "generated.proto" not in files or "testapigroup" in package:
                    continue
                self._read_package(package, path, files)

    def reachable(self, roots):
        """The names of these messages and of all messages that they contain, sorted."""
        found, todo = set(), list(roots)
        while todo:
            name = todo.pop()
            if name in found:
                continue
            found.add(name)
            todo += [f.type for f in self.messages[name] if "." in f.type]
        return sorted(found)

    def _read_package(self, package, path, files):
        proto = self._text(path, "generated.proto")
        go = "".join(self._text(path, f) for f in sorted(files)
                     if f.endswith(".go") and not f.startswith("zz_") and not f.endswith(("_test.go", ".pb.go")))
        structs = dict(re.findall(r"^type (\w+) struct ?\{(?:\n(.*?)^)?\}", go, re.M | re.S))
        for name, body in re.findall(r"^message (\w+) \{\n(.*?)^\}", proto, re.M | re.S):
            if f"{package}.{name}" not in SPECIAL and name in structs and name != "QuantityValue":
                self.messages[f"{package}.{name}"] = self._fields(package, name, body, structs)
        if re.search(r"^api/.*/v\d+$", package):
            self._read_kinds(package, go)

    def _fields(self, package, message, body, structs):
        tags = self._tags(structs[message])
        fields = []
        for line in re.sub(r"//.*", "", body).split(";"):
            m = re.match(r"\s*(?:(optional|repeated)\s+([\w.]+)|map<string,\s*([\w.]+)>)\s+(\w+)\s*=\s*(\d+)\s*$", line)
            if not m:
                if line.strip():
                    raise ValueError(f"{package}.{message}: {line.strip()}")
                continue
            label, one, value, name, number = m.groups()
            go_type, options = tags[int(number)]
            count = {"optional": "one", "repeated": "list", None: "map"}[label]
            json_name, *omit = options.split(",")
            if "inline" in omit or not json_name:
                count, json_name = "inline", name
            kept = count == "one" and (go_type.startswith("*") or "omitempty" not in omit)
            kind = self._type(package, one or value, structs)
            bits = {"int32": 32, "int64": 64}.get(one or value, 0)
            fields.append(Field(int(number), json_name, kind, count, kept and kind in SCALARS.values(), bits,
                                count == "one" and go_type.startswith("*")))
        return sorted(fields, key=lambda f: f.number)

    @staticmethod
    def _type(package, name, structs):
        if name in SCALARS:
            return SCALARS[name]
        if name.startswith(".k8s.io."):
            where, _, message = name[len(".k8s.io."):].rpartition(".")
            full = where.replace(".", "/") + "." + message
        elif "." in name:
            raise ValueError(name)
        else:
            full = f"{package}.{name}"
            if full not in SPECIAL and name not in structs:
                return "x"  # a Go slice or map for which there is a message
        return SPECIAL.get(full, full)

    @staticmethod
    def _tags(struct):
        """For each field number: the Go type, and the options of the json tag."""
        tags = {}
        for line in struct.split("\n"):
            number = re.search(r'protobuf:"\w+,(\d+)', line)
            if not number or line.strip().startswith("//"):
                continue
            options = re.search(r'json:"([^"]*)"', line)
            tags[int(number[1])] = (line.split("`")[0].split()[-1], options[1] if options else "")
        return tags

    def _read_kinds(self, package, go):
        """Finds the kinds that can be listed: they have a client, and a list message with metadata and items."""
        group = re.search(r'GroupName *= *"([^"]*)"', go)[1]
        version = package.rsplit("/", 1)[1]
        for comment, name in re.findall(r"((?:^(?://.*)?\n)*)^type (\w+) struct \{", go, re.M):
            items = self.messages.get(f"{package}.{name}List")
            if "+genclient" not in comment or not items:
                continue
            first = self.messages[f"{package}.{name}"][0]
            meta, item = items[0], items[1]
            assert (first.number, first.name, first.type) == (1, "metadata", f"{META}.ObjectMeta"), name
            assert (meta.number, meta.type) == (1, f"{META}.ListMeta"), name
            assert (item.number, item.name, item.count) == (2, "items", "list"), name
            self.kinds.append(Kind(f"{group}/{version}" if group else version, plural(name), f"{package}.{name}"))

    @staticmethod
    def _text(path, name):
        with open(os.path.join(path, name), encoding="utf-8") as f:
            return f.read()


def plural(kind):
    word = kind.lower()
    if word.endswith("endpoints"):
        return word
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word[:-1] + "ies" if word.endswith("y") else word + "s"


def load(fetch=True, modules=("api", "apimachinery")):
    """The messages and kinds of these modules, or None if a module is not available."""
    directories = {name: module(name, fetch) for name in modules}
    return Api(directories) if all(directories.values()) else None
