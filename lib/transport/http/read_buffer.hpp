#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace coinformer::detail {

/// The buffer of a connection's reads, which adapts its size: a long list wants a few large reads, and ten
/// thousand idle watches want small buffers.
///
/// Threads    one.
class read_buffer {
public:
    explicit read_buffer(std::size_t limit) noexcept : size_(std::min(first_size, limit)), limit_(limit) {}

    /// Returns the room for the next read. The bytes of the last read are lost, unless somebody has kept
    /// their block().
    std::span<char> fit()
    {
        auto wanted = size_;
        if (filled_) wanted = std::min(size_ * 4, limit_);
        if (small_reads_ >= small_reads_before_shrinking) wanted = std::min(first_size, limit_);
        if (!bytes_ || bytes_.use_count() != 1 || wanted != size_) {
            bytes_.reset();
            bytes_ = std::shared_ptr<char[]>(new char[wanted]); // not set to zero
            size_ = wanted;
        }
        return {bytes_.get(), size_};
    }

    /// The memory of the last read. As long as somebody else has it, the next read gets another one.
    std::shared_ptr<char[]> const& block() const noexcept { return bytes_; }

    /// Called with the number of bytes that a read into fit() has brought.
    void received(std::size_t n) noexcept
    {
        bool const in_bulk = size_ >= bulk && n >= size_ - size_ / 4; // TLS leaves a part of it empty
        filled_ = n == size_ || in_bulk;
        small_reads_ = n <= first_size / 2 ? small_reads_ + 1 : 0;
    }

    /// Gives memory back while the connection is unused. After a large read the next one is not so small
    /// again: a list comes in pages.
    void release() noexcept
    {
        bytes_.reset();
        size_ = std::min({size_, bulk, limit_});
        filled_ = false;
        small_reads_ = 0;
    }

private:
    static constexpr std::size_t first_size = 2 * 1024;
    static constexpr std::size_t bulk = 32 * 1024; // mostly larger than what one read of a watch brings
    static constexpr unsigned small_reads_before_shrinking = 16;

    std::shared_ptr<char[]> bytes_;
    std::size_t size_;
    std::size_t limit_;
    unsigned small_reads_ = 0; // in a row
    bool filled_ = false;      // the last read filled the buffer, or nearly
};

} // namespace coinformer::detail
