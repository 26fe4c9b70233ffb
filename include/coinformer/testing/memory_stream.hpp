#pragma once

#include <coinformer/core/environment.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::testing {

/// How bytes travel in one direction of a connection.
struct link_options {
    static constexpr std::uint64_t never = UINT64_MAX;

    duration delay = duration::zero();   ///< from the write to the arrival; the order of bytes is kept
    duration jitter = duration::zero();  ///< the maximum of a random time that is added to `delay`
    std::size_t most_at_once = SIZE_MAX; ///< the maximum of bytes for one read; 1, the least: one by one
    bool random_parts = false;           ///< if true, a read gets a random part of what has arrived
    std::uint64_t reset_after = never;   ///< after this number of bytes the connection is reset
    /// After this number of bytes nothing arrives any more, not even the end (half-open).
    std::uint64_t silent_after = never;
};

namespace detail {
class memory_pipe;
}

/// One end of a connection in memory. Each direction has a buffer of bounded capacity; a writer waits while
/// it is full.
///
/// Threads    both ends are used on one serial executor.
/// Lifetime   the ends are independent: destroying one closes it. When an end is destroyed, none of its
///            operations may be under way.
class memory_stream final : public byte_stream {
public:
    /// `protocol` is what the two sides have agreed on, as if by ALPN.
    memory_stream(std::shared_ptr<detail::memory_pipe> in, std::shared_ptr<detail::memory_pipe> out,
                  std::string_view protocol = {});
    ~memory_stream() override;

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    bool has_input() noexcept override;
    bool reads_resume() const noexcept override { return true; }
    std::string_view protocol() const noexcept override { return protocol_; }
    /// Ends both directions: the peer reads what was written before, then 0, and its writes fail with
    /// errc::connection_reset.
    void close() noexcept override;
    /// Breaks the connection: operations of both ends fail with errc::connection_reset from now on, and bytes
    /// on their way are lost.
    void reset() noexcept;

private:
    std::shared_ptr<detail::memory_pipe> in_;
    std::shared_ptr<detail::memory_pipe> out_;
    std::string protocol_;
    bool closed_ = false;
};

/// Returns two connected ends, without delays or faults, for tests of code that uses a byte_stream.
///
/// Errors     std::invalid_argument if the capacity is 0.
std::pair<std::unique_ptr<memory_stream>, std::unique_ptr<memory_stream>>
memory_stream_pair(std::size_t capacity_bytes = 64 * 1024);

} // namespace coinformer::testing
