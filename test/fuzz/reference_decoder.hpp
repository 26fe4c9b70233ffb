#pragma once

#include "decoded_value.hpp"
#include "reference_scalars.hpp"

#include <algorithm>
#include <set>

// The reference for JSON: a naive reading of a projection from a document that Boost.JSON parsed. It says for
// each member what the library must have decoded, and throws `misfit` where the library must find a fault.

namespace fuzz {

/// How a member of type X is read: `from` reads a value that is not null, `otherwise` is the result if the
/// value is null or absent.
template <class X>
struct expected {
    static json_node from(json_node const& v);
    static json_node otherwise() { return decoded(X{}); }
};

[[noreturn]] inline void wrong_type()
{
    throw misfit{errc::wrong_type, ""};
}

/// Runs `read`. If it throws a misfit, puts `step` in front of the misfit's path.
template <class F>
auto at_step(std::string const& step, F read)
{
    try {
        return read();
    } catch (misfit& m) {
        m.prepend(step);
        throw;
    }
}

template <class X>
json_node expected_or_default(json_node const& v)
{
    return v.is_null() ? expected<X>::otherwise() : expected<X>::from(v);
}

/// Reads one struct from the members of an object, in their order. The first of equal keys counts.
template <class T>
class expected_record {
public:
    /// Returns true if the struct has this member.
    bool take(std::string const& key, json_node const& value)
    {
        bool is_known = false;
        for_each_member<T>([&]<class M>(std::string const& name, auto) {
            if constexpr (!std::same_as<M, coinformer::whole_object>) { // no key leads to a whole_object
                if (name != key) return;
                is_known = true;
                if (!value.is_null()) put(key, at_step(key, [&] { return expected<M>::from(value); }));
            }
        });
        return is_known;
    }

    void put(std::string const& key, json_node value) { members_.add(key, std::move(value)); }

    json_node finish(json_node whole = {})
    {
        auto all = json_node::of_object();
        for_each_member<T>([&]<class M>(std::string const& name, auto) {
            if constexpr (std::same_as<M, coinformer::whole_object>) {
                all.add(name, std::move(whole));
            } else {
                auto const at = std::ranges::find(members_.keys, name);
                bool const is_there = at != members_.keys.end();
                if (!is_there && coinformer::detail::is_required<M>) throw misfit{errc::missing_field, name};
                all.add(name, is_there ? members_.values[static_cast<std::size_t>(at - members_.keys.begin())]
                                       : expected<M>::otherwise());
            }
        });
        return all;
    }

private:
    json_node members_ = json_node::of_object();
};

/// Calls `read(key, value)` for the first member of each key.
template <class F>
void for_each_key(json_node const& object, F read)
{
    if (!object.is_object()) wrong_type();
    std::set<std::string> seen;
    for (std::size_t i = 0; i != object.keys.size(); ++i)
        if (seen.insert(object.keys[i]).second) read(object.keys[i], object.values[i]);
}

/// Returns whole seconds, or the nearest number that std::chrono::seconds can say.
inline std::int64_t whole_seconds(long double microseconds)
{
    auto const seconds = std::trunc(microseconds / 1e6L);
    if (seconds >= 0x1p63L) return std::numeric_limits<std::int64_t>::max();
    if (seconds <= -0x1p63L) return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(seconds);
}

inline json_node expected_duration(json_node const& v)
{
    auto time = v.is_number() ? std::optional(reference_seconds(v.text)) : std::nullopt;
    if (v.is_string()) time = reference_go_duration(v.text);
    if (!time) wrong_type();
    auto const low = whole_seconds(time->microseconds - time->error);
    auto const high = whole_seconds(time->microseconds + time->error);
    if (low != high) return json_node::of_anything();
    return json_node::of_number(std::to_string(low));
}

template <class X>
json_node expected<X>::from(json_node const& v)
{
    if constexpr (coinformer::detail::described<X>) {
        expected_record<X> record;
        for_each_key(v, [&](std::string const& key, json_node const& value) { record.take(key, value); });
        return record.finish();
    } else if constexpr (std::same_as<X, coinformer::raw_json>) {
        return v;
    } else if constexpr (std::same_as<X, coinformer::quantity>) {
        if (!v.is_string() && !v.is_number()) wrong_type();
        return json_node::of_string(v.text);
    } else if constexpr (std::same_as<X, coinformer::int_or_string>) {
        if (v.is_string()) return v;
        if (!v.is_number()) wrong_type();
        return json_node::of_number(std::to_string(reference_integer<std::int32_t>(v.text)));
    } else if constexpr (std::same_as<X, std::chrono::seconds>) {
        return expected_duration(v);
    } else if constexpr (requires(X x) { x.time_since_epoch(); }) {
        auto const time = v.is_string() ? reference_time(v.text) : std::nullopt;
        if (!time) wrong_type();
        return decoded(std::chrono::floor<typename X::duration>(
            std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(*time))));
    } else if constexpr (std::same_as<X, bool>) {
        if (v.what != json_node::kind::boolean) wrong_type();
        return v;
    } else if constexpr (std::integral<X>) {
        if (!v.is_number()) wrong_type();
        return json_node::of_number(std::to_string(reference_integer<X>(v.text)));
    } else if constexpr (std::floating_point<X>) {
        if (!v.is_number()) wrong_type();
        return json_node::of_number(notation_of(reference_real(v.text)));
    } else {
        static_assert(std::convertible_to<X const&, std::string_view>);
        if (!v.is_string()) wrong_type();
        return v;
    }
}

template <class X>
struct expected<std::optional<X>> : expected<X> {
    static json_node otherwise() { return {}; }
};
template <class X>
struct expected<coinformer::boxed<X>> : expected<std::optional<X>> {};
template <class X>
struct expected<coinformer::required<X>> : expected<X> {};
template <coinformer::detail::literal K, class X>
struct expected<coinformer::key<K, X>> : expected<X> {};

/// The first element whose key K has the value V. Elements that are no objects are skipped, and so is the
/// rest of an element after a key K that has another value.
template <coinformer::detail::literal K, coinformer::detail::literal V, class X>
struct expected<coinformer::element<K, V, X>> {
    static std::optional<json_node> find(json_node const& v)
    {
        if (!v.is_array()) wrong_type();
        for (std::size_t i = 0; i != v.values.size(); ++i) {
            if (!v.values[i].is_object()) continue;
            auto found = at_step('[' + std::to_string(i) + ']', [&] { return in_element(v.values[i]); });
            if (found) return found;
        }
        return std::nullopt;
    }
    static json_node from(json_node const& v)
    {
        auto found = find(v);
        return found ? std::move(*found) : otherwise();
    }
    static json_node otherwise() { return decoded(X{}); }

private:
    static std::optional<json_node> in_element(json_node const& object)
    {
        enum class match { unknown, yes, no } told = match::unknown;
        expected_record<X> record;
        for_each_key(object, [&](std::string const& key, json_node const& value) {
            if (told == match::no) return;
            if (key == K.view() && !value.is_null())
                told = value.is_string() && value.text == V.view() ? match::yes : match::no;
            if (told != match::no) record.take(key, value);
        });
        if (told != match::yes) return std::nullopt;
        return record.finish();
    }
};
template <coinformer::detail::literal K, coinformer::detail::literal V, class X>
struct expected<std::optional<coinformer::element<K, V, X>>> {
    static json_node from(json_node const& v)
    {
        return expected<coinformer::element<K, V, X>>::find(v).value_or(json_node());
    }
    static json_node otherwise() { return {}; }
};

template <class X>
struct expected_list {
    static json_node from(json_node const& v)
    {
        if (!v.is_array()) wrong_type();
        auto all = json_node::of_array();
        for (auto const& e : v.values) {
            auto const step = '[' + std::to_string(all.values.size()) + ']';
            all.values.push_back(at_step(step, [&] { return expected_or_default<X>(e); }));
        }
        return all;
    }
    static json_node otherwise() { return json_node::of_array(); }
};
template <class X>
struct expected<coinformer::list<X>> : expected_list<X> {};
template <class X>
struct expected<std::vector<X>> : expected_list<X> {};

/// Reads every entry, in the order of the document, equal keys included.
template <class X>
struct expected_map {
    static json_node from(json_node const& v)
    {
        if (!v.is_object()) wrong_type();
        auto all = json_node::of_object();
        for (std::size_t i = 0; i != v.keys.size(); ++i) {
            auto const step = "[\"" + v.keys[i] + "\"]";
            all.add(v.keys[i], at_step(step, [&] { return expected_or_default<X>(v.values[i]); }));
        }
        return all;
    }
    static json_node otherwise() { return json_node::of_object(); }
};
template <>
struct expected<coinformer::labels> : expected_map<coinformer::text> {};
template <class X>
struct expected<coinformer::map<X>> : expected_map<X> {};
/// Reads the first of equal keys, sorted by key.
template <class X>
struct expected<std::map<std::string, X>> : expected_map<X> {
    static json_node from(json_node const& v)
    {
        auto const every = expected_map<X>::from(v);
        std::map<std::string, json_node> first;
        for (std::size_t i = 0; i != every.keys.size(); ++i)
            first.try_emplace(every.keys[i], every.values[i]);
        auto all = json_node::of_object();
        for (auto const& [key, value] : first) all.add(key, value);
        return all;
    }
};

} // namespace fuzz
