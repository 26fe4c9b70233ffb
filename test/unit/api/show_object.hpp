#pragma once

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>
#include <boost/mp11/algorithm.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

// Prints everything that a projection's object holds, as text.

namespace test {

template <class X>
struct shown {
    static std::string of(X const& value)
    {
        if constexpr (coinformer::detail::described<X>) {
            std::string out = "(";
            boost::mp11::mp_for_each<coinformer::detail::members_of<X>>([&](auto d) {
                auto const& member = value.*d.pointer;
                out += std::string(d.name) + '=' + shown<std::remove_cvref_t<decltype(member)>>::of(member) +
                       ' ';
            });
            return out + ')';
        } else if constexpr (std::is_arithmetic_v<X>) {
            return std::to_string(value);
        } else {
            return '"' + std::string(std::string_view(value)) + '"';
        }
    }
};

template <class X>
std::string show(X const& value)
{
    return shown<X>::of(value);
}

template <class R>
std::string show_all(R const& values)
{
    std::string out = "[";
    for (auto const& v : values) out += show(v) + ',';
    return out + ']';
}

template <>
struct shown<coinformer::int_or_string> {
    static std::string of(coinformer::int_or_string const& v)
    {
        return v.is_int() ? std::to_string(v.as_int()) : show(v.as_string());
    }
};
template <>
struct shown<coinformer::whole_object> {
    static std::string of(coinformer::whole_object const& v) { return v.json_at(""); }
};
template <class D>
struct shown<std::chrono::sys_time<D>> {
    static std::string of(std::chrono::sys_time<D> t)
    {
        return std::to_string(std::chrono::microseconds(t.time_since_epoch()).count());
    }
};
template <class R, class P>
struct shown<std::chrono::duration<R, P>> {
    static std::string of(std::chrono::duration<R, P> d)
    {
        return std::to_string(std::chrono::microseconds(d).count());
    }
};
template <>
struct shown<coinformer::label> {
    static std::string of(coinformer::label const& l) { return show(l.key) + ':' + show(l.value); }
};
template <class A, class B>
struct shown<std::pair<A, B>> {
    static std::string of(std::pair<A, B> const& p) { return show(p.first) + ':' + show(p.second); }
};
template <>
struct shown<coinformer::labels> {
    static std::string of(coinformer::labels const& all) { return show_all(all); }
};
template <class X>
struct shown<std::map<std::string, X>> {
    static std::string of(std::map<std::string, X> const& all) { return show_all(all); }
};
template <class X>
struct shown<coinformer::list<X>> {
    static std::string of(coinformer::list<X> const& all) { return show_all(all); }
};
template <class X>
struct shown<std::vector<X>> {
    static std::string of(std::vector<X> const& all) { return show_all(all); }
};
template <class X>
struct shown<coinformer::required<X>> {
    static std::string of(coinformer::required<X> const& v) { return show(*v); }
};
template <class X>
struct shown<std::optional<X>> {
    static std::string of(std::optional<X> const& v) { return v ? "some " + show(*v) : "none"; }
};

/// Shows an object, with its identity.
template <class T>
std::string show_object(coinformer::detail::object_ref ref)
{
    coinformer::object_ptr<T> const o(std::move(ref));
    return to_string(o.key()) + ' ' + std::string(o.uid()) + ' ' + std::string(o.resource_version()) + ' ' +
           show(*o);
}

} // namespace test
