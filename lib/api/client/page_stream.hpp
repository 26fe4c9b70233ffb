#pragma once

#include "api/client/page_requests.hpp"

#include <coinformer/api/object_list.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>

#include <deque>
#include <memory>
#include <optional>

namespace coinformer::detail {

/// Reads a list page by page, for a pager or for client::list(). For a pager, a coroutine of its own fetches
/// up to `read_ahead` pages ahead, and one more for each caller that waits. It runs from the first next() to
/// the last page or to a failure, and is started again by the next() after a failure.
///
/// Threads    the client's strand, on which it is also destroyed after next() was called.
/// Lifetime   Its tasks share it. The owner has to call stop(), because the coroutine that fetches would
///            otherwise wait for ever for room.
class page_stream : public std::enable_shared_from_this<page_stream> {
public:
    page_stream(page_requests pages, std::size_t read_ahead);

    /// Returns the next page, or nullopt after the last. Throws a failure only to a caller that was waiting
    /// when it happened. After stop() it throws errc::stopped, also to a caller that waits.
    [[nodiscard]] task<std::optional<untyped_list>> next();
    /// Reads all pages as one list, without the coroutine that fetches ahead. Call either this or next().
    [[nodiscard]] task<untyped_list> all();
    void stop();
    executor const& strand() const noexcept { return pages_.api().strand(); }

private:
    [[nodiscard]] task<> fetch_pages();
    bool is_far_enough() const noexcept; ///< true if no further page is to be fetched now
    [[noreturn]] void throw_stopped() const;

    page_requests pages_;
    std::size_t read_ahead_;
    bool is_fetching_ = false;
    std::size_t waiting_ = 0;        // callers of next() that wait
    std::deque<untyped_list> ready_; // pages that wait for a caller
    std::exception_ptr failure_;     // for the caller that waits
    wakeup arrived_;                 // notified of a page, a failure or the end
    wakeup room_;                    // notified when a page was taken, and when a caller waits for one
    nursery child_;
};

} // namespace coinformer::detail
