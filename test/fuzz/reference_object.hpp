#pragma once

#include "reference_decoder.hpp"

// A naive reading of whole objects: their identity, their members, and their faults.

namespace fuzz {

/// The texts that identify an object, each from the first member of its name.
struct expected_identity {
    /// Takes a member. Returns true if it is a part of the identity.
    bool take(std::string const& key, json_node const& value)
    {
        auto* const into = key == "namespace"         ? &ns
                           : key == "name"            ? &name
                           : key == "uid"             ? &uid
                           : key == "resourceVersion" ? &version
                                                      : nullptr;
        if (!into || value.is_null()) return into != nullptr;
        std::size_t const longest = into == &ns ? 255 : into == &uid ? 254 : 65'535;
        if (!value.is_string()) throw misfit{errc::wrong_type, key};
        if (value.text.size() > longest) throw misfit{errc::out_of_range, key};
        *into = value.text;
        return true;
    }
    std::string ns = {}, name = {}, uid = {}, version = {};
};

/// Reads as much of the identity as can be read, to name an object that has a fault.
inline expected_identity identity_of(json_node const& object)
{
    expected_identity id;
    try {
        for_each_key(object, [&](std::string const& key, json_node const& metadata) {
            if (key != "metadata" || metadata.is_null()) return;
            for_each_key(metadata, [&](std::string const& k, json_node const& v) { id.take(k, v); });
        });
    } catch (misfit const&) { // the members before the mistake count
    }
    return id;
}

/// Returns the object without metadata.managedFields, as a whole_object holds it. Of equal keys only the
/// first is removed.
inline json_node without_managed_fields(json_node object)
{
    auto const metadata = std::ranges::find(object.keys, "metadata");
    if (metadata == object.keys.end()) return object;
    auto& fields = object.values[static_cast<std::size_t>(metadata - object.keys.begin())];
    if (!fields.is_object()) return object;
    auto const at = std::ranges::find(fields.keys, "managedFields");
    if (at == fields.keys.end()) return object;
    fields.values.erase(fields.values.begin() + (at - fields.keys.begin()));
    fields.keys.erase(at);
    return object;
}

/// `required` means that an object without a name is a fault; a bookmark needs no name.
enum class names { required, optional };

/// Reads one object of a projection T whose member `metadata` is of the type M.
template <class T, class M>
found_object expected_object(json_node const& v, names n = names::required)
{
    try {
        expected_record<T> record;
        expected_identity id;
        auto const read_metadata = [&](json_node const& value) {
            expected_record<M> metadata;
            for_each_key(value, [&](std::string const& k, json_node const& member) {
                if (!id.take(k, member)) metadata.take(k, member);
            });
            return metadata.finish();
        };
        for_each_key(v, [&](std::string const& key, json_node const& value) {
            if (key != "metadata")
                record.take(key, value);
            else if (!value.is_null())
                record.put(key, at_step(key, [&] { return read_metadata(value); }));
        });
        auto value = record.finish(without_managed_fields(v));
        if (id.name.empty() && n == names::required) throw misfit{errc::missing_field, "metadata.name"};
        return {{}, id.ns, id.name, id.uid, id.version, std::move(value)};
    } catch (misfit const& m) {
        auto const id = identity_of(v);
        return {fault_text(m.code, m.path), id.ns, id.name};
    }
}

} // namespace fuzz
