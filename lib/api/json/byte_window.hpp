#pragma once

#include "api/json/blocks.hpp"
#include "transport/config/credential_mask.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// How many bytes of a value that exceeds the size limit are dropped as they arrive. If the value is even
/// longer, the decoder does not wait for its end: more likely a quote or a bracket is missing, and every
/// later value would be dropped with it.
constexpr std::uint64_t longest_dropped(std::size_t limit) noexcept
{
    constexpr std::uint64_t least = 64 * 1024 * 1024, times = 16;
    return std::max(least, std::min<std::uint64_t>(limit, std::numeric_limits<std::uint64_t>::max() / times) *
                               times);
}

/// The bytes of a stream that were read but not yet used, in one piece and followed by zeros. It also finds
/// the end of the JSON value at their front. That search continues where it stopped, so that a large value in
/// small reads costs its length only once.
///
/// The search counts quotes and brackets and nothing else. It does not notice bytes that are not JSON, and
/// behind a missing quote it never ends; only a scan of the value notices such mistakes. To scan an
/// incomplete value after each read would cost the square of its size. So a decoder asks scan_is_due(), which
/// is true whenever the value has grown by an eighth. Bytes must not be accepted or refused depending on how
/// the network has cut them. Therefore a mistake in an incomplete value counts only if it lies before the
/// place that scanned() returns, which depends on the value's bytes alone.
///
/// States     `kind_` is unknown until the first byte of a value is there; `is_found_` is set when its end
///            is. While a value or bytes are being dropped, finish_drop() has to be called before anything
///            else.
/// Threads    that of the decoder that owns it.
class byte_window {
public:
    void append(std::string_view piece);

    char const* begin() const noexcept { return buffer_.get() + begin_; }
    char const* end() const noexcept { return buffer_.get() + end_; }
    std::size_t size() const noexcept { return end_ - begin_; }
    bool empty() const noexcept { return begin_ == end_ && !is_dropping_ && drop_left_ == 0; }
    std::size_t capacity() const noexcept { return capacity_; }

    /// Declares all bytes before `to` used.
    void consume(char const* to) noexcept;
    /// Skips white space. Returns false if nothing is left, and true if begin() is at something else.
    bool skip_space() noexcept;

    /// What find_value() has found at the front.
    enum class value {
        need_more,
        complete,  ///< it ends at value_end()
        too_large, ///< it has more than `limit` bytes, complete or not
        none,      ///< no value begins here
    };
    /// Looks for the end of the value at the front. There has to be at least one byte.
    value find_value(std::size_t limit) noexcept;
    /// True if the value at the front is to be scanned, for the first time or again.
    bool scan_is_due() const noexcept { return size() >= next_scan_; }
    /// Notes that a scan of all bytes did not find a whole value. Returns the place before which a mistake in
    /// the value is refused now, complete or not.
    char const* scanned(std::size_t limit) noexcept;
    char const* value_end() const noexcept { return begin() + searched_; }

    /// Drops the value at the front as its bytes arrive. A value of more than `at_most` bytes counts as
    /// endless.
    void drop_value(std::uint64_t at_most) noexcept
    {
        is_dropping_ = true;
        drop_left_ = at_most;
    }
    /// Drops the next `n` bytes as they arrive.
    void drop_bytes(std::uint64_t n) noexcept { drop_left_ += n; }
    /// Returns true when everything that is to be dropped is gone. Returns false if its end has not arrived
    /// yet, or if the value is endless.
    bool finish_drop() noexcept;
    /// True if finish_drop() returned false because the value is endless.
    bool is_endless() const noexcept { return is_dropping_ && searched_ > drop_left_; }

    /// Returns a text for messages, such as "at byte 17".
    std::string position(char const* at) const;
    /// The same with the bytes at that place, such as "at byte 0: <html>...", without the credentials that
    /// the mask hides. It is for a stream that begins wrongly. Later bytes belong to objects, whose
    /// contents must not be shown, because they may be secrets.
    std::string describe(char const* at, credential_mask const& mask) const;

private:
    enum class kind : std::uint8_t { unknown, container, string, scalar, none };
    void reserve(std::size_t wanted);
    void search() noexcept;

    std::unique_ptr<char[]> buffer_;
    std::size_t capacity_ = 0; // without the zeros behind it
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t consumed_ = 0; // bytes of the stream before begin_

    // the value at the front
    std::size_t searched_ = 0;  // bytes of it in which its end was looked for
    std::size_t next_scan_ = 0; // its size when it is scanned again
    nesting nesting_;
    kind kind_ = kind::unknown;
    bool is_found_ = false;
    bool is_dropping_ = false;
    // bytes still to drop; while a value is dropped, the bytes that it may still have
    std::uint64_t drop_left_ = 0;
};

} // namespace coinformer::detail
