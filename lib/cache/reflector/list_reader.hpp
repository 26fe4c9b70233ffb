#pragma once

#include "api/client/request_attempts.hpp"
#include "cache/reflector/reflector_state.hpp"

#include <coinformer/core/task.hpp>

#include <memory>
#include <string_view>

namespace coinformer::detail {

/// Reads a collection as a paged list, and queues it as one delta when it is complete.
///
/// Threads    the source's strand.
class list_reader {
public:
    /// `state` outlives this object.
    explicit list_reader(reflector_state& state) noexcept : state_(state) {}

    /// Makes one attempt: reads page after page. A further page that a busy server refuses is asked for again
    /// some times, as retry_options says. If the attempt fails, nothing is queued.
    ///
    /// Errors     those of collection_source::list(); errc::silent_connection; errc::slow_answer;
    ///            errc::unexpected_content if the server sends pages that lead nowhere;
    ///            errc::history_replaced if the list is older than the known version, of the same history.
    /// Cancel     at any time.
    [[nodiscard]] task<> read() &;

private:
    [[nodiscard]] task<> read_pages() &;
    /// A further page that the server has refused.
    struct refused_page {
        request_attempts attempts;
        time_point since;
        bool is_logged = false; ///< as a warning
    };

    [[nodiscard]] task<std::unique_ptr<list_reading>> read_page(page_request what, needed_objects need) &;
    [[nodiscard]] task<std::unique_ptr<list_reading>> read_page_once(page_request what,
                                                                     needed_objects need) &;
    [[nodiscard]] task<> wait_after(refused_page& refusals, api_error failure) &;
    void log(log_level level, std::string_view what, std::string_view cause) const;
    page_request first_page() const;
    void take_items(list_items& items);
    void check_is_exact(list_meta const& page) const;

    reflector_state& state_;
};

} // namespace coinformer::detail
