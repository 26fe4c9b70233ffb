#pragma once

#include "testing/store/collection.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The parameters of a list or a watch, as they stand in the URL.
struct collection_query {
    std::string ns;
    std::string label_selector, field_selector;
    std::string shard_selector; ///< empty as well if the server does not shard
    std::string resource_version, resource_version_match;
    std::string continue_token;
    std::size_t limit = 0;
    std::optional<bool> send_initial_events;
    bool bookmarks = false;

    object_scope scope(served_resource const& of) const;
};

/// The answer to a list.
struct list_result {
    object_page page;
    revision at;
    std::string continue_token; ///< empty on the last page
};

/// Answers a list. `now` is the newest version, and `cached` the version that the imitated watch cache has
/// reached. Throws refusal: 400, 410, 422, 504.
list_result list_objects(collection const& in, collection_query const& query, revision now, revision cached);

/// Returns the resourceVersion parameter of a list as a number. Throws refusal (400).
revision parse_revision(std::string_view text);
/// Returns the resourceVersion parameter of a get or a watch as a number. Throws refusal (500), as a real
/// server does.
revision parse_single_revision(std::string_view text);

/// Throws refusal (422): a field of ListOptions is forbidden, and why.
[[noreturn]] void refuse_options(std::string_view field, std::string_view why);

} // namespace coinformer::testing::detail
