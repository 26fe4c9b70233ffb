#include <coinformer/api/list_options.hpp>

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

namespace coinformer {

namespace {

void append(std::string& query, std::string_view key, std::string_view value)
{
    if (value.empty()) return;
    if (!query.empty()) query += '&';
    query.append(key).append("=").append(boost::urls::encode(value, boost::urls::unreserved_chars));
}

} // namespace

std::string list_options::query() const
{
    std::string query;
    if (is_watch_) {
        append(query, "watch", "true");
        append(query, "allowWatchBookmarks", "true");
        if (initial_events_) append(query, "sendInitialEvents", "true");
    }
    if (limit_ != 0) append(query, "limit", std::to_string(limit_));
    append(query, "continue", continue_);
    append(query, "resourceVersion", version_);
    if (match_ == version_match::not_older_than) append(query, "resourceVersionMatch", "NotOlderThan");
    if (match_ == version_match::exact) append(query, "resourceVersionMatch", "Exact");
    append(query, "labelSelector", labels_);
    append(query, "fieldSelector", fields_);
    if (timeout_.count() > 0) append(query, "timeoutSeconds", std::to_string(timeout_.count()));
    return query;
}

} // namespace coinformer
