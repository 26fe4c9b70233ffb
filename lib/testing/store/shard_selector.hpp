#pragma once

#include "testing/store/stored_object.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// The shardSelector of one request (KEP-5866): it selects objects by the hash of their UID or namespace.
/// Like object_selector, it shares no code with the client.
class shard_selector {
public:
    shard_selector() = default; ///< selects everything
    /// An empty text selects everything. Throws refusal (500) if the text does not parse.
    explicit shard_selector(std::string_view text);

    bool everything() const noexcept { return ranges_.empty(); }
    bool matches(stored_object const& object) const;
    /// Returns the selector as the server echoes it in the metadata of a list: with one space behind each
    /// comma, and on both sides of "||".
    std::string normalized() const;

private:
    class reader;
    struct range {
        std::string begin, end; // as in the request
        std::uint64_t first = 0;
        std::optional<std::uint64_t> behind; // empty: up to the last hash
    };

    std::string path_; // the field whose hash decides: "object.metadata.uid"
    std::vector<range> ranges_;
};

} // namespace coinformer::testing::detail
