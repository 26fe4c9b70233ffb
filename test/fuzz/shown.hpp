#pragma once

#include "unit/api/show_object.hpp"

#include <coinformer/api/compact.hpp>
#include <coinformer/api/json_types.hpp>

namespace test {

template <coinformer::detail::literal K, class X>
struct shown<coinformer::key<K, X>> {
    static std::string of(coinformer::key<K, X> const& v) { return show(*v); }
};
template <coinformer::detail::literal K, coinformer::detail::literal V, class X>
struct shown<coinformer::element<K, V, X>> {
    static std::string of(coinformer::element<K, V, X> const& v) { return show(*v); }
};
template <class X>
struct shown<coinformer::boxed<X>> {
    static std::string of(coinformer::boxed<X> const& v) { return v ? "some " + show(*v) : "none"; }
};
template <class X>
struct shown<coinformer::map_entry<X>> {
    static std::string of(coinformer::map_entry<X> const& e) { return show(e.key) + ':' + show(e.value); }
};
template <class X>
struct shown<coinformer::map<X>> {
    static std::string of(coinformer::map<X> const& all) { return show_all(all); }
};

} // namespace test
