#pragma once

#include <coinformer/transport/byte_stream.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace coinformer::testing {

/// One end of a connection in memory. Bytes wait in a buffer of bounded capacity in each direction; a writer waits
/// while it is full.
///
/// Threads    both ends on one serial executor.
/// Lifetime   the ends are independent: destroying one closes it. No operation is under way when an end dies.
class memory_stream final : public byte_stream {
public:
    ~memory_stream() override;

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    /// The peer reads what was written before, then 0; its writes end with errc::connection_reset.
    void close() noexcept override;
    /// Both ends' operations, now and later, end with errc::connection_reset; bytes on their way are lost.
    void reset() noexcept;

private:
    struct pipe; // one direction
    friend std::pair<std::unique_ptr<memory_stream>, std::unique_ptr<memory_stream>> memory_stream_pair(std::size_t);
    memory_stream(std::shared_ptr<pipe> in, std::shared_ptr<pipe> out);

    std::shared_ptr<pipe> in_;
    std::shared_ptr<pipe> out_;
    bool closed_ = false;
};

/// Two connected ends.
std::pair<std::unique_ptr<memory_stream>, std::unique_ptr<memory_stream>>
memory_stream_pair(std::size_t capacity_bytes = 64 * 1024);

/// A server's address in memory: clients dial it, the server accepts.
///
/// Threads    one serial executor for both sides.
/// Lifetime   a dialer may outlive it; dialing then ends with errc::connect_failed. No accept() is under way when it
///            dies.
class memory_network {
public:
    explicit memory_network(std::size_t capacity_bytes = 64 * 1024);
    memory_network(memory_network const&) = delete;
    ~memory_network();

    /// A way to the server, for an http_client.
    std::unique_ptr<coinformer::dialer> dialer();

    /// Waits for the next connection: the server's end of it. A connection whose client has gone is given too.
    /// Cancel     at any time, nothing is lost.
    [[nodiscard]] task<std::unique_ptr<memory_stream>> accept() &;

    /// Whether to dial ends with errc::connect_failed, as with a server that is down.
    void refuse(bool refused) noexcept;

    /// How many times it was dialed, refused ones included.
    std::size_t dialed() const noexcept;

private:
    struct state;
    class memory_dialer;
    std::shared_ptr<state> state_;
};

} // namespace coinformer::testing
