#pragma once

#include "reference_object.hpp"
#include "reference_proto_member.hpp"

// A naive reading of whole objects in protobuf, like that of reference_object.hpp for JSON.

namespace fuzz {

/// Reads the metadata: the members of M, and the object's identity.
template <class M>
class proto_metadata : public proto_record<M> {
public:
    proto_metadata()
    {
        for (auto const* name : {"namespace", "name", "uid", "resourceVersion"}) this->also_wants(name);
    }
    bool admits(proto_field const& f, wire_field const& v) override
    {
        constexpr std::string_view names[]{"namespace", "name", "uid", "resourceVersion"};
        if (std::ranges::find(names, f.name) == std::end(names)) return true;
        try {
            id.take(std::string(f.name), json_node::of_string(v.bytes));
        } catch (misfit& m) {
            m.path.clear(); // the reader puts the name in front
            throw;
        }
        return false;
    }
    expected_identity id;
};

/// Reads the root of an object. From its metadata, an M, it also reads the identity.
template <class T, class M>
class proto_object : public proto_record<T> {
public:
    void take(proto_field const& f, std::vector<wire_field> const& run) override
    {
        if (f.name != "metadata") return proto_record<T>::take(f, run);
        proto_metadata<M> metadata;
        read_proto_record(metadata, f.message, run.front().bytes);
        this->put("metadata", metadata.finish());
        id = metadata.id;
    }
    expected_identity id;
};

/// Reads as much of the name and namespace as can be read, for an object that has a fault.
inline expected_identity proto_identity_of(std::string_view object)
{
    expected_identity id;
    std::set<std::uint64_t> seen;
    constexpr auto cut = message_end::cut;
    try {
        while (!object.empty() && seen.empty()) {
            auto const metadata = take_field(object, cut);
            if (metadata.number != 1) continue;
            if (metadata.form != 2) return id;
            for (auto bytes = metadata.bytes; !bytes.empty() && seen.size() != 4;) {
                auto const f = take_field(bytes, cut);
                auto const* const name = f.number == 1   ? "name"
                                         : f.number == 3 ? "namespace"
                                         : f.number == 5 ? "uid"
                                         : f.number == 6 ? "resourceVersion"
                                                         : nullptr;
                if (!name) continue;
                if (f.form != 2 || !seen.insert(f.number).second) return id;
                id.take(name, json_node::of_string(f.bytes));
            }
            seen.insert(0);
        }
    } catch (misfit const&) { // the members before the mistake count
    }
    return id;
}

/// Reads one object of a projection T whose member `metadata` is of the type M.
template <class T, class M>
found_object expected_proto_object(proto_message const& message, std::string_view bytes,
                                   names n = names::required)
{
    try {
        proto_object<T, M> object;
        read_proto_record(object, message, bytes);
        auto value = object.finish();
        if (object.id.name.empty() && n == names::required)
            throw misfit{errc::missing_field, "metadata.name"};
        return {{}, object.id.ns, object.id.name, object.id.uid, object.id.version, std::move(value)};
    } catch (misfit const& m) {
        auto const id = proto_identity_of(bytes);
        return {fault_text(m.code, m.path), id.ns, id.name};
    }
}

} // namespace fuzz
