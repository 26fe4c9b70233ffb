#pragma once

#include "api/json_blocks.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The bytes of a stream that were read and not yet used, in one piece and followed by zeros; and where the JSON value
/// at their front ends. The search for that end goes on where it stopped, so that a large value in small reads costs
/// its length once.
class byte_window {
public:
    void append(std::string_view piece);

    char const* begin() const noexcept { return buffer_.get() + begin_; }
    char const* end() const noexcept { return buffer_.get() + end_; }
    std::size_t size() const noexcept { return end_ - begin_; }
    bool empty() const noexcept { return begin_ == end_ && !is_dropping_ && drop_left_ == 0; }
    std::size_t capacity() const noexcept { return capacity_; }

    /// Bytes before this one, or what follows this value, are done with.
    void consume(char const* to) noexcept;
    /// False when nothing but space is left; else begin() is at something else.
    bool skip_space() noexcept;

    enum class value {
        need_more,
        complete,  ///< it ends at value_end()
        too_large, ///< it has more than `limit` bytes, complete or not
        none,      ///< no value begins here
    };
    value find_value(std::size_t limit) noexcept;
    /// Whether find_value() has begun with the value at the front.
    bool has_begun_value() const noexcept { return kind_ != kind::unknown; }
    char const* value_end() const noexcept { return begin() + searched_; }

    /// The value at the front, or so many bytes, are not wanted: they go as they come. finish_drop() is true when all
    /// are gone.
    void drop_value() noexcept { is_dropping_ = true; }
    void drop_bytes(std::uint64_t n) noexcept { drop_left_ += n; }
    bool finish_drop() noexcept;

    /// For messages: "at byte 17: {\"a\":..."
    std::string describe(char const* at) const;

private:
    enum class kind : std::uint8_t { unknown, container, string, scalar, none };
    void reserve(std::size_t wanted);
    void search() noexcept;

    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_ = 0; // without the zeros
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t consumed_ = 0; // bytes of the stream before begin_

    // the value at the front
    std::size_t searched_ = 0; // bytes of it
    nesting nesting_;
    kind kind_ = kind::unknown;
    bool is_found_ = false;
    bool is_dropping_ = false;
    std::uint64_t drop_left_ = 0;
};

} // namespace coinformer::detail
