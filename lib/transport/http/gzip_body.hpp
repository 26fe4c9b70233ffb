#pragma once

#include "transport/http/http_exchange.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// The body of an answer that came with `Content-Encoding: gzip`, decompressed as it is read. It takes the
/// memory of one buffer and of zlib's state, and neither while a watch is quiet: a kube-apiserver ends a
/// member of the gzip file (RFC 1952) after each event, and what belongs to a member is freed with it.
///
/// Errors     errc::protocol_error if the bytes are not gzip, or if they become more than `most_inflated`
///            times as many, which only a server does that wants to keep this process busy; errc::truncated
///            if the body ends within a member.
/// Threads    the client's strand.
class gzip_body {
public:
    /// The largest ratio of the decompressed to the received bytes. Lists of objects that are very much alike
    /// come to about 100; the format allows 1,032.
    static constexpr std::uint64_t most_inflated = 500;

    gzip_body();
    gzip_body(gzip_body const&) = delete;
    ~gzip_body();

    /// Returns the next pieces of the decompressed body, which are valid until the next call; an empty span
    /// at its end. Errors: those above, and those of http_exchange::read().
    [[nodiscard]] task<std::span<std::string_view const>> read(http_exchange& from) &;

private:
    struct inflater;

    void inflate_some();
    void check_ratio() const;

    std::span<std::string_view const> received_; // not decompressed yet; the first of them in part
    std::size_t taken_ = 0;                      // bytes of the first piece that are decompressed
    std::unique_ptr<inflater> member_;           // null between two members
    std::array<std::string_view, 1> piece_;      // what read() returns
    std::uint64_t received_bytes_ = 0;
    std::uint64_t inflated_bytes_ = 0;
};

} // namespace coinformer::detail
