#include "transport/http/http1_body.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::uint32_t size_line_limit = 4096;
constexpr std::uint32_t trailer_limit = 64 * 1024;

int hex_value(char c) noexcept
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

} // namespace

http1_body http1_body::of_length(std::uint64_t bytes) noexcept
{
    return http1_body(bytes == 0 ? state::done : state::length, bytes);
}

http1_body http1_body::chunked() noexcept
{
    return http1_body(state::size_first);
}

http1_body http1_body::until_close() noexcept
{
    return http1_body(state::until_close);
}

std::string_view http1_body::take(std::string_view& input) noexcept
{
    while (!input.empty()) {
        switch (state_) {
        case state::length: return piece(input, state::done);
        case state::chunk: return piece(input, state::chunk_cr);
        case state::until_close: return std::exchange(input, {});
        case state::done:
        case state::failed: return {};
        default: step(input.front()); input.remove_prefix(1);
        }
    }
    return {};
}

std::string_view http1_body::piece(std::string_view& input, state then) noexcept
{
    auto const n = static_cast<std::size_t>(std::min<std::uint64_t>(left_, input.size()));
    auto const result = input.substr(0, n);
    input.remove_prefix(n);
    left_ -= n;
    if (left_ == 0) state_ = then;
    return result;
}

void http1_body::step(char c) noexcept
{
    switch (state_) {
    case state::size_first:
        left_ = 0;
        line_bytes_ = 0;
        if (hex_value(c) < 0) return fail(errc::protocol_error, "chunk without a size");
        state_ = state::size;
        return digit(c);
    case state::size: return hex_value(c) >= 0 ? digit(c) : line(c, state::size_lf);
    case state::extension: return line(c, state::size_lf);
    case state::size_lf:
        line_bytes_ = 0;
        return expect(c, '\n', left_ == 0 ? state::trailer_first : state::chunk,
                      "chunk size line without its end");
    case state::chunk_cr: return expect(c, '\r', state::chunk_lf, "chunk longer than its size");
    case state::chunk_lf: return expect(c, '\n', state::size_first, "chunk without its end");
    case state::trailer_first:
        if (c != '\r') return line(c, state::trailer_lf);
        state_ = state::last_lf;
        return;
    case state::trailer: return line(c, state::trailer_lf);
    case state::trailer_lf: return expect(c, '\n', state::trailer_first, "trailer line without its end");
    case state::last_lf: return expect(c, '\n', state::done, "trailers without their end");
    default: return;
    }
}

void http1_body::digit(char c) noexcept
{
    if (++line_bytes_ > size_line_limit) return fail(errc::protocol_error, "chunk size line too long");
    if (left_ >> 56 != 0) return fail(errc::protocol_error, "chunk size too large");
    left_ = left_ * 16 + static_cast<std::uint64_t>(hex_value(c));
}

// Skips the rest of a line, whose text does not matter.
void http1_body::line(char c, state next) noexcept
{
    bool const in_trailer = next == state::trailer_lf;
    if (c == '\r') {
        state_ = next;
        return;
    }
    if (c == '\n') return fail(errc::protocol_error, "line feed without carriage return");
    if (state_ == state::size && c != ';' && c != ' ' && c != '\t')
        return fail(errc::protocol_error, "chunk size is not a number");
    state_ = in_trailer ? state::trailer : state::extension;
    ++line_bytes_;
    if (in_trailer && line_bytes_ > trailer_limit)
        return fail(errc::header_too_large, "the trailers are over 64 KB");
    if (!in_trailer && line_bytes_ > size_line_limit)
        return fail(errc::protocol_error, "chunk size line too long");
}

void http1_body::expect(char c, char wanted, state next, char const* otherwise) noexcept
{
    if (c == wanted)
        state_ = next;
    else
        fail(errc::protocol_error, otherwise);
}

void http1_body::fail(errc code, char const* detail) noexcept
{
    state_ = state::failed;
    fault_ = code;
    detail_ = detail;
}

} // namespace coinformer::detail
