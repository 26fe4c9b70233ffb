#include "api/json/byte_window.hpp"

#include "api/json/scanner.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace coinformer::detail {

namespace {

constexpr std::size_t least_capacity = 16 * 1024;
// A value of at most this many bytes is scanned at each read: the scan costs less than the read did.
constexpr std::size_t scanned_at_each_read = 1024;

} // namespace

void byte_window::append(std::string_view piece)
{
    if (piece.empty()) return;
    auto const left = end_ - begin_;
    auto const needed = left + piece.size();
    if (left == 0) begin_ = end_ = 0;
    // Gives memory back after a large object.
    auto const is_much_too_large = capacity_ > 8 * std::max(needed, least_capacity);
    if (needed > capacity_ || is_much_too_large) {
        reserve(std::max(needed + needed / 2, least_capacity));
    } else if (end_ + piece.size() > capacity_) {
        std::memmove(buffer_.get(), begin(), left);
        begin_ = 0;
        end_ = left;
    }
    std::memcpy(buffer_.get() + end_, piece.data(), piece.size());
    end_ += piece.size();
    std::memset(buffer_.get() + end_, 0, padding);
}

void byte_window::reserve(std::size_t wanted)
{
    auto larger = std::make_unique_for_overwrite<char[]>(wanted + padding);
    auto const left = end_ - begin_;
    if (left != 0) std::memcpy(larger.get(), begin(), left);
    buffer_ = std::move(larger);
    capacity_ = wanted;
    begin_ = 0;
    end_ = left;
}

void byte_window::consume(char const* to) noexcept
{
    auto const size = static_cast<std::size_t>(to - begin());
    begin_ += size;
    consumed_ += size;
    searched_ = 0;
    next_scan_ = 0;
    is_found_ = false;
    kind_ = kind::unknown;
}

char const* byte_window::scanned(std::size_t limit) noexcept
{
    auto const available = size();
    if (available > limit) { // the value is too large: scanning it again would find nothing new
        next_scan_ = std::numeric_limits<std::size_t>::max();
        return begin() + limit;
    }
    if (available <= scanned_at_each_read) {
        next_scan_ = available + 1;
        return end();
    }
    // Scans are due at fixed sizes, each an eighth larger than the one before; `last` is the largest that is
    // reached.
    auto last = scanned_at_each_read;
    for (next_scan_ = last + last / 8; next_scan_ <= available; next_scan_ += next_scan_ / 8)
        last = next_scan_;
    if (next_scan_ > limit) next_scan_ = limit + 1; // also if `limit` is the largest number that there is
    return begin() + last;
}

bool byte_window::skip_space() noexcept
{
    if (begin_ == end_) return false;
    // Without space, consume() must not be called: it would end a search under way.
    if (auto const* p = json_scanner::skip_space(begin()); p != begin()) consume(p);
    return begin_ != end_;
}

byte_window::value byte_window::find_value(std::size_t limit) noexcept
{
    if (!is_found_) search();
    if (kind_ == kind::none) return value::none;
    if (searched_ > limit) return value::too_large;
    return is_found_ ? value::complete : value::need_more;
}

void byte_window::search() noexcept
{
    if (kind_ == kind::unknown) {
        auto const first = *begin();
        kind_ = first == '"'                     ? kind::string
                : first == '{' || first == '['   ? kind::container
                : json_scanner::is_scalar(first) ? kind::scalar
                                                 : kind::none;
        if (kind_ == kind::none) return;
        nesting_ = {.depth = 1};
        searched_ = 1;
    }
    auto const* p = begin() + searched_;
    if (kind_ == kind::scalar) {
        while (json_scanner::is_scalar(*p)) ++p;
        if (p == end()) p = nullptr;
    } else {
        p = (kind_ == kind::string ? skip_string : skip_nested)(p, end(), nesting_);
    }
    is_found_ = p != nullptr;
    searched_ = static_cast<std::size_t>((p ? p : end()) - begin());
}

bool byte_window::finish_drop() noexcept
{
    if (!is_dropping_) {
        if (drop_left_ == 0) return true;
        auto const now = std::min<std::uint64_t>(drop_left_, size());
        drop_left_ -= now;
        consume(begin() + now);
        return drop_left_ == 0;
    }
    if (!is_found_) search();
    if (is_endless()) return false;
    if (is_found_) {
        is_dropping_ = false;
        drop_left_ = 0;
        consume(value_end());
        return true;
    }
    consumed_ += searched_; // not consume(): the search goes on in the middle of the value
    begin_ += searched_;
    drop_left_ -= searched_;
    searched_ = 0;
    return false;
}

std::string byte_window::position(char const* at) const
{
    return "at byte " + std::to_string(consumed_ + static_cast<std::uint64_t>(at - begin()));
}

std::string byte_window::describe(char const* at, credential_mask const& mask) const
{
    auto text = position(at) + ": \"";
    std::string_view const start(at, std::min<std::size_t>(40, static_cast<std::size_t>(end() - at)));
    // The network, or consume(), may have cut a token in two.
    for (auto const c : mask.apply_to_excerpt(start)) text += c >= ' ' && c <= '~' ? c : '.';
    return text + '"';
}

} // namespace coinformer::detail
