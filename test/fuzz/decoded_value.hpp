#pragma once

#include "json_node.hpp"
#include "report.hpp"

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/core/error.hpp>

#include <boost/mp11/algorithm.hpp>

#include <cstdio>

// Turns an object that the library decoded into a json_node, so that it can be compared with what a reference
// reads.

namespace fuzz {

inline std::string notation_of(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

template <class X>
std::string name_of_member(std::string_view cpp_name)
{
    auto const key = coinformer::detail::json_key_of<X>;
    return std::string(key.empty() ? coinformer::detail::without_underscore(cpp_name) : key);
}

/// Calls `f.template operator()<M>(name, pointer)` for each member of a described struct, in the order of
/// declaration.
template <class T, class F>
void for_each_member(F f)
{
    boost::mp11::mp_for_each<coinformer::detail::members_of<T>>([&](auto d) {
        using M = coinformer::detail::type_of_member<T, decltype(d)>;
        f.template operator()<M>(name_of_member<M>(d.name), d.pointer);
    });
}

/// Parses JSON that the library hands out as text, and has promised to be well-formed. The grammar of JSON
/// has exponents of any length, but Boost.JSON does not.
inline json_node parsed_raw(std::string_view text)
{
    if (text.empty()) return {};
    if (parse_json_prefix(text).has_huge_exponent) return json_node::of_anything();
    auto parsed = parse_json(text);
    check(parsed.has_value(), "JSON that the library hands out is well-formed", text);
    return std::move(*parsed);
}

template <class X>
json_node decoded(X const& value);

template <class R>
json_node decoded_elements(R const& elements)
{
    auto all = json_node::of_array();
    for (auto const& e : elements) all.values.push_back(decoded(e));
    return all;
}

template <class X>
struct decoder_of {
    static json_node of(X const& value)
    {
        if constexpr (coinformer::detail::described<X>) {
            auto all = json_node::of_object();
            for_each_member<X>([&]<class M>(std::string const& name, auto pointer) {
                all.add(name, decoded(value.*pointer));
            });
            return all;
        } else if constexpr (std::same_as<X, bool>) {
            return json_node::of_boolean(value);
        } else if constexpr (std::integral<X>) {
            return json_node::of_number(std::to_string(value));
        } else if constexpr (std::floating_point<X>) {
            return json_node::of_number(notation_of(value));
        } else {
            return json_node::of_string(std::string_view(value));
        }
    }
};
template <>
struct decoder_of<coinformer::raw_json> {
    static json_node of(coinformer::raw_json const& value) { return parsed_raw(value.view()); }
};
template <>
struct decoder_of<coinformer::whole_object> {
    static json_node of(coinformer::whole_object const& value) { return parsed_raw(value.json_at("")); }
};
template <>
struct decoder_of<coinformer::int_or_string> {
    static json_node of(coinformer::int_or_string const& value)
    {
        return value.is_int() ? json_node::of_number(std::to_string(value.as_int()))
                              : json_node::of_string(value.as_string());
    }
};
template <class D>
struct decoder_of<std::chrono::sys_time<D>> {
    static json_node of(std::chrono::sys_time<D> time)
    {
        return json_node::of_number(
            std::to_string(std::chrono::microseconds(time.time_since_epoch()).count()));
    }
};
template <class R, class P>
struct decoder_of<std::chrono::duration<R, P>> {
    static json_node of(std::chrono::duration<R, P> time)
    {
        return json_node::of_number(std::to_string(time.count())); // in the unit of its type
    }
};
template <class X>
struct decoder_of<std::optional<X>> {
    static json_node of(std::optional<X> const& value) { return value ? decoded(*value) : json_node(); }
};
template <class X>
struct decoder_of<coinformer::boxed<X>> {
    static json_node of(coinformer::boxed<X> const& value) { return value ? decoded(*value) : json_node(); }
};
template <class X>
struct decoder_of<coinformer::required<X>> : decoder_of<X> {};
template <coinformer::detail::literal K, class X>
struct decoder_of<coinformer::key<K, X>> : decoder_of<X> {};
template <coinformer::detail::literal K, coinformer::detail::literal V, class X>
struct decoder_of<coinformer::element<K, V, X>> : decoder_of<X> {};
template <class X>
struct decoder_of<coinformer::list<X>> {
    static json_node of(coinformer::list<X> const& value) { return decoded_elements(value); }
};
template <class X>
struct decoder_of<std::vector<X>> {
    static json_node of(std::vector<X> const& value) { return decoded_elements(value); }
};
template <>
struct decoder_of<coinformer::labels> {
    static json_node of(coinformer::labels const& value)
    {
        auto all = json_node::of_object();
        for (auto const& [key, text] : value) all.add(key, json_node::of_string(text));
        return all;
    }
};
template <class X>
struct decoder_of<coinformer::map<X>> {
    static json_node of(coinformer::map<X> const& value)
    {
        auto all = json_node::of_object();
        for (auto const& entry : value) all.add(entry.key, decoded(entry.value));
        return all;
    }
};
template <class X>
struct decoder_of<std::map<std::string, X>> {
    static json_node of(std::map<std::string, X> const& value)
    {
        auto all = json_node::of_object();
        for (auto const& [key, element] : value) all.add(key, decoded(element));
        return all;
    }
};

template <class X>
json_node decoded(X const& value)
{
    return decoder_of<X>::of(value);
}

/// The result of a reader of objects: an object, or a fault.
struct found_object {
    std::string fault = {}; ///< empty, or the code and the path of the fault
    std::string ns = {}, name = {}, uid = {}, version = {};
    json_node value = {};

    friend std::ostream& operator<<(std::ostream& out, found_object const& o)
    {
        if (!o.fault.empty()) return out << "fault " << o.ns << '/' << o.name << ": " << o.fault;
        return out << o.ns << '/' << o.name << ' ' << o.uid << '@' << o.version << ' ' << o.value;
    }
    /// Compares only the fault's members if there is a fault.
    friend bool operator==(found_object const& a, found_object const& b)
    {
        bool const same_name = a.ns == b.ns && a.name == b.name && a.fault == b.fault;
        return same_name &&
               (!a.fault.empty() || (a.uid == b.uid && a.version == b.version && a.value == b.value));
    }
};

template <class T>
found_object found_in(coinformer::detail::object_ref ref)
{
    coinformer::object_ptr<T> const o(std::move(ref));
    return {{},      std::string(o.key().ns),           std::string(o.key().name),
            o.uid(), std::string(o.resource_version()), decoded(*o)};
}

inline std::string fault_text(coinformer::errc code, std::string_view path)
{
    return coinformer::make_error_code(code).message() + " at \"" + std::string(path) + '"';
}

inline found_object found_fault(coinformer::decode_fault const& fault)
{
    check(!fault.message().empty(), "a fault has a message", "");
    return {fault_text(fault.code, fault.path), fault.ns, fault.name};
}

} // namespace fuzz
