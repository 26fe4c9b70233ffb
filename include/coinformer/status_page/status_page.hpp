#pragma once

#include <coinformer/cache/health.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/controller/mapping.hpp>
#include <coinformer/controller/work_queue_status.hpp>
#include <coinformer/core/environment.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer {

namespace detail {

class page_state;

struct shown_key {
    std::string text;
    key_age age;
};
using oldest_keys_of = std::function<std::vector<shown_key>(std::size_t most)>;

} // namespace detail

/// Options of a status_page.
struct status_page_options {
    /// The time between two looks at the informers. From 1 s to 1 min.
    duration interval = std::chrono::seconds(1);
    /// If true, the page names the objects that change most often, and the keys of show_keys(). To count
    /// them, each informer gets one more handler, which is called "coinformer status page" in metrics.
    /// Objects of the kind Secret are never named, except as keys of show_keys(): the page does not know what
    /// a key names. Contents of objects are never shown.
    bool object_names = true;
    health_limits limits = {}; ///< the limits of the page's verdict, as those of health()
};

/// A header of an HTTP answer. Both texts live as long as the process.
struct status_page_header {
    std::string_view name;
    std::string_view value;
};

/// An answer of a status_page, for an HTTP server to send.
struct status_page_answer {
    unsigned status = 200;              ///< the status code of HTTP
    std::string_view content_type = {}; ///< lives as long as the process
    std::string body = {};
    /// Headers that keep the page safe in a browser: send all of them.
    std::span<status_page_header const> headers = {};
};

/// A page for people that shows what a program's informers do, and what they did in the last day: the state
/// and the history of each collection, handlers, work queues, leases and requests.
///
///     metrics_registry registry;
///     environment const env{.ex = io.get_executor(), .metrics = &registry};
///     client api(env, load_endpoint());
///     informer_factory factory(api);
///     status_page page(env);
///     page.show(factory);
///     nursery work(io.get_executor());
///     work.start(factory.run());
///     work.start(page.run());          // collects the numbers
///     auto const now = page.answer("/"); // for the HTTP server of the program; or see status_page_server
///
/// The numbers of handlers, work queues, leases and requests, and the plots of these and of events, come from
/// the registry of the environment. Without a registry they are missing. This class is in the library
/// coinformer::status_page.
///
/// Memory     bounded: ten minutes at one value each `interval`, and a day at one value a minute, for at most
///            64 lines in each of seven plots; 1,000 spans in the time line of each of at most 1,000
///            collections.
/// Threads    any.
/// Lifetime   The page may be destroyed before or after the factory, the informers, and the tasks that run()
///            has returned. It shows an informer that was released, or whose factory was destroyed, as
///            stopped, for ten minutes, and keeps the objects of that informer in memory as long.
class status_page {
public:
    /// The executor and the clock of the environment are the page's own; its registry is the one that the
    /// page shows.
    ///
    /// Errors     errc::bad_request if an option is out of its range.
    explicit status_page(environment env, status_page_options options = {});
    status_page(status_page const&) = delete;
    ~status_page();

    /// Shows all informers of a factory, those that it makes later included.
    void show(informer_factory& factory);
    /// Shows one informer that no factory runs, and keeps it, with its objects, until the page is destroyed.
    template <class T>
    void show(shared_informer<T> const& informer)
    {
        show(informer.untyped_);
    }

    /// Shows the oldest keys of a work_queue or a controller, for example `page.show_keys("rollouts",
    /// rollouts)`. `name` is its name in metrics. The page keeps a copy, which keeps the queue alive as long
    /// as the page. The keys are shown as they are: do not show those of a controller whose keys are the
    /// names of Secrets, if these names are private. An exception of oldest_keys() ends run().
    template <class Queue>
    void show_keys(std::string name, Queue queue)
    {
        ask_for_keys(std::move(name), [queue = std::move(queue)](std::size_t most) {
            std::vector<detail::shown_key> all;
            for (auto const& [key, age] : queue.oldest_keys(most))
                all.push_back({detail::key_text(key), age});
            return all;
        });
    }

    /// Looks at the informers each `interval` until it is cancelled. The page shows nothing before the first
    /// look, and keeps what it has when this ends.
    ///
    /// Errors     condition::cancelled; errc::already_running. Exceptions of a queue of show_keys(), such as
    ///            those of the copy constructor of its keys.
    /// Cancel     at any time. The page's handlers are removed before it ends. The page asks each informer on
    ///            the strand of the informer's client. So cancel it before the execution context of a client
    ///            is destroyed; it waits for a strand that is blocked.
    [[nodiscard]] task<> run();

    /// Returns the answer to a GET of this path: the page for "/", its numbers for "/status.json", and 404
    /// for any other path. With the query "plots=ten_minutes" or "plots=day" the numbers have only these
    /// plots and time lines, as the page asks for them; any other query is ignored. A program that serves the
    /// page below a prefix removes the prefix first; the path of the page has to end in "/", because the page
    /// asks for "status.json" beside itself. The answers name objects, and may name the address of the API
    /// server, so do not show them to strangers.
    ///
    /// Threads    any, also several at the same time.
    status_page_answer answer(std::string_view target) const;

private:
    friend class status_page_server;
    void show(detail::untyped_informer informer);
    void ask_for_keys(std::string name, detail::oldest_keys_of keys);

    std::shared_ptr<detail::page_state> state_;
};

} // namespace coinformer
