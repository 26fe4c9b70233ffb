#pragma once

#include "api/protobuf/wire.hpp"

#include <string_view>

namespace coinformer::detail {

/// Key and value of an entry of a map in protobuf. The value is at its own field. If there is none in its
/// form, it is empty or 0.
struct map_pair {
    std::string_view key = "";
    proto_fields value{""};
    bool is_malformed = false;

    /// `form` is the form in which the values of the map stand on the wire.
    explicit map_pair(std::string_view bytes, wire form = wire::bytes) noexcept
    {
        proto_fields f(bytes);
        while (f.next()) {
            if (f.number() == 1 && f.form() == wire::bytes) key = f.bytes();
            if (f.number() == 2 && f.form() == form) value = f;
        }
        is_malformed = f.is_malformed();
    }
};

} // namespace coinformer::detail
