#pragma once

#include "transport/http/connection_codec.hpp"
#include "transport/http/read_buffer.hpp"

#include <cstdint>
#include <exception>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace coinformer::detail {

class shared_exchange;

/// The exchanges that are under way on a shared_connection. It gives each of them what the codec finds in the
/// bytes that come, and knows how much of that their consumers have yet to read.
///
/// Threads    the connection's.
class exchange_table final : public codec_sink {
public:
    /// `from` is the buffer in which the codec's bytes lie.
    explicit exchange_table(read_buffer const& from) noexcept : buffer_(from) {}

    bool empty() const noexcept { return exchanges_.empty(); }
    std::uint64_t begun() const noexcept { return begun_; } ///< all exchanges that were ever added
    void add(stream_id id, shared_exchange& one);
    /// Forgets an exchange, which is told nothing. Returns false if it is not here.
    bool remove(stream_id id) noexcept { return exchanges_.erase(id) != 0; }
    /// Ends all exchanges.
    void end_all(std::exception_ptr why) noexcept;

    /// Called before the next read, which overwrites the buffer: exchanges copy what was not read yet.
    void before_read();
    /// The number of bytes of bodies that have come since the consumers had a turn.
    std::size_t unconsumed() const noexcept { return unconsumed_; }
    void consumed(std::size_t bytes) noexcept;
    void forget_unconsumed() noexcept { unconsumed_ = 0; }

    void head(stream_id id, int status, std::span<header_field const> fields) override;
    void data(stream_id id, std::string_view bytes) override;
    void done(stream_id id, error_code why, std::string_view detail) override;

private:
    read_buffer const& buffer_;
    std::map<stream_id, shared_exchange*> exchanges_;
    std::vector<stream_id> fed_; // those that the last read has brought bytes of a body
    std::size_t unconsumed_ = 0;
    std::uint64_t begun_ = 0;
};

/// Returns the error of an exchange whose connection is lost. Without memory for it, that is std::bad_alloc.
std::exception_ptr lost_connection(error_code why, std::string_view detail = {}) noexcept;

} // namespace coinformer::detail
