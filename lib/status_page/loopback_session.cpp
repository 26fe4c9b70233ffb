#include "status_page/loopback_session.hpp"

#include "core/printable.hpp"
#include "status_page/loopback_host.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <optional>
#include <string>
#include <utility>

namespace coinformer::detail {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using request_parser = http::request_parser<http::empty_body>;
using page_request = http::request<http::empty_body>;
using page_response = http::response<http::string_body>;

constexpr std::uint32_t longest_header = 8 * 1024;
constexpr duration longest_pause = std::chrono::seconds(60);
constexpr duration longest_exchange = std::chrono::seconds(10);

page_response refusal(http::status why, std::string text)
{
    page_response made(why, 11);
    made.set(http::field::content_type, "text/plain; charset=utf-8");
    made.set("X-Content-Type-Options", "nosniff");
    made.body() = std::move(text) + '\n';
    made.keep_alive(false);
    made.prepare_payload();
    return made;
}

page_response refusal_of_host(std::string_view host)
{
    auto const named = host.empty() ? "no host" : '"' + printable(host.substr(0, 200)) + '"';
    return refusal(http::status::forbidden,
                   "This page answers only if it is asked by a loopback name, so that web pages of others "
                   "cannot read it. The header Host of the request names " +
                       named + ". Use http://localhost or http://127.0.0.1, with the port.");
}

// Returns why a request is refused; nullopt if it is to be answered.
std::optional<page_response> refusal_of(page_request const& asked)
{
    auto const hosts = asked.count(http::field::host);
    std::string_view const host(asked[http::field::host].data(), asked[http::field::host].size());
    if (hosts != 1 || !is_loopback_host(host)) return refusal_of_host(host);
    if (asked.method() != http::verb::get && asked.method() != http::verb::head) {
        auto made = refusal(http::status::method_not_allowed, "This page is only read: use GET or HEAD.");
        made.set(http::field::allow, "GET, HEAD");
        return made;
    }
    bool const has_content = asked.has_content_length() && asked[http::field::content_length] != "0";
    if (has_content || asked.count(http::field::transfer_encoding) != 0)
        return refusal(http::status::bad_request, "A request for this page has no body.");
    return std::nullopt;
}

page_response page_for(page_state const& page, page_request const& asked)
{
    if (auto refused = refusal_of(asked)) return std::move(*refused);
    auto answer = page.answer({asked.target().data(), asked.target().size()});
    page_response made(static_cast<http::status>(answer.status), 11);
    for (auto const& header : answer.headers) made.set(std::string(header.name), std::string(header.value));
    made.set(http::field::content_type, std::string(answer.content_type));
    made.body() = std::move(answer.body);
    made.keep_alive(asked.keep_alive());
    made.prepare_payload();
    return made;
}

page_response answer_to(page_state const& page, page_request const& asked)
{
    auto made = page_for(page, asked);
    if (asked.method() == http::verb::head) made.body().clear(); // the header still tells the length
    return made;
}

// The answer to a request that could not be read; nullopt if nobody waits for one.
std::optional<page_response> answer_to(error_code const& failure)
{
    if (failure == http::error::header_limit || failure == http::error::buffer_overflow)
        return refusal(http::status::request_header_fields_too_large, "The header is longer than 8 KiB.");
    bool const is_malformed = failure.category() == make_error_code(http::error::bad_method).category() &&
                              failure != http::error::end_of_stream &&
                              failure != http::error::partial_message;
    if (is_malformed) return refusal(http::status::bad_request, "The request is not valid HTTP.");
    return std::nullopt;
}

/// One connection, and what has been read of it.
class page_session {
public:
    page_session(std::shared_ptr<page_state const> page, asio::ip::tcp::socket socket)
        : page_(std::move(page)), socket_(std::move(socket))
    {
    }

    task<> serve() &
    {
        auto& time = *page_->env().time;
        for (bool more = true; more;) {
            co_await with_timeout(time, longest_pause, wait_for_bytes());
            co_await with_timeout(time, longest_exchange, read());
            more = reply_->keep_alive();
            co_await with_timeout(time, longest_exchange, write());
        }
        error_code ignored;
        socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    }

private:
    task<> wait_for_bytes() &
    {
        if (buffer_.size() == 0)
            co_await socket_.async_wait(asio::socket_base::wait_read, asio::use_awaitable);
    }

    // Reads one request, and makes the answer.
    task<> read() &
    {
        request_parser parser;
        parser.header_limit(longest_header);
        error_code failure;
        try {
            co_await http::async_read_header(socket_, buffer_, parser, asio::use_awaitable);
        } catch (boost::system::system_error const& e) {
            failure = e.code();
        }
        reply_ = failure ? answer_to(failure) : answer_to(*page_, parser.get());
        if (!reply_) throw boost::system::system_error(failure);
    }

    task<> write() & { co_await http::async_write(socket_, *reply_, asio::use_awaitable); }

    std::shared_ptr<page_state const> page_;
    asio::ip::tcp::socket socket_;
    boost::beast::flat_buffer buffer_{2 * longest_header};
    std::optional<page_response> reply_;
};

} // namespace

task<> serve_page(std::shared_ptr<page_state const> page, asio::ip::tcp::socket socket)
{
    page_session session(std::move(page), std::move(socket));
    try {
        co_await session.serve();
    } catch (boost::system::system_error const&) { // the peer has gone or is silent, or the server ends
    }
}

} // namespace coinformer::detail
