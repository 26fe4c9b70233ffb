#pragma once

#include <coinformer/core/error.hpp>

#include <string>

namespace coinformer::detail {

/// Goes from page to page of one list, and notices a list that never ends.
class page_walk {
public:
    bool has_next() const noexcept { return has_next_; }
    /// The continue token of the next page; empty for the first one.
    std::string const& token() const noexcept { return token_; }

    /// A page has ended with this continue token, which is empty on the last page.
    ///
    /// Errors     errc::unexpected_content if the list makes no progress.
    void take(std::string const& next, bool has_brought_objects)
    {
        // A server may send a few empty pages, for example because a selector matches nothing on them.
        constexpr unsigned max_empty_pages = 16;
        empty_pages_ += has_brought_objects ? 0 : 1;
        has_next_ = !next.empty();
        if (has_next_ && (next == token_ || empty_pages_ > max_empty_pages))
            throw api_error(errc::unexpected_content, "",
                            "the list makes no progress: its pages repeat a continue token, are empty, or "
                            "bring the same objects again and again");
        token_ = next;
    }

private:
    std::string token_;
    unsigned empty_pages_ = 0;
    bool has_next_ = true;
};

} // namespace coinformer::detail
