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

/// The pages of a list, fetched by a child of its own: as many ahead as is allowed, and one for each who waits.
///
/// Threads    the client's strand.
/// Lifetime   its tasks keep it alive. stop() ends the child, which would wait for ever otherwise.
class page_stream {
public:
    page_stream(std::shared_ptr<client::impl> api, std::string path, list_options options, std::size_t read_ahead,
                object_type const& type);

    [[nodiscard]] task<std::optional<untyped_list>> next(std::shared_ptr<page_stream> self);
    /// In place of next(): all pages as one, without a child.
    [[nodiscard]] task<untyped_list> all(std::shared_ptr<page_stream> self);
    void stop() { child_.request_stop(); }
    executor const& strand() const noexcept { return api_->env().ex; }

private:
    [[nodiscard]] task<> fetch_pages(std::shared_ptr<page_stream> self);
    [[nodiscard]] task<untyped_list> fetch_page() &;
    [[nodiscard]] task<untyped_list> fetch(list_options what) &;
    [[nodiscard]] task<> read(list_options what, deadline& quiet, untyped_list& page) &;
    void check_faults(std::size_t count) const;
    void check_repetition(object_key const& key);

    std::shared_ptr<client::impl> api_;
    std::string path_;
    list_options options_;
    std::size_t read_ahead_;
    object_type const& type_;

    std::string version_; // of the first page
    std::string token_;   // of the next page; empty: the first
    repetition_check repetition_;
    unsigned empty_pages_ = 0;
    bool is_last_ = false;
    bool is_fetching_ = false;
    std::size_t waiting_ = 0;
    std::deque<untyped_list> ready_;
    std::exception_ptr failure_; // for who waits
    wakeup arrived_;             // a page, a failure or the end
    wakeup room_;                // a page was taken, or somebody waits for one
    nursery child_;
};

} // namespace coinformer::detail
