#pragma once

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Adds "key=value", percent-encoded, to the query of a URL. Adds nothing if the value is empty.
inline void add_to_query(std::string& query, std::string_view key, std::string_view value)
{
    if (value.empty()) return;
    if (!query.empty()) query += '&';
    query.append(key).append("=").append(boost::urls::encode(value, boost::urls::unreserved_chars));
}

} // namespace coinformer::detail
