#pragma once

#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/describe.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "occurrences.hpp"

namespace asio = boost::asio;
using namespace std::chrono_literals;
using namespace coinformer;
using namespace coinformer::detail;
using testing::fault;
namespace faults = testing::faults;

struct config_map {
    object_meta metadata;
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata, data))
template <>
inline constexpr resource coinformer::resource_of<config_map>{
    .group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};
inline constexpr resource config_maps = resource_of<config_map>;

/// A task that runs beside the test, and how it ended. The destructor cancels a task that still runs, so a
/// test case need not stop its tasks at its end.
///
/// Unlike a testing::background it lets no time pass while it cancels the task. So a task that does not end
/// at once is an error: the destructor then aborts the process, because the task would refer to a background
/// that is gone.
///
/// Lifetime   it may outlive the context that its task runs on.
class background {
public:
    background() = default;
    background(asio::io_context& io, task<> body) { start(io, std::move(body)); }
    background(background const&) = delete;
    ~background()
    {
        cancel();
        if (!is_running()) return;
        std::fputs("a task of a test did not end when it was cancelled\n", stderr);
        std::abort();
    }

    /// Starts the task. May be called again after a task has ended.
    void start(asio::io_context& io, task<> body)
    {
        auto held = std::make_shared<int>();
        held_by_task_ = held;
        io_ = &io;
        failure = nullptr;
        ended = false;
        asio::co_spawn(io, std::move(body),
                       asio::bind_cancellation_slot(stop_.slot(), [this, held](std::exception_ptr e) {
                           failure = e;
                           ended = true;
                       }));
    }
    /// Cancels the task if it runs, and then runs what is ready until nothing is ready any more. No time
    /// passes.
    void cancel()
    {
        if (!is_running()) return;
        stop_.emit(asio::cancellation_type::terminal);
        io_->restart();
        io_->poll();
    }
    error_code code() const
    {
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (boost::system::system_error const& e) {
            return e.code();
        }
        return {};
    }
    std::string what() const
    {
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (std::exception const& e) {
            return e.what();
        }
        return {};
    }

    std::exception_ptr failure;
    bool ended = false;

private:
    // False also if the task was destroyed with its context: the completion handler is gone then, and so is
    // what it holds.
    bool is_running() const { return !ended && !held_by_task_.expired(); }

    asio::cancellation_signal stop_;
    asio::io_context* io_ = nullptr;
    std::weak_ptr<int> held_by_task_;
};

/// Runs `work` until it is cancelled or ends. Then switches cancellation off, runs `clean_up`, and rethrows
/// what `work` has thrown.
inline task<> clean_up_after(task<> work, task<> clean_up)
{
    std::exception_ptr failure;
    try {
        co_await std::move(work);
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await std::move(clean_up);
    if (failure) std::rethrow_exception(failure);
}

/// Lets time pass, and looks each second. Returns how often the server had no open watch then.
inline int seconds_without_watch(testing::fake_cluster& of, std::chrono::seconds time_passes)
{
    int without = 0;
    for (auto passed = 0s; passed != time_passes; ++passed) {
        of.time.run_for(1s);
        without += of.server.open_watches() == 0;
    }
    return without;
}

using lines = std::vector<std::string>;

/// Options for tests that count paged lists, or make them fail.
inline informer_options listing(informer_options options = {})
{
    options.fetch = fetch_mode::list;
    return options;
}

inline handlers<config_map> recording(lines& log)
{
    auto const value = [](object_ptr<config_map> const& o) {
        auto const at = o->data.find("v");
        return at == o->data.end() ? std::string("-") : at->second;
    };
    return {
        .added =
            [&log, value](object_ptr<config_map> const& o, initial_list i) {
                log.push_back((i == initial_list::yes ? "+i " : "+ ") + to_string(o.key()) + "=" + value(o));
            },
        .updated =
            [&log, value](object_ptr<config_map> const& was, object_ptr<config_map> const& is) {
                log.push_back("~ " + to_string(is.key()) + "=" + value(was) + ">" + value(is));
            },
        .deleted =
            [&log](object_ptr<config_map> const& last, final_state f) {
                log.push_back((f == final_state::known ? "- " : "-? ") + to_string(last.key()));
            },
    };
}

struct world_log {
    bool has_logged(std::string_view text) const { return times_logged(text) != 0; }
    /// Returns how often the log has this text.
    std::size_t times_logged(std::string_view text) const { return occurrences(log_text.str(), text); }

    std::ostringstream log_text;
    stream_log log{log_text, log_level::info};
};

/// A fake cluster with a log, and short names for what tests do.
struct world : private world_log, testing::fake_cluster {
    explicit world(testing::api_server_options options = {})
        : fake_cluster(std::move(options), {.log = &log, .seed = 7})
    {
    }

    std::string put(std::string const& name, std::string const& value, std::string const& ns = "shop")
    {
        auto const data = R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns +
                          R"("},"data":{"v":")" + value + R"("}})";
        return server.create(config_maps, data);
    }
    void set(std::string const& name, std::string const& value, std::string const& ns = "shop")
    {
        server.patch(config_maps, {ns, name}, R"({"data":{"v":")" + value + R"("}})");
    }
    void remove(std::string const& name, std::string const& ns = "shop")
    {
        server.remove(config_maps, {ns, name});
    }

    lines listed(shared_informer<config_map> const& informer) const
    {
        lines found;
        auto const now = informer.snapshot();
        for (auto const& o : now.list()) found.push_back(std::string(o.key().name) + "=" + o->data.at("v"));
        return found;
    }

    using world_log::has_logged;
    using world_log::log;
    using world_log::log_text;
    using world_log::times_logged;
};

/// An informer that runs, and the changes that its handler was told of.
///
///     auto [informer, seen, running] = recorded_informer(io, api);
struct recorded_informer {
    explicit recorded_informer(asio::io_context& io, client& api, informer_options options = listing())
        : informer(api, std::move(options))
    {
        informer.on_change(recording(seen));
        running.start(io, informer.run());
    }

    shared_informer<config_map> informer;
    lines seen;
    background running;
};

/// A world with an informer that has listed a=1 and b=1, and has a watch open.
struct informed : world, recorded_informer {
    explicit informed(informer_options options = listing()) : recorded_informer(io, api, std::move(options))
    {
        put("a", "1");
        put("b", "1");
        time.run_for(1s);
        seen.clear();
    }
    std::size_t lists() const { return server.requests("list", config_maps); }
    std::size_t watches() const { return server.requests("watch", config_maps); }
};
