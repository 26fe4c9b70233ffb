#pragma once

#include "api/protobuf/wire.hpp"

#include <string_view>

namespace coinformer::detail {

/// Key and value of an entry of a map in protobuf. The value is at its own field; without one, it is empty.
struct map_pair {
    std::string_view key = "";
    proto_fields value{""};
    bool has_value = false;
    bool is_malformed = false;

    explicit map_pair(std::string_view bytes) noexcept
    {
        proto_fields f(bytes);
        while (f.next()) {
            if (f.number() == 1 && f.form() == wire::bytes) key = f.bytes();
            if (f.number() != 2) continue;
            value = f;
            has_value = true;
        }
        is_malformed = f.is_malformed();
    }
};

} // namespace coinformer::detail
