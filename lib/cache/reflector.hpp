#pragma once

#include "api/client_impl.hpp"
#include "cache/delta_fifo.hpp"
#include "cache/recovery.hpp"
#include "cache/store.hpp"
#include "core/deadline.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/backoff.hpp>

#include <functional>
#include <string>

namespace coinformer::detail {

/// Keeps a queue of deltas in step with a collection on the server: list once, then watch; list again only when the
/// server has forgotten the version that we know.
///
/// Threads    the informer's strand.
class reflector {
public:
    /// Called with the cause why there is no list, when it will not cure itself soon; with null before each attempt.
    /// Result: whether someone waited for the sync, and has been told.
    using report = std::function<bool(std::exception_ptr)>;

    reflector(client::impl& api, resource of, object_type const& type, informer_options const& options,
              delta_fifo& queue, store const& objects, report cannot_list);

    /// Until cancelled. Every failure of server and network is survived: recovery.cpp says how.
    [[nodiscard]] task<> run() &;

    reflector_status const& status() const noexcept { return status_; }

private:
    [[nodiscard]] task<> list() &;
    [[nodiscard]] task<> list_pages() &;
    void take_items(list_page& page);
    [[nodiscard]] task<> watch() &;
    [[nodiscard]] task<> watch_events() &;
    void take_events(watch_stream& stream);
    [[nodiscard]] task<> pause(recovery const& what, std::optional<std::chrono::seconds> retry_after) &;

    bool goes_back(std::string_view version) const noexcept;
    void learn(std::string_view version);
    void faulty(decode_fault const& fault);
    void lose(decode_fault const& fault);
    void report_failure(error_code code, std::exception_ptr failure, bool tell);
    std::exception_ptr located(boost::system::system_error const& e) const;
    list_options selection() const;

    /// Objects whose UID and version a list shows unchanged are taken from the cache.
    struct cached final : known_objects {
        explicit cached(store const& s) : objects(s) {}
        object_ref find(object_key key, std::string_view uid, std::string_view version) const override;
        store const& objects;
    };

    client::impl& api_;
    object_type const& type_;
    informer_options const& options_;
    delta_fifo& queue_;
    cached cached_;
    report cannot_list_;
    std::string path_;
    random_source random_;
    backoff delay_;
    deadline silence_;

    approach next_ = approach::list;
    bool progress_ = false;    // since the last failure or end
    std::string position_;     // the version that is known, events in the queue included
    delta::collection listed_; // by the list that is under way
    reflector_status status_;
};

} // namespace coinformer::detail
