#pragma once

#include <coinformer/core/error.hpp>

#include <cstdint>
#include <string_view>

namespace coinformer::detail {

/// Finds where the body of an HTTP/1.1 answer begins, pauses and ends: by its length, in chunks, or by the
/// end of the connection. It looks at one character of framing at a time, so that it does not matter how the
/// network cuts the bytes.
///
/// States     `state` names what comes next; done() and fault() are final.
/// Threads    that of the codec which owns it.
class http1_body {
public:
    static http1_body of_length(std::uint64_t bytes) noexcept;
    static http1_body chunked() noexcept;
    static http1_body until_close() noexcept;

    /// Takes framing, and at most one piece of the body, off the front of `input`. Returns the piece, which
    /// is a part of `input`; empty if the input is used up, or if the body has ended or has a fault.
    std::string_view take(std::string_view& input) noexcept;

    bool done() const noexcept { return state_ == state::done; }
    bool ends_at_close() const noexcept { return state_ == state::until_close; }
    error_code fault() const noexcept { return fault_; }
    std::string_view detail() const noexcept { return detail_; }

private:
    enum class state {
        length,
        until_close,
        size_first, // the size of a chunk, whose first digit is still to come
        size,
        extension,
        size_lf,
        chunk,
        chunk_cr,
        chunk_lf,
        trailer_first, // the beginning of a line
        trailer,
        trailer_lf,
        last_lf,
        done,
        failed
    };

    explicit http1_body(state s, std::uint64_t left = 0) noexcept : state_(s), left_(left) {}
    std::string_view piece(std::string_view& input, state then) noexcept;
    void step(char c) noexcept; // reads one character of framing
    void digit(char c) noexcept;
    void line(char c, state next) noexcept;
    void expect(char c, char wanted, state next, char const* otherwise) noexcept;
    void fail(errc code, char const* detail) noexcept;

    state state_;
    std::uint64_t left_;           // bytes left of the body, or of the chunk
    std::uint32_t line_bytes_ = 0; // bytes of this size line, or of all trailers
    error_code fault_;
    char const* detail_ = "";
};

} // namespace coinformer::detail
