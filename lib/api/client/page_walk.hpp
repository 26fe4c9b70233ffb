#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace coinformer::detail {

/// Goes from page to page of one list, and notices a list that makes no progress, because a server must not
/// be able to keep its client reading for ever.
///
/// A page may be empty for a good reason. A server fills its pages, but a proxy that hides the objects of
/// other users takes them out of the server's pages, and keeps the tokens and numbers of these. So an empty
/// page is progress if the number of remaining objects has fallen. A list with a selector has no such number,
/// so that only the number of its empty pages is limited.
///
/// Threads    the client's strand.
class page_walk {
public:
    /// The number of empty pages in a row, without a number of remaining objects that falls, after which a
    /// list makes no progress. With informer_options::page_size at its usual 500, this many pages are half a
    /// million hidden objects, more than a collection with a selector has.
    static constexpr unsigned most_stalled_pages = 1'000;
    /// The same for empty pages whatever their numbers are, because a server may let its numbers fall by one
    /// a page from 2^63. With pages of 500 this is five million hidden objects, about what etcd can hold.
    static constexpr unsigned most_empty_pages = 10'000;

    bool has_next() const noexcept { return has_next_; }
    /// The continue token of the next page; empty for the first one.
    std::string const& token() const noexcept { return token_; }

    /// The number of objects that the server, by its own numbers, has left out of the last page. It is 0 if
    /// the page has any.
    std::uint64_t hidden() const noexcept { return hidden_; }

    /// A page has ended with this continue token, which is empty on the last page, and with this number of
    /// objects behind it, if the server gives one. Returns false if the list makes no progress: a token is
    /// repeated, or page after page has brought nothing.
    [[nodiscard]] bool take(std::string const& next, bool has_brought_objects,
                            std::optional<std::uint64_t> remaining)
    {
        bool const has_fallen = remaining && least_remaining_ && *remaining < *least_remaining_;
        hidden_ = has_fallen && !has_brought_objects ? *least_remaining_ - *remaining : 0;
        if (remaining) least_remaining_ = std::min(*remaining, least_remaining_.value_or(*remaining));
        empty_pages_ = has_brought_objects ? 0 : empty_pages_ + 1;
        stalled_pages_ = has_brought_objects || has_fallen ? 0 : stalled_pages_ + 1;
        has_next_ = !next.empty();
        bool const leads_nowhere =
            next == token_ || stalled_pages_ > most_stalled_pages || empty_pages_ > most_empty_pages;
        if (has_next_ && leads_nowhere) return false;
        token_ = next;
        return true;
    }

private:
    std::string token_;
    std::optional<std::uint64_t> least_remaining_; // the smallest number so far, so that it cannot swing
    std::uint64_t hidden_ = 0;
    unsigned empty_pages_ = 0;   // in a row
    unsigned stalled_pages_ = 0; // empty pages in a row since the number fell
    bool has_next_ = true;
};

} // namespace coinformer::detail
