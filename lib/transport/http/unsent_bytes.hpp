#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// The bytes that a connection still has to write. More bytes may be added while a write is under way: they
/// do not move those that are being written.
class unsent_bytes {
public:
    void append(std::string_view bytes) { waiting_.append(bytes); }
    bool empty() const noexcept { return writing_.empty() && waiting_.empty(); }

    /// Returns what to write next; empty if there is nothing. The bytes stay where they are until written()
    /// was called for all of them.
    std::string_view next() noexcept
    {
        if (writing_.empty()) {
            writing_.swap(waiting_);
            written_ = 0;
        }
        return std::string_view(writing_).substr(written_);
    }

    /// Called when that number of the bytes that next() returned was written.
    void written(std::size_t bytes) noexcept
    {
        written_ += bytes;
        if (written_ < writing_.size()) return;
        writing_ = std::string(); // a connection that only listens needs no buffer
        written_ = 0;
    }

private:
    std::string writing_; // what next() has returned
    std::size_t written_ = 0;
    std::string waiting_;
};

} // namespace coinformer::detail
