#pragma once

#include "testing/formats/accept_header.hpp"
#include "testing/formats/refusal.hpp"

#include <coinformer/testing/fault.hpp>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <string_view>

namespace coinformer::testing::detail {

/// Returns an answer of status 200 whose body is this JSON document.
inline canned_answer json_page(boost::json::object const& document)
{
    canned_answer answer;
    answer.body = boost::json::serialize(document) + "\n";
    return answer;
}

/// Throws a refusal (406) if a header Accept excludes JSON in its plain form.
inline void require_json_accepted(std::string_view accept)
{
    auto const ranges = json_ranges(accept);
    if (std::ranges::all_of(ranges, &media_range::converts)) throw not_acceptable();
}

} // namespace coinformer::testing::detail
