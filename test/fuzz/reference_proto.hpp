#pragma once

#include "reference_decoder.hpp"
#include "reference_wire.hpp"

#include "api/protobuf/field_table.hpp"

#include <map>

// The reference for protobuf: a naive reading of a projection, field by field, with the table of Kubernetes'
// messages. It says for each member what the library must have decoded, and throws `misfit` where the library
// must find a fault.

namespace fuzz {

using coinformer::detail::proto_field;
using coinformer::detail::proto_message;
using coinformer::detail::proto_type;

/// Caches the fields of a message, because fields_of() searches the table each time and a fuzz target asks
/// often.
inline std::vector<proto_field> const& known_fields(proto_message const& message)
{
    static std::map<proto_message, std::vector<proto_field>> known;
    auto const [at, is_new] = known.try_emplace(message);
    if (is_new) at->second = coinformer::detail::fields_of(message);
    return at->second;
}

// ---- reading one value into a member of type X

/// Returns true if JSON would leave this value out.
inline bool is_left_out(proto_field const& f, wire_field const& v)
{
    bool const is_scalar = f.type == proto_type::string || f.type == proto_type::integer ||
                           f.type == proto_type::boolean || f.type == proto_type::bytes;
    if (f.count != proto_field::cardinality::one || !is_scalar || f.keeps_zero) return false;
    return v.form == 0 ? v.value == 0 : v.bytes.empty();
}

/// Reads a value as type X. Returns nullopt if the value counts as absent: Go's zero time.
template <class X>
struct proto_expected {
    static std::optional<json_node> value(proto_field const& f, wire_field const& v);
};
template <class X>
struct proto_expected<std::optional<X>> : proto_expected<X> {};
template <class X>
struct proto_expected<coinformer::boxed<X>> : proto_expected<X> {};
template <class X>
struct proto_expected<coinformer::required<X>> : proto_expected<X> {};
template <coinformer::detail::literal K, class X>
struct proto_expected<coinformer::key<K, X>> : proto_expected<X> {};

/// Reads the fields of one struct, and gives them to a `Record` by name: see proto_record.
template <class Record>
void read_proto_record(Record& record, proto_message const& message, std::string_view bytes);

inline bool is_bytes(proto_field const& f)
{
    return f.type != proto_type::integer && f.type != proto_type::boolean;
}

inline json_node proto_time(std::string_view message, bool is_micro)
{
    auto const seconds = last_integer(message, 1);
    auto const nanos = is_micro ? last_integer(message, 2) : 0;
    if (seconds < -62'135'596'800 || seconds > 253'402'300'799 || nanos < 0 || nanos > 999'999'999)
        throw misfit{errc::out_of_range, ""};
    return json_node::of_number(std::to_string(seconds * 1'000'000 + nanos / 1000));
}

/// Collects the members of a struct X that are read from a message.
template <class X>
class proto_record {
public:
    proto_record()
    {
        for_each_member<X>([&]<class M>(std::string const& name, auto) { all_.insert(name); });
    }

    /// Adds a name that the reader looks for. After it has seen all names it stops looking.
    void also_wants(std::string const& name) { all_.insert(name); }
    bool wants(std::string_view name) const { return all_.contains(std::string(name)); }
    bool is_done() const { return is_stopped_ || seen_ == all_; }
    void stop() { is_stopped_ = true; }

    /// Decides about a field before it is taken. Returns false if it must not be taken.
    virtual bool admits(proto_field const&, wire_field const&) { return true; }
    /// Takes one field, or all fields of a list or a map that stand side by side.
    virtual void take(proto_field const& f, std::vector<wire_field> const& run)
    {
        for_each_member<X>([&]<class M>(std::string const& name, auto) {
            if (name == f.name) put(name, member<M>(f, run));
        });
    }
    void see(std::string_view name)
    {
        if (!seen_.insert(std::string(name)).second) malformed();
    }
    void put(std::string const& name, std::optional<json_node> value)
    {
        if (value) members_.put(name, std::move(*value));
    }
    json_node finish() { return members_.finish(); }
    virtual ~proto_record() = default;

private:
    template <class M>
    static std::optional<json_node> member(proto_field const& f, std::vector<wire_field> const& run);

    std::set<std::string> all_, seen_;
    bool is_stopped_ = false;
    expected_record<X> members_;
};

template <class Record>
void read_proto_record(Record& record, proto_message const& message, std::string_view bytes)
{
    using cardinality = proto_field::cardinality;
    auto const& fields = known_fields(message);
    while (!bytes.empty()) {
        auto const v = take_field(bytes);
        auto const f = std::ranges::find(fields, v.number, &proto_field::number);
        if (f == fields.end()) continue;
        if (f->count == cardinality::inlined) {
            auto const& inner = known_fields(f->message);
            if (!std::ranges::any_of(inner, [&](auto const& g) { return record.wants(g.name); })) continue;
            if (v.form != 2) malformed();
            read_proto_record(record, f->message, v.bytes);
        } else {
            if (!record.wants(f->name)) continue;
            if (v.form != (is_bytes(*f) ? 2u : 0u)) malformed();
            std::vector<wire_field> run{v};
            auto const repeats = f->count == cardinality::list || f->count == cardinality::map;
            try {
                for (auto next = bytes; repeats && !next.empty(); bytes = next) {
                    auto const same = take_field(next);
                    if (same.number != v.number || same.form != v.form) break;
                    run.push_back(same);
                }
            } catch (misfit const&) { // it is found again below, unless the reader stops before
            }
            at_step(std::string(f->name), [&] {
                record.see(f->name);
                if (record.admits(*f, v) && !is_left_out(*f, v)) record.take(*f, run);
                return 0;
            });
        }
        if (record.is_done()) return;
    }
}

template <class X>
json_node proto_struct(proto_message const& message, std::string_view bytes)
{
    proto_record<X> record;
    read_proto_record(record, message, bytes);
    return record.finish();
}

template <class X>
std::optional<json_node> proto_expected<X>::value(proto_field const& f, wire_field const& v)
{
    switch (f.type) {
    case proto_type::string: return json_node::of_string(v.bytes);
    case proto_type::boolean: return json_node::of_boolean(v.value != 0);
    case proto_type::quantity: return json_node::of_string(last_bytes(v.bytes, 1));
    case proto_type::time:
    case proto_type::micro_time:
        return v.bytes.empty() ? std::nullopt
                               : std::optional(proto_time(v.bytes, f.type == proto_type::micro_time));
    case proto_type::integer:
        if constexpr (std::integral<X>) {
            return json_node::of_number(std::to_string(reference_integer<X>(std::to_string(v.integer()))));
        }
        break;
    case proto_type::int_or_string: {
        auto const text = last_bytes(v.bytes, 3);
        auto const number = static_cast<std::int32_t>(last_integer(v.bytes, 2));
        if (last_integer(v.bytes, 1) != 0) return json_node::of_string(text);
        return json_node::of_number(std::to_string(number));
    }
    case proto_type::message:
        if constexpr (coinformer::detail::described<X>) return proto_struct<X>(f.message, v.bytes);
        break;
    default: break;
    }
    fail("the reference knows every type of the projection", std::string(f.name));
}

} // namespace fuzz
