#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The status and header of an answer.
struct response_head {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> fields;

    /// Returns the value of a header, or an empty view. Upper and lower case of the name are the same.
    std::string_view find(std::string_view name) const noexcept;
    std::vector<std::string_view> find_all(std::string_view name) const;
};

} // namespace coinformer::detail
