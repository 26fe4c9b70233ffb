#pragma once

#include "transport/http/http_exchange.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// The body of an answer that came with `Content-Encoding: gzip`, decompressed as it is read. It takes the
/// memory of one buffer and of zlib's state, and neither while a watch is quiet: a kube-apiserver ends a
/// member of the gzip file (RFC 1952) after each event, and what belongs to a member is freed with it.
///
/// The ratio has no limit but that of the format, 1,032: honest objects come to 981, so a stricter limit
/// would let any user who writes such objects stop this client. What protects the process is
/// that the memory does not depend on the ratio, that readers count objects and not bytes as progress,
/// and that other tasks get their turn while much comes out of few bytes.
///
/// Errors     errc::protocol_error if the bytes are not gzip; errc::truncated if the body ends within a
///            member.
/// Threads    the client's strand.
class gzip_body {
public:
    gzip_body();
    gzip_body(gzip_body const&) = delete;
    ~gzip_body();

    /// Returns the next pieces of the decompressed body, which are valid until the next call; an empty span
    /// at its end. Errors: those above, and those of http_exchange::read().
    [[nodiscard]] task<std::span<std::string_view const>> read(http_exchange& from) &;

private:
    struct inflater;

    void inflate_some();

    std::span<std::string_view const> received_; // not decompressed yet; the first of them in part
    std::size_t taken_ = 0;                      // bytes of the first piece that are decompressed
    std::unique_ptr<inflater> member_;           // null between two members
    std::array<std::string_view, 1> piece_;      // what read() returns
    std::size_t since_turn_ = 0; // the work since another task could run, in bytes that came out
};

} // namespace coinformer::detail
