#include "testing/http/request_reader.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/string_body.hpp>

#include <utility>

namespace coinformer::testing::detail {

namespace http = boost::beast::http;

/// Beast's parser of one request.
struct request_reader::parser {
    http::request_parser<http::string_body> http;
    bool continued = false; // wants_continue() was asked
};

namespace {

std::string plain_text(boost::beast::string_view s)
{
    return {s.data(), s.size()};
}

std::string media_type(boost::beast::string_view header)
{
    auto type = plain_text(header.substr(0, header.find(';')));
    while (type.ends_with(' ')) type.pop_back();
    return type;
}

std::optional<websocket_offer> offer_of(http::fields const& message)
{
    using http::field;
    if (!boost::beast::iequals(message[field::upgrade], "websocket")) return std::nullopt;
    if (!http::token_list(message[field::connection]).exists("upgrade")) return std::nullopt;
    return websocket_offer{
        plain_text(message[field::sec_websocket_key]), plain_text(message[field::sec_websocket_version]),
        plain_text(message[field::origin]), plain_text(message[field::sec_websocket_protocol])};
}

wire_request faulty(boost::beast::error_code const& ec)
{
    wire_request request;
    request.keep_alive = false;
    if (ec == http::error::body_limit)
        request.fault = body_too_large(request_reader::body_limit_bytes);
    else
        request.fault = bad_request("the request is not HTTP as it should be: " + ec.message());
    return request;
}

} // namespace

request_reader::request_reader() : parser_(std::make_unique<parser>())
{
    parser_->http.eager(true);
    parser_->http.body_limit(body_limit_bytes);
    parser_->http.header_limit(64 * 1024);
}

request_reader::~request_reader() = default;

std::optional<wire_request> request_reader::feed(std::string& bytes)
{
    auto& http = parser_->http;
    std::size_t used = 0;
    while (used < bytes.size() && !http.is_done()) {
        boost::beast::error_code ec;
        auto const n = http.put(boost::asio::buffer(bytes.data() + used, bytes.size() - used), ec);
        used += n;
        if (ec == http::error::need_more || (!ec && n == 0)) break;
        if (ec) return faulty(ec);
    }
    bytes.erase(0, used);
    if (!http.is_done()) return std::nullopt;
    auto message = http.release();
    wire_request request;
    request.method = plain_text(message.method_string());
    request.target = plain_text(message.target());
    request.content_type = media_type(message[http::field::content_type]);
    request.accept = plain_text(message[http::field::accept]);
    request.accept_encoding = plain_text(message[http::field::accept_encoding]);
    request.authorization = plain_text(message[http::field::authorization]);
    request.user_agent = plain_text(message[http::field::user_agent]);
    for (auto const& field : message)
        if (boost::beast::iequals(field.name_string().substr(0, 12), "impersonate-") &&
            !field.value().empty())
            request.impersonates = true;
    request.keep_alive = message.keep_alive();
    request.websocket = offer_of(message);
    request.body = std::move(message.body());
    return request;
}

bool request_reader::wants_continue()
{
    auto const& http = parser_->http;
    if (parser_->continued || !http.is_header_done() || http.is_done()) return false;
    parser_->continued = true;
    return boost::beast::iequals(http.get()[http::field::expect], "100-continue");
}

} // namespace coinformer::testing::detail
