#include "testing/store/collection_query.hpp"

#include <algorithm>
#include <charconv>

namespace coinformer::testing::detail {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

std::optional<revision> revision_number(std::string_view text)
{
    revision r = 0;
    auto const [end, ec] = std::from_chars(text.data(), text.data() + text.size(), r);
    if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return r;
}

std::string no_revision(std::string_view text)
{
    auto const quoted = "\"" + std::string(text) + "\"";
    return "resourceVersion: Invalid value: " + quoted + ": strconv.ParseUint: parsing " + quoted +
           ": invalid syntax";
}

// Returns a continue token: "VERSION KEY" in hexadecimal, so that clients take it as opaque, and it is safe
// in a URL.
std::string continue_token(revision at, std::string_view last_key)
{
    auto const plain = std::to_string(at).append(" ").append(last_key);
    std::string token;
    for (char const c : plain) {
        auto const byte = static_cast<unsigned char>(c);
        token += hex_digits[byte >> 4];
        token += hex_digits[byte & 15];
    }
    return token;
}

// A continue token that was read.
struct continuation {
    revision at = 0; // 0: the newest version
    std::string after;
};

continuation read_token(std::string_view token)
{
    std::string text;
    for (std::size_t i = 0; i + 1 < token.size(); i += 2) {
        auto const high = hex_digits.find(token[i]);
        auto const low = hex_digits.find(token[i + 1]);
        if (high == hex_digits.npos || low == hex_digits.npos) break;
        text += static_cast<char>(high * 16 + low);
    }
    auto const space = text.find(' ');
    if (token.size() != 2 * text.size() || space == text.npos)
        throw bad_request("continue key is not valid: it was not given by this server");
    continuation c;
    c.at = parse_revision(std::string_view(text).substr(0, space));
    c.after = text.substr(space + 1);
    return c;
}

} // namespace

revision parse_revision(std::string_view text)
{
    auto const r = revision_number(text);
    if (!r) throw bad_request("invalid resource version: " + no_revision(text));
    return *r;
}

revision parse_single_revision(std::string_view text)
{
    auto const r = revision_number(text);
    if (!r) throw unexplained(no_revision(text));
    return *r;
}

void refuse_options(std::string_view field, std::string_view why)
{
    throw invalid({"meta.k8s.io", "listoptions", "ListOptions"}, "", field, "FieldValueForbidden",
                  "Forbidden: " + std::string(why));
}

object_scope collection_query::scope(served_resource const& of) const
{
    object_scope s;
    s.ns = ns;
    s.select = object_selector(label_selector, field_selector, of);
    s.shard = detail::shard_selector(shard_selector);
    return s;
}

namespace {

list_result list_at(collection const& in, collection_query const& query, revision at, std::string_view after)
{
    list_result result;
    result.page = in.page(query.scope(in.resource()), at, after, query.limit);
    result.at = at;
    if (!result.page.last_key.empty()) result.continue_token = continue_token(at, result.page.last_key);
    return result;
}

list_result continued(collection const& in, collection_query query, revision now)
{
    if (!query.resource_version.empty() && query.resource_version != "0")
        throw bad_request("specifying resource version is not allowed when using continue");
    if (query.resource_version == "0") query.limit = 0; // as in a real server
    auto const from = read_token(query.continue_token);
    if (from.at > now) throw bad_request("continue key is not valid: it is of a version that is yet to come");
    if (from.at == 0) return list_at(in, query, now, from.after);
    if (from.at < in.oldest()) throw continue_too_old(continue_token(0, from.after));
    return list_at(in, query, from.at, from.after);
}

} // namespace

list_result list_objects(collection const& in, collection_query const& query, revision now, revision cached)
{
    auto const& match = query.resource_version_match;
    if (!match.empty() && match != "Exact" && match != "NotOlderThan")
        throw invalid({"meta.k8s.io", "listoptions", "ListOptions"}, "", "resourceVersionMatch",
                      "FieldValueNotSupported",
                      "Unsupported value: \"" + match +
                          "\": supported values: \"Exact\", \"NotOlderThan\", \"\"");
    if (query.send_initial_events)
        refuse_options("sendInitialEvents", "sendInitialEvents is forbidden for list");
    if (!match.empty() && !query.continue_token.empty())
        refuse_options("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
    if (!match.empty() && query.resource_version.empty())
        refuse_options("resourceVersionMatch",
                       "resourceVersionMatch is forbidden unless resourceVersion is provided");
    if (!query.continue_token.empty()) return continued(in, query, now);
    if (query.resource_version.empty()) return list_at(in, query, now, {});

    auto const wanted = parse_revision(query.resource_version);
    if (wanted == 0) {
        if (match == "Exact")
            refuse_options("resourceVersionMatch",
                           "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        // A real server answers "any version" from its watch cache, and without pages.
        auto whole = query;
        whole.limit = 0;
        return list_at(in, whole, std::max(cached, in.oldest()), {});
    }
    if (wanted > now) throw version_too_large(wanted, now);
    if (match != "Exact" && (match == "NotOlderThan" || query.limit == 0))
        return list_at(in, query, std::max({wanted, cached, in.oldest()}), {});
    if (wanted < in.oldest()) throw list_too_old();
    return list_at(in, query, wanted, {});
}

} // namespace coinformer::testing::detail
