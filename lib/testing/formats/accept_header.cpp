#include "testing/formats/accept_header.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace coinformer::testing::detail {

namespace {

std::string_view trimmed(std::string_view s)
{
    while (s.starts_with(' ')) s.remove_prefix(1);
    while (s.ends_with(' ')) s.remove_suffix(1);
    return s;
}

std::string_view next_part(std::string_view& rest, char separator)
{
    auto const part = rest.substr(0, rest.find(separator));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    return trimmed(part);
}

media_range read_range(std::string_view clause)
{
    media_range range;
    range.type = next_part(clause, ';');
    while (!clause.empty()) {
        auto value = next_part(clause, ';');
        std::string const name(next_part(value, '='));
        if (name == "q")
            range.quality = std::strtod(std::string(value).c_str(), nullptr);
        else
            range.parameters[name] = value;
    }
    return range;
}

} // namespace

bool media_range::takes_json() const noexcept
{
    return type == "application/json" || type == "application/*" || type == "*/*";
}

std::string_view media_range::parameter(std::string_view name) const
{
    auto const it = parameters.find(name);
    return it == parameters.end() ? std::string_view() : it->second;
}

bool media_range::asks_for(std::string_view kind, std::string_view group) const
{
    return parameter("as") == kind && parameter("g") == group;
}

std::vector<media_range> json_ranges(std::string_view accept)
{
    if (trimmed(accept).empty()) accept = "*/*";
    std::vector<media_range> ranges;
    while (!accept.empty()) {
        auto range = read_range(next_part(accept, ','));
        if (!range.takes_json()) continue;
        auto const at =
            std::ranges::upper_bound(ranges, range.quality, std::ranges::greater(), &media_range::quality);
        ranges.insert(at, std::move(range)); // among clauses of equal weight, the first stays first
    }
    return ranges;
}

bool takes_gzip(std::string_view accept_encoding)
{
    while (!accept_encoding.empty()) {
        auto coding = next_part(accept_encoding, ',');
        if (next_part(coding, ';') == "gzip") return true;
    }
    return false;
}

} // namespace coinformer::testing::detail
