#pragma once

#include "testing/store/collection.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// What selects in a URL's query, as it stands there.
struct collection_query {
    std::string ns;
    std::string label_selector, field_selector;
    std::string resource_version, resource_version_match;
    std::string continue_token;
    std::size_t limit = 0;
    std::optional<bool> send_initial_events;
    bool bookmarks = false;

    object_scope scope(served_resource const& of) const;
};

struct list_result {
    object_page page;
    revision at;
    std::string continue_token; ///< empty on the last page
};

/// What a list answers when the newest version is `now`, and the one that a watch cache has come to is `cached`.
/// Throws refusal: 400, 410, 422, 504.
list_result list_objects(collection const& in, collection_query const& query, revision now, revision cached);

/// A resourceVersion parameter as a number. Throws refusal (400).
revision parse_revision(std::string_view text);
/// That of a get or watch. Throws refusal (500), as a real server does.
revision parse_single_revision(std::string_view text);

/// Throws refusal (422): what ListOptions may not be.
[[noreturn]] void refuse_options(std::string_view field, std::string_view why);

} // namespace coinformer::testing
