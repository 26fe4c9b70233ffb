#include <coinformer/api/list_options.hpp>

#include "api/client/query_text.hpp"

namespace coinformer {

using namespace detail;

std::string list_options::query() const
{
    std::string query;
    if (is_watch_) {
        add_to_query(query, "watch", "true");
        add_to_query(query, "allowWatchBookmarks", "true");
        if (initial_events_) add_to_query(query, "sendInitialEvents", "true");
    }
    if (limit_ != 0) add_to_query(query, "limit", std::to_string(limit_));
    add_to_query(query, "continue", continue_);
    add_to_query(query, "resourceVersion", version_);
    if (match_ == version_match::not_older_than) add_to_query(query, "resourceVersionMatch", "NotOlderThan");
    if (match_ == version_match::exact) add_to_query(query, "resourceVersionMatch", "Exact");
    add_to_query(query, "labelSelector", labels_);
    add_to_query(query, "fieldSelector", fields_);
    if (timeout_.count() > 0) add_to_query(query, "timeoutSeconds", std::to_string(timeout_.count()));
    for (auto const& [name, value] : further_) add_to_query(query, name, value);
    return query;
}

} // namespace coinformer
