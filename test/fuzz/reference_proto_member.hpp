#pragma once

#include "reference_proto.hpp"

// Naive readers of a projection's members that are lists, maps, or one element of a list, from protobuf.

namespace fuzz {

template <class X>
struct proto_elements {
    static std::optional<json_node> member(proto_field const& f, std::vector<wire_field> const& run)
    {
        auto all = json_node::of_array();
        for (auto const& v : run)
            all.values.push_back(at_step('[' + std::to_string(all.values.size()) + ']', [&] {
                return proto_expected<X>::value(f, v).value_or(expected<X>::otherwise());
            }));
        return all;
    }
};

struct proto_entry {
    std::string key;
    wire_field value;

    proto_entry(proto_field const& f, wire_field const& entry)
    {
        for_each_field(entry.bytes, [&](wire_field const& v) {
            if (v.number == 1 && v.form == 2) key = v.bytes;
            if (v.number == 2 && v.form == (is_bytes(f) ? 2u : 0u)) value = v;
        });
    }
};

template <class X>
struct proto_entries {
    static std::optional<json_node> member(proto_field const& f, std::vector<wire_field> const& run)
    {
        auto all = json_node::of_object();
        for (auto const& v : run) {
            proto_entry const e(f, v);
            all.add(e.key, at_step("[\"" + e.key + "\"]", [&] {
                        return proto_expected<X>::value(f, e.value).value_or(expected<X>::otherwise());
                    }));
        }
        return all;
    }
};

/// Reads a map whose keys are members of a struct.
template <class X>
struct proto_keys {
    static std::optional<json_node> member(proto_field const& f, std::vector<wire_field> const& run)
    {
        expected_record<X> record;
        std::set<std::string> seen;
        for (auto const& v : run) {
            proto_entry const e(f, v);
            for_each_member<X>([&]<class M>(std::string const& name, auto) {
                if (name == e.key && seen.insert(name).second)
                    record.put(name, *proto_expected<M>::value(f, e.value));
            });
        }
        return record.finish();
    }
};

template <class X>
struct proto_member {
    static std::optional<json_node> of(proto_field const& f, std::vector<wire_field> const& run)
    {
        if constexpr (coinformer::detail::described<X>)
            if (f.count == proto_field::cardinality::map) return proto_keys<X>::member(f, run);
        return proto_expected<X>::value(f, run.front());
    }
};
template <class X>
struct proto_member<coinformer::list<X>> {
    static auto of(proto_field const& f, std::vector<wire_field> const& run)
    {
        return proto_elements<X>::member(f, run);
    }
};
template <class X>
struct proto_member<std::vector<X>> : proto_member<coinformer::list<X>> {};
template <class X>
struct proto_member<coinformer::map<X>> {
    static auto of(proto_field const& f, std::vector<wire_field> const& run)
    {
        return proto_entries<X>::member(f, run);
    }
};
template <>
struct proto_member<coinformer::labels> : proto_member<coinformer::map<coinformer::text>> {};

/// Reads the first element whose string field K is V. In other elements, nothing after K is read.
template <coinformer::detail::literal K, coinformer::detail::literal V, class X>
struct proto_member<coinformer::element<K, V, X>> {
    class record : public proto_record<X> {
    public:
        record() { this->also_wants(std::string(K.view())); }
        bool admits(proto_field const& f, wire_field const& v) override
        {
            if (f.name != K.view()) return true;
            is_it = v.bytes == V.view();
            if (!is_it) this->stop();
            return is_it;
        }
        bool is_it = false;
    };
    static std::optional<json_node> of(proto_field const& f, std::vector<wire_field> const& run)
    {
        for (std::size_t i = 0; i != run.size(); ++i) {
            auto found = at_step('[' + std::to_string(i) + ']', [&]() -> std::optional<json_node> {
                record element;
                read_proto_record(element, f.message, run[i].bytes);
                if (!element.is_it) return std::nullopt;
                return element.finish();
            });
            if (found) return found;
        }
        return std::nullopt;
    }
};
template <class X>
struct proto_member<std::optional<X>> : proto_member<X> {};

template <class X>
template <class M>
std::optional<json_node> proto_record<X>::member(proto_field const& f, std::vector<wire_field> const& run)
{
    return proto_member<M>::of(f, run);
}

} // namespace fuzz
