#include <coinformer/testing/unknown_fields.hpp>

#include "api/client/field_check.hpp"
#include "testing/formats/refusal.hpp"
#include "testing/store/manifest.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <stdexcept>

namespace coinformer::testing {

using namespace detail;

namespace json = boost::json;
using coinformer::detail::node;
using coinformer::detail::record;
using coinformer::detail::shape;

namespace {

// Returns null if there is no such member, or if it is no object.
json::object const* object_in(json::object const& in, std::string_view member)
{
    auto const* const v = in.if_contains(member);
    return v ? v->if_object() : nullptr;
}

bool has_text(json::object const& in, std::string_view member, std::string_view text)
{
    auto const* const v = in.if_contains(member);
    return v && v->is_string() && v->get_string() == text;
}

bool has_flag(json::object const& in, std::string_view member)
{
    auto const* const v = in.if_contains(member);
    return v && v->is_bool() && v->get_bool();
}

/// Compares a projection with a structural schema, and collects the paths of unknown members. If the two have
/// different types at a place, it looks no further there, because an object would be a decode fault anyway.
class comparison {
public:
    void compare_root(record const& of, json::object const& schema)
    {
        auto const* const metadata = of.named("metadata");
        if (metadata)
            for (auto& f : coinformer::detail::find_unknown_fields(*metadata->type->fields,
                                                                   {"meta", "ObjectMeta"}, "metadata."))
                found_.push_back(std::move(f.path));
        compare_record(of, schema, {}, true);
    }
    std::vector<std::string> take() { return std::move(found_); }

private:
    void compare_record(record const& of, json::object const& schema, std::string const& path,
                        bool is_resource)
    {
        if (has_flag(schema, "x-kubernetes-preserve-unknown-fields")) return;
        for (std::size_t i = 0; i != of.size(); ++i) {
            auto const& member = of[i];
            bool const is_read_for_identity = member.is_hidden && !member.is_match;
            if (is_read_for_identity || &member == of.whole()) continue;
            std::string const name(member.name, member.name_size);
            if (is_resource && (name == "apiVersion" || name == "kind" || name == "metadata")) continue;
            compare_member(*member.type, name, schema, path);
        }
    }

    void compare_member(node const& type, std::string const& name, json::object const& schema,
                        std::string const& path)
    {
        auto const* const properties = object_in(schema, "properties");
        auto const* const named = properties ? object_in(*properties, name) : nullptr;
        auto const* const others = object_in(schema, "additionalProperties");
        if (auto const* const inner = named ? named : others)
            compare_type(type, *inner, path + name + '.');
        else if (!has_flag(schema, "additionalProperties"))
            found_.push_back(path + name);
    }

    // `schema` describes values of this type.
    void compare_type(node const& type, json::object const& schema, std::string const& path)
    {
        if (has_flag(schema, "x-kubernetes-preserve-unknown-fields")) return;
        bool const is_resource = has_flag(schema, "x-kubernetes-embedded-resource");
        switch (type.what) {
        case shape::record: return compare_record(*type.fields, schema, path, is_resource);
        case shape::element:
            if (auto const* const items = object_in(schema, "items"))
                compare_record(*type.fields, *items, path, false);
            return;
        case shape::optional:
        case shape::boxed: return compare_type(*type.element, schema, path);
        case shape::list:
        case shape::vector:
            if (auto const* const items = object_in(schema, "items"))
                compare_type(*type.element, *items, path);
            return;
        case shape::map:
        case shape::entries:
            if (auto const* const values = object_in(schema, "additionalProperties"))
                compare_type(type.what == shape::map ? *type.element : *type.element->element, *values, path);
            return;
        default: return;
        }
    }

    std::vector<std::string> found_;
};

// Returns the schema of this version in a definition, or null if there is none.
json::object const* schema_in(json::object const& definition, resource const& of)
{
    auto const* const spec = object_in(definition, "spec");
    auto const* const names = spec ? object_in(*spec, "names") : nullptr;
    if (!names || !has_text(*spec, "group", of.group) || !has_text(*names, "plural", of.plural))
        return nullptr;
    auto const* const versions = spec->if_contains("versions");
    if (!versions || !versions->is_array()) return nullptr;
    for (auto const& version : versions->get_array()) {
        auto const* const v = version.if_object();
        if (!v || !has_text(*v, "name", of.version)) continue;
        auto const* const schema = object_in(*v, "schema");
        return schema ? object_in(*schema, "openAPIV3Schema") : nullptr;
    }
    return nullptr;
}

std::vector<json::object> documents_of(std::string_view manifest)
{
    try {
        return objects_of(manifest);
    } catch (refusal const& r) {
        throw std::invalid_argument(std::string("unknown_fields_of(): the text is no manifest: ") + r.what());
    }
}

} // namespace

std::vector<std::string> detail::unknown_fields(std::string_view manifest, resource const& of,
                                                coinformer::detail::object_type const& type)
{
    for (auto const& document : documents_of(manifest)) {
        auto const* const schema = schema_in(document, of);
        if (!schema) continue;
        comparison all;
        all.compare_root(type.fields->root(), *schema);
        return all.take();
    }
    throw std::invalid_argument("unknown_fields_of(): the manifest has no CustomResourceDefinition of " +
                                to_string(of) + " with a schema of version " + std::string(of.version));
}

} // namespace coinformer::testing
