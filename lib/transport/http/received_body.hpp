#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The bytes of a body that have come on a connection which others share: those that wait for the consumer,
/// and those that it reads now.
///
/// Bytes that have just come are views into the block that the connection has read into, and most consumers
/// take them before the next read. So the bytes of a long list are not copied once more. What waits longer is
/// copied (keep()), and the connection can use its block again. While the consumer reads a view, the block
/// behind it belongs to it alone.
///
/// Memory     the bytes that wait, at most a window of the stream, and the block of one read.
/// Threads    one.
class received_body {
public:
    using block = std::shared_ptr<char[]>;

    /// Called with bytes that have come, which lie in `in`. Only one block is held here, so bytes that wait
    /// in another one are copied first.
    void add(std::string_view bytes, block const& in)
    {
        if (fresh_in_ && fresh_in_ != in) keep();
        fresh_.push_back(bytes);
        fresh_in_ = in;
    }
    /// Copies what still waits out of the connection's block. Called before each further read.
    void keep()
    {
        std::size_t size = kept_.size();
        for (auto const bytes : fresh_) size += bytes.size();
        kept_.reserve(size); // all or nothing: bytes that are copied must not stay in fresh_
        for (auto const bytes : fresh_) kept_.append(bytes);
        fresh_.clear();
        fresh_in_.reset();
    }
    /// True if no bytes wait.
    bool empty() const noexcept { return kept_.empty() && fresh_.empty(); }
    /// Returns all bytes that wait, in their order. The views are valid until the next call of release().
    std::span<std::string_view const> take()
    {
        taken_text_ = std::exchange(kept_, {});
        taken_in_ = std::exchange(fresh_in_, nullptr);
        taken_.swap(fresh_);
        if (!taken_text_.empty()) taken_.insert(taken_.begin(), taken_text_);
        return taken_;
    }
    /// Called when the consumer has read what take() has returned. Returns the number of its bytes.
    std::size_t release() noexcept
    {
        std::size_t n = 0;
        for (auto const bytes : taken_) n += bytes.size();
        if (taken_.capacity() > few)
            taken_ = {};
        else
            taken_.clear();
        taken_text_ = {};
        taken_in_.reset();
        return n;
    }
    /// Forgets the bytes that wait.
    void clear() noexcept
    {
        kept_ = {};
        fresh_.clear();
        fresh_in_.reset();
    }

private:
    static constexpr std::size_t few = 16; // pieces, whose place is kept between two reads

    std::string kept_;                    // the bytes of earlier reads
    std::vector<std::string_view> fresh_; // those of the last read
    block fresh_in_;
    std::string taken_text_;
    std::vector<std::string_view> taken_;
    block taken_in_;
};

} // namespace coinformer::detail
