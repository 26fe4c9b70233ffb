#pragma once

#include "cache/reflector/reflector_state.hpp"

#include <coinformer/core/task.hpp>

namespace coinformer::detail {

/// Reads a collection as a paged list, and queues it as one delta when it is complete.
///
/// Threads    the source's strand.
class list_reader {
public:
    /// `state` outlives this object.
    explicit list_reader(reflector_state& state) noexcept : state_(state) {}

    /// Makes one attempt: reads page after page. If it fails, nothing is queued.
    ///
    /// Errors     those of collection_source::list(); errc::silent_connection; errc::slow_answer;
    ///            errc::unexpected_content if the server sends pages that lead nowhere;
    ///            errc::history_replaced if the list is older than the known version, of the same history.
    /// Cancel     at any time.
    [[nodiscard]] task<> read() &;

private:
    [[nodiscard]] task<> read_pages() &;
    page_request first_page() const;
    void take_items(list_items& items);
    void check_is_exact(list_meta const& page) const;

    reflector_state& state_;
};

} // namespace coinformer::detail
