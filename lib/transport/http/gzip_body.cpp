#include "transport/http/gzip_body.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <zlib.h>

#include <new>

namespace coinformer::detail {

namespace {

constexpr std::size_t inflated_at_once = 64 * 1024;
// After this many decompressed bytes another task gets its turn. They take two milliseconds.
constexpr std::size_t bytes_in_a_turn = 1024 * 1024;
// To begin a member takes as long as to decompress this many bytes, even if the member is empty.
constexpr std::size_t bytes_for_a_member = 8 * 1024;

} // namespace

/// zlib's state for one member, and the buffer for what it decompresses.
struct gzip_body::inflater {
    inflater() : buffer(std::make_unique_for_overwrite<char[]>(inflated_at_once))
    {
        constexpr int gzip_format = 16 + MAX_WBITS;
        if (inflateInit2(&state, gzip_format) != Z_OK) throw std::bad_alloc();
    }
    inflater(inflater const&) = delete;
    ~inflater() { inflateEnd(&state); }

    z_stream state{};
    std::unique_ptr<char[]> buffer;
    bool is_complete = false;
    bool is_full = false; // the buffer was filled, so that more may come without further input
};

gzip_body::gzip_body() = default;
gzip_body::~gzip_body() = default;

task<std::span<std::string_view const>> gzip_body::read(http_exchange& from) &
{
    piece_[0] = {};
    while (piece_[0].empty()) {
        if (member_ && member_->is_complete) member_.reset(); // its last piece has been used
        bool const has_more = member_ && member_->is_full;
        if (since_turn_ >= bytes_in_a_turn) {
            since_turn_ = 0;
            co_await boost::asio::post(boost::asio::use_awaitable);
        }
        if (received_.empty() && !has_more) received_ = co_await from.read();
        if (received_.empty() && !has_more) {
            if (member_) throw api_error(errc::truncated, {}, "the compressed body ends too early");
            co_return std::span<std::string_view const>();
        }
        inflate_some();
    }
    co_return std::span<std::string_view const>(piece_);
}

// Decompresses bytes of the first received piece until the buffer is full, the piece is used up, or the
// member ends.
void gzip_body::inflate_some()
{
    if (!member_) {
        member_ = std::make_unique<inflater>();
        since_turn_ += bytes_for_a_member;
    }
    auto const input = received_.empty() ? std::string_view() : received_.front().substr(taken_);
    auto& z = member_->state;
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data())); // zlib does not write there
    z.avail_in = static_cast<uInt>(input.size());
    z.next_out = reinterpret_cast<Bytef*>(member_->buffer.get());
    z.avail_out = static_cast<uInt>(inflated_at_once);
    auto const result = ::inflate(&z, Z_NO_FLUSH);
    auto const used = input.size() - z.avail_in;
    auto const made = inflated_at_once - z.avail_out;
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    bool const is_sound = result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
    if (!is_sound || (used == 0 && made == 0 && !input.empty()))
        throw api_error(errc::protocol_error, {}, "the body is no gzip, although its header says so");
    member_->is_complete = result == Z_STREAM_END;
    member_->is_full = made == inflated_at_once && !member_->is_complete;
    since_turn_ += made;
    piece_[0] = {member_->buffer.get(), made};
    taken_ += used;
    if (received_.empty() || taken_ != received_.front().size()) return;
    received_ = received_.subspan(1);
    taken_ = 0;
}

} // namespace coinformer::detail
