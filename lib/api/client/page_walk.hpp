#pragma once

#include <string>

namespace coinformer::detail {

/// Goes from page to page of one list, and notices a list that makes no progress, because a server must not
/// be able to keep its client reading for ever.
class page_walk {
public:
    bool has_next() const noexcept { return has_next_; }
    /// The continue token of the next page; empty for the first one.
    std::string const& token() const noexcept { return token_; }

    /// A page has ended with this continue token, which is empty on the last page. Returns false if the list
    /// makes no progress: a token is repeated, or page after page has brought nothing.
    [[nodiscard]] bool take(std::string const& next, bool has_brought_objects)
    {
        // Servers fill their pages. A few may be empty, for example because a selector matches nothing there.
        constexpr unsigned most_empty_pages = 16;
        empty_pages_ = has_brought_objects ? 0 : empty_pages_ + 1;
        has_next_ = !next.empty();
        if (has_next_ && (next == token_ || empty_pages_ > most_empty_pages)) return false;
        token_ = next;
        return true;
    }

private:
    std::string token_;
    unsigned empty_pages_ = 0; // in a row
    bool has_next_ = true;
};

} // namespace coinformer::detail
