#pragma once

#include <coinformer/core/environment.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace coinformer::testing {

/// How bytes travel one way of a connection.
struct link_options {
    static constexpr std::uint64_t never = UINT64_MAX;

    duration delay = duration::zero();   ///< from the write to the arrival; order is kept
    duration jitter = duration::zero();  ///< random, comes on top
    std::size_t most_at_once = SIZE_MAX; ///< bytes that a read gets at most; 1: they come one by one
    bool random_parts = false;           ///< a read gets a random part of what is there
    std::uint64_t reset_after = never;   ///< bytes, then the connection is reset
    std::uint64_t silent_after = never;  ///< bytes; nothing after them arrives, neither does the end: half-open
};

namespace detail {
class memory_pipe;
}

/// One end of a connection in memory. Bytes wait in a buffer of bounded capacity in each direction; a writer waits
/// while it is full.
///
/// Threads    both ends on one serial executor.
/// Lifetime   the ends are independent: destroying one closes it. No operation is under way when an end dies.
class memory_stream final : public byte_stream {
public:
    memory_stream(std::shared_ptr<detail::memory_pipe> in, std::shared_ptr<detail::memory_pipe> out);
    ~memory_stream() override;

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    /// The peer reads what was written before, then 0; its writes end with errc::connection_reset.
    void close() noexcept override;
    /// Both ends' operations, now and later, end with errc::connection_reset; bytes on their way are lost.
    void reset() noexcept;

private:
    std::shared_ptr<detail::memory_pipe> in_;
    std::shared_ptr<detail::memory_pipe> out_;
    bool closed_ = false;
};

/// Two connected ends, without delays or faults: for tests of what speaks over a byte_stream.
std::pair<std::unique_ptr<memory_stream>, std::unique_ptr<memory_stream>>
memory_stream_pair(std::size_t capacity_bytes = 64 * 1024);

} // namespace coinformer::testing
