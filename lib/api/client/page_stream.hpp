#pragma once

#include "api/client/client_impl.hpp"
#include "api/client/repetition_check.hpp"

#include <coinformer/api/object_list.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <string>

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
    page_stream(std::shared_ptr<client::impl> api, request_mode mode, std::string path, list_options options,
                std::size_t read_ahead, object_type const& type);

    /// Returns the next page, or nullopt after the last. Throws a failure only to a caller that was waiting
    /// when it happened.
    [[nodiscard]] task<std::optional<untyped_list>> next();
    /// Reads all pages as one list, without the coroutine that fetches ahead. Call either this or next().
    [[nodiscard]] task<untyped_list> all();
    void stop() { child_.request_stop(); }
    executor const& strand() const noexcept { return api_->strand(); }

private:
    [[nodiscard]] task<> fetch_pages();
    [[nodiscard]] task<untyped_list> fetch_page() &;
    [[nodiscard]] task<untyped_list> fetch(list_options what) &;
    [[nodiscard]] task<untyped_list> fetch_once(list_options what, unsigned attempt) &;
    void begin_anew();
    [[nodiscard]] task<> read(list_options what, unsigned attempt, deadline& quiet, untyped_list& page) &;
    void check_faults(std::size_t count) const;
    void check_repetition(object_key const& key);

    std::shared_ptr<client::impl> api_;
    request_mode mode_;
    std::string path_;
    list_options options_;
    std::size_t read_ahead_;
    object_type const& type_;

    std::string version_; // the version of the first page, which all pages have
    std::string token_;   // leads to the next page; empty: to the first
    repetition_check repetition_;
    unsigned empty_pages_ = 0;
    unsigned expired_ = 0; // how often the token has expired
    bool is_received_ =
        false; // the bytes of the present page have come, so that the connection is not to blame
    bool begins_anew_ = false; // the next page is the first of a list that was begun again
    bool is_last_ = false;
    bool is_fetching_ = false;
    std::size_t waiting_ = 0;        // callers of next() that wait
    std::deque<untyped_list> ready_; // pages that wait for a caller
    std::exception_ptr failure_;     // for the caller that waits
    wakeup arrived_;                 // notified of a page, a failure or the end
    wakeup room_;                    // notified when a page was taken, and when a caller waits for one
    nursery child_;
};

} // namespace coinformer::detail
