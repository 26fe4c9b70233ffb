"""The text of generated C++ files. Read by generate-types."""

import textwrap

from generator import kubernetes_api as k8s

CLASHES = ("resource",)  # with a name that informer_factory uses
MADE_BY = "// Made by scripts/generate-types"
MADE = f"""{MADE_BY} of Kubernetes {k8s.VERSION.replace("v0", "1", 1)}.
"""


def wrap(line, indent=4):
    return textwrap.wrap(line, 118, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)


def _struct(s, indent=""):
    lines = [f"{indent}/// {s.page}"] if s.page else []
    lines.append(f"{indent}struct {s.name} {{")
    for inner in s.nested:
        lines += _struct(inner, indent + "    ")
    if s.nested:
        lines.append("")
    for m in s.members:
        lines.append(f"{indent}    {m.type} {m.name}{'' if m.has_default else '{}'};")
    lines.append(indent + "};")
    return lines


def _names(s, scope=""):
    """Its own and those of the structs in it, which come first."""
    own = scope + s.name
    return [n for inner in s.nested for n in _names(inner, own + "::")] + [own]


def _resource(kind, plural):
    where = "namespaced" if kind.is_namespaced else "cluster"
    return [f"inline constexpr coinformer::resource {plural}{{",
            f'    .group = "{kind.group}", .version = "{kind.version}", .plural = "{kind.plural}",',
            f'    .kind = "{kind.name}", .where = scope::{where}}};', ""]


def header(h, includes, plural):
    if plural in (s.name for s in h.structs):
        plural += "_"
    space, here = f"coinformer::types::{h.place}", f"types::{h.place}::"
    paths = ["api/compiled_members.hpp", "api/object_meta.hpp"] + ["api/resource.hpp"] * bool(h.kind)
    lines = [MADE + "#pragma once", ""]
    lines += [f"#include <coinformer/{path}>" for path in paths + ["types/" + path for path in includes]]
    lines += ["", f"namespace {space} {{", ""]
    for s in h.structs:
        lines += _struct(s) + [""]
    if h.kind:
        lines += _resource(h.kind, plural)
    lines += [f"}} // namespace {space}", ""]
    if h.kind:
        for view in h.structs[-2:]:
            lines += ["template <>", f"inline constexpr coinformer::resource coinformer::resource_of<coinformer::{here}{view.name}> =",
                      f"    coinformer::{here}{plural};"]
        lines.append("")
    lines += ["namespace coinformer::detail {", ""]
    for name in [n for s in h.structs for n in _names(s)]:
        lines.append(f"template <> struct compiled_members<{here}{name}> {{ static member_type const type; }};")
    return "\n".join(lines + ["", "} // namespace coinformer::detail", ""])


def tables(group, headers):
    """The source file with the tables of a group's structs."""
    lines = [MADE + '#include "types/member_table.hpp"', ""]
    lines += [f"#include <coinformer/types/{h.path}>" for h in headers]
    lines += ["", "namespace coinformer::detail {", "", f"namespace here = types::{group};", ""]
    for h in headers:
        for s in h.structs:
            lines += _tables_of(s, f"{h.place.version}::")
    return "\n".join(lines + ["", "} // namespace coinformer::detail", ""])


def group(name, headers, accessors):
    """The header of a group's accessors. `accessors`: version -> [(function, full view)]."""
    lines = [MADE + "#pragma once", "", "#include <coinformer/cache/kind_access.hpp>"]
    lines += [f"#include <coinformer/types/{h.path}>" for h in headers]
    lines += ["", "namespace coinformer::types {", ""]
    for version, functions in accessors.items():
        lines += _accessor(f"{name}_{version}", [f"auto {function}() const {{ return kind_access<{view}>(*factory_); }}"
                                                 for function, view in functions])
    lines += [f"/// The kinds of the group: `factory.{name}{'_' * (name in CLASHES)}()`."]
    lines += _accessor(f"{name}_group", [f"auto {v}() const {{ return {name}_{v}(*factory_); }}" for v in accessors])
    lines += ["} // namespace coinformer::types", "", "inline coinformer::types::"
              f"{name}_group coinformer::informer_factory::{name}{'_' * (name in CLASHES)}()", "{",
              f"    return types::{name}_group(*this);", "}"]
    return "\n".join(lines + [""])


def _accessor(name, functions):
    return [f"class {name} {{", "public:", f"    explicit {name}(informer_factory& factory) noexcept : factory_(&factory) {{}}",
            ""] + ["    " + f for f in functions] + ["", "private:", "    informer_factory* factory_;", "};", ""]


def all_kinds(groups, views):
    """The source file of the tests that includes everything. `views`: the full ones, as "apps::v1::deployment"."""
    lines = [MADE + '#include "all_kinds.hpp"', ""]
    lines += [f"#include <coinformer/types/{group}.hpp>" for group in groups]
    lines += ["", "namespace test {", "", "std::vector<any_kind> const& all_kinds()", "{",
              "    namespace t = coinformer::types;", "    static std::vector<any_kind> const all{"]
    lines += [f"        any_kind::with<t::{full}, t::{full.rstrip('_')}_summary>()," for full in views]
    return "\n".join(lines + ["    };", "    return all;", "}", "", "} // namespace test", ""])


def builtin_resources(kinds, is_strict):
    """The rows of the table of the API server in the process."""
    lines = []
    for k in kinds:
        parts = "scaled" if "scale" in k.subresources else "status" if "status" in k.subresources else "no_parts"
        rest = [f'"{" ".join(k.short_names)}"', f'"{" ".join(k.categories)}"', "strict" if is_strict(k) else '""']
        while rest and rest[-1] == '""':
            rest.pop()
        where = "spaced" if k.is_namespaced else "cluster"
        of = f'{{"{k.group}", "{k.version}", "{k.plural}", "{k.name}", {where}}}'
        lines.append(f"{{{', '.join([of, parts] + rest)}}},")
    return MADE + "\n".join(lines) + "\n"


def room(groups):
    """The list of the source files."""
    sources = textwrap.wrap(" ".join(f"{g}.cpp" for g in groups), 110)
    lines = ["# Made by scripts/generate-types.", "coinformer_room(types", "    SOURCES"]
    return "\n".join(lines + ["        " + line for line in sources] + ["    LINKS coinformer_api)", ""])


def _tables_of(s, scope):
    name = scope + s.name
    lines = [line for inner in s.nested for line in _tables_of(inner, name + "::")]
    if s.members:
        rows = ", ".join(f"COINFORMER_ROW({name}, {m.name})" for m in s.members)
        lines += wrap(f"constexpr member {name.replace('::', '_')}_rows[] = {{{rows}}};")
    argument = name.replace("::", "_") + "_rows" if s.members else ""
    return lines + wrap(f"constinit member_type const compiled_members<here::{name}>::type = record_of<here::{name}>({argument});")
