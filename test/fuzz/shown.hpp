#pragma once

#include "unit/api/show_object.hpp"

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

} // namespace test
