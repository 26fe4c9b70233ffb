#include "testing/http/wire_text.hpp"

#include <boost/json/serialize.hpp>

#include <array>
#include <charconv>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

std::string_view phrase(int status) noexcept
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 413: return "Request Entity Too Large";
    case 415: return "Unsupported Media Type";
    case 422: return "Unprocessable Entity";
    case 429: return "Too Many Requests";
    case 500: return "Internal Server Error";
    case 502: return "Bad Gateway";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    default: return "Unknown";
    }
}

std::string json_string(std::string_view text)
{
    std::string out(1, '"');
    for (char const c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out += '"';
}

// A real server leaves the shard out of a list of metadata alone.
enum class shard_echo { yes, no };

std::string list_metadata(list_result const& list, shard_echo echo = shard_echo::yes)
{
    json::object metadata;
    metadata["resourceVersion"] = std::to_string(list.at);
    if (!list.continue_token.empty()) metadata["continue"] = list.continue_token;
    if (list.page.remaining) metadata["remainingItemCount"] = *list.page.remaining;
    if (echo == shard_echo::yes && !list.page.shard.empty())
        metadata["shardInfo"] = json::object{{"selector", list.page.shard}};
    return json::serialize(metadata);
}

} // namespace

std::string answer_head(canned_answer const& a, std::optional<std::size_t> length, bool keep_alive)
{
    std::string head = "HTTP/1.1 " + std::to_string(a.status) + " ";
    head.append(phrase(a.status)).append("\r\nCache-Control: no-cache, private\r\n");
    if (!a.content_type.empty()) head.append("Content-Type: ").append(a.content_type).append("\r\n");
    if (!a.content_encoding.empty())
        head.append("Content-Encoding: ").append(a.content_encoding).append("\r\nVary: Accept-Encoding\r\n");
    if (a.retry_after)
        head.append("Retry-After: ").append(std::to_string(a.retry_after->count())).append("\r\n");
    if (!a.warning.empty()) head.append("Warning: 299 - ").append(json_string(a.warning)).append("\r\n");
    if (!keep_alive) head.append("Connection: close\r\n");
    if (length)
        head.append("Content-Length: ").append(std::to_string(*length)).append("\r\n\r\n");
    else
        head.append("Transfer-Encoding: chunked\r\n\r\n");
    return head;
}

void append_chunk(std::string& out, std::string_view data)
{
    if (data.empty()) return; // an empty chunk would end the body
    std::array<char, 16> size{};
    auto const end = std::to_chars(size.data(), size.data() + size.size(), data.size(), 16).ptr;
    out.append(size.data(), end).append("\r\n").append(data).append("\r\n");
}

std::string list_opening(list_answer const& a)
{
    if (!a.view.whole()) return a.view.list_opening(*a.of, list_metadata(a.list, shard_echo::no));
    auto const kind = "\"kind\":\"" + a.of->list_kind + "\"";
    auto const version = "\"apiVersion\":\"" + a.of->api_version() + "\"";
    if (!a.of->built_in()) return "{" + version + ",\"items\":[";
    return "{" + kind + "," + version + ",\"metadata\":" + list_metadata(a.list) + ",\"items\":[";
}

void append_item(std::string& out, list_answer const& a, stored_object const& item)
{
    if (a.view.whole())
        out.append(item.item_head()).append(item.item_tail());
    else
        a.view.append_item(out, *a.of, item.body());
}

std::string list_closing(list_answer const& a)
{
    if (!a.view.whole()) return std::string(a.view.list_closing());
    if (a.of->built_in()) return "]}\n";
    return "],\"kind\":\"" + a.of->list_kind + "\",\"metadata\":" + list_metadata(a.list) + "}\n";
}

} // namespace coinformer::testing::detail
