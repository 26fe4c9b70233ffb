#pragma once

#include "list_reading.hpp"
#include "reference_proto_object.hpp"

// A naive reading of a list in protobuf: the magic, the envelope, and in it the metadata and the items.

namespace fuzz {

struct proto_list_limits {
    std::size_t object_bytes;               ///< a larger item is a fault
    std::size_t value_bytes = 1 << 20;      ///< the largest value beside the items
    std::size_t enough_for_identity = 4096; ///< the bytes of a large item that are searched for its identity
    std::size_t longest_header = 20;        ///< the bytes of a tag and a length
};

/// Takes the tag and the length of a field whose value has a length. Throws errc::truncated if bytes are
/// missing.
inline wire_field take_list_header(std::string_view& bytes, proto_list_limits const& limits)
{
    auto const unfinished = [&, size = bytes.size()] {
        return size < limits.longest_header ? errc::truncated : errc::malformed_protobuf;
    };
    auto const tag = take_varint(bytes);
    if (!tag) throw unfinished();
    constexpr std::uint64_t largest_number = (1 << 29) - 1;
    wire_field h{*tag / 8, static_cast<unsigned>(*tag % 8)};
    if (h.form != 2 || h.number == 0 || h.number > largest_number) throw errc::malformed_protobuf;
    auto const size = take_varint(bytes);
    if (!size) throw unfinished();
    h.value = *size;
    return h;
}

template <class T, class M>
class proto_list_reference {
public:
    proto_list_reference(proto_message const& message, proto_list_limits limits)
        : message_(message), limits_(limits)
    {
    }

    list_reading read(std::string_view body)
    {
        all_ = {};
        all_.end = empty_list_end();
        try {
            read_envelope(body);
        } catch (errc code) {
            all_.refused = code;
        }
        return all_;
    }

private:
    void read_envelope(std::string_view body)
    {
        constexpr std::string_view magic("k8s\0", 4);
        if (!body.starts_with(magic))
            throw magic.starts_with(body) ? errc::truncated : errc::unexpected_content;
        body.remove_prefix(magic.size());
        bool has_list = false;
        while (!body.empty()) {
            auto const h = take_list_header(body, limits_);
            if (h.number == 2) {
                // the list's length was too small
                if (std::exchange(has_list, true)) throw errc::malformed_protobuf;
                read_list(body, h.value);
                continue;
            }
            auto const value = take(body, h.value, limits_.value_bytes);
            if (h.number == 1 && !kind_of(value).ends_with("List")) throw errc::unexpected_content;
            if (h.number > 2 && !value.empty()) throw errc::unexpected_content;
        }
        if (!has_list) throw errc::truncated;
    }

    void read_list(std::string_view& body, std::uint64_t size)
    {
        while (size != 0) {
            auto const before = body.size();
            auto const h = take_list_header(body, limits_);
            auto const header = before - body.size();
            if (h.value > size || header > size - h.value) throw errc::malformed_protobuf;
            size -= header + h.value;
            if (h.number == 1)
                read_meta(take(body, h.value, limits_.value_bytes));
            else if (h.number == 2)
                read_item(body, h.value);
            else
                take(body, h.value, std::size_t(-1));
        }
    }

    void read_meta(std::string_view meta)
    {
        try {
            all_.end = list_end(proto_struct<page>({"meta", "ListMeta"}, meta));
        } catch (misfit const&) {
            throw errc::unexpected_content;
        }
    }

    void read_item(std::string_view& body, std::uint64_t size)
    {
        if (size <= limits_.object_bytes) {
            all_.items.push_back(expected_proto_object<T, M>(message_, take(body, size, std::size_t(-1))));
            return;
        }
        auto const start = std::min(limits_.object_bytes, limits_.enough_for_identity);
        if (body.size() < start) throw errc::truncated;
        auto const id = proto_identity_of(body.substr(0, start));
        all_.items.push_back({fault_text(errc::object_too_large, ""), id.ns, id.name});
        take(body, size, std::size_t(-1));
    }

    static std::string_view take(std::string_view& body, std::uint64_t size, std::size_t most)
    {
        if (size > most) throw errc::unexpected_content;
        if (size > body.size()) throw errc::truncated;
        auto const value = body.substr(0, static_cast<std::size_t>(size));
        body.remove_prefix(value.size());
        return value;
    }

    static std::string_view kind_of(std::string_view type_meta)
    {
        std::string_view kind;
        try {
            for_each_field(type_meta, [&](wire_field const& f) {
                if (f.number == 2 && f.form == 2) kind = f.bytes;
            });
        } catch (misfit const&) { // a kind in front of the mistake counts
        }
        return kind;
    }

    proto_message message_;
    proto_list_limits limits_;
    list_reading all_;
};

} // namespace fuzz
