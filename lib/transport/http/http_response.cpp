#include "transport/http/gzip_body.hpp"
#include "transport/http/http_exchange.hpp"
#include "transport/http/warning_header.hpp"

#include <algorithm>

namespace coinformer {

using namespace detail;

namespace {

// A server may write the name of a coding in any case, and gzip also as x-gzip (RFC 9110, section 8.4.1.3).
bool is_gzip(std::string_view coding) noexcept
{
    auto const equals = [&](std::string_view name) {
        return std::ranges::equal(coding, name, {}, [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    };
    return equals("gzip") || equals("x-gzip");
}

} // namespace

http_response::http_response(std::unique_ptr<http_exchange> exchange, bool accepts_gzip)
    : exchange_(std::move(exchange))
{
    if (accepts_gzip && is_gzip(header("Content-Encoding"))) compressed_ = std::make_unique<gzip_body>();
}

http_response::http_response(http_response&&) noexcept = default;
http_response& http_response::operator=(http_response&&) noexcept = default;
http_response::~http_response() = default;

int http_response::status() const noexcept
{
    return exchange_->head().status;
}

std::string_view http_response::protocol() const noexcept
{
    return exchange_->protocol();
}

std::string_view http_response::header(std::string_view name) const noexcept
{
    return exchange_->head().find(name);
}

credential_mask http_response::mask() const
{
    return exchange_->mask();
}

bool http_response::is_retired() const
{
    return exchange_->is_retired();
}

std::vector<std::string> http_response::warnings() const
{
    std::vector<std::string> all;
    for (auto const value : exchange_->head().find_all("Warning"))
        for (auto& text : warning_texts(value)) all.push_back(exchange_->mask().apply(std::move(text)));
    return all;
}

void http_response::observe(std::unique_ptr<body_observer> observer)
{
    exchange_->observe(std::move(observer));
}

task<std::span<std::string_view const>> http_response::read() &
{
    return compressed_ ? compressed_->read(*exchange_) : exchange_->read();
}

task<std::string> http_response::read_all(std::size_t limit_bytes) &
{
    std::string body;
    for (;;) {
        auto const pieces = co_await read();
        if (pieces.empty()) break;
        for (auto const piece : pieces) {
            if (piece.size() > limit_bytes - body.size()) {
                exchange_->abandon();
                throw api_error(errc::object_too_large, "body",
                                "over " + std::to_string(limit_bytes) + " bytes");
            }
            body += piece;
        }
    }
    co_return body;
}

} // namespace coinformer
