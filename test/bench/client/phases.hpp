#pragma once

#include "pods.hpp"
#include "process.hpp"
#include "settings.hpp"
#include "tally.hpp"

#include <coinformer/cache/flight_recorder.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/cache/key_share.hpp>
#include <coinformer/core/nursery.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>
#include <memory>
#include <vector>

/// Runs the protocol's phases, one after the other, with informers of one projection.
template <coinformer::projection T>
class phases {
public:
    phases(coinformer::client& api, coinformer::environment env, settings wanted,
           std::vector<coinformer::resource> const& which)
        : env_(env), wanted_(std::move(wanted)), factory_(api), tally_(wanted_)
    {
        for (auto const& resource : which) {
            informers_.push_back(factory_.of<T>(options(), resource));
            for (auto& counter : tally_.counters())
                informers_.back().on_change(handler(counter), {.policy = coinformer::overflow::block});
        }
    }

    /// Returns when standard input ends.
    [[nodiscard]] coinformer::task<> run() &
    {
        coinformer::nursery work(env_.ex);
        work.start(factory_.run());
        work.start(all());
        co_await work.join();
    }

private:
    using object = coinformer::object_ptr<T>;

    coinformer::informer_options options() const
    {
        coinformer::informer_options o;
        o.fetch = wanted_.list == "watchlist" ? coinformer::fetch_mode::stream : coinformer::fetch_mode::list;
        o.page_size = wanted_.list == "full" ? 0 : wanted_.page_size;
        o.resync = seconds(wanted_.resync);
        o.warm_start.file = wanted_.warm;
        if (wanted_.share > 1)
            o.shard = coinformer::fixed_share(coinformer::shard_ranges::part(0, wanted_.share));
        o.audit.interval = seconds(wanted_.audit);
        if (wanted_.record) o.recorder = std::make_shared<coinformer::flight_recorder>();
        return o;
    }

    static coinformer::task<> count_update(tally::counter* counter, object before, object after)
    {
        count(*counter, before, after);
        co_return;
    }
    static void count(tally::counter& counter, object const& before, object const& after)
    {
        if (before == after)
            counter.resynced();
        else
            counter.updated(stamp_of(*after));
    }
    coinformer::handlers<T> handler(tally::counter& counter) const
    {
        coinformer::handlers<T> h{.added = [c = &counter](T const&) { c->called(); },
                                  .deleted = [c = &counter](T const&) { c->called(); }};
        if (wanted_.tasks)
            h.updated = [c = &counter](object const& before, object const& after) {
                return count_update(c, before, after);
            };
        else
            h.updated = [c = &counter](object const& before, object const& after) {
                count(*c, before, after);
            };
        return h;
    }

    coinformer::task<> all()
    {
        co_await synced();
        co_await rest();
        if (wanted_.reads) reads();
        if (wanted_.idle > 0) co_await idle();
        if (wanted_.relist) co_await relist();
        if (wanted_.burst > 0) co_await burst();
        emit("end");
        // the driver reads /proc; there is nothing else to do
        std::cin.ignore(std::numeric_limits<std::streamsize>::max());
        co_await factory_.stop();
    }

    coinformer::task<> synced()
    {
        co_await factory_.synced();
        boost::json::object line;
        line["wall_s"] = elapsed(began_);
        line["cpu_s"] = cpu_seconds();
        line["objects"] = objects();
        if (!wanted_.warm.empty()) {
            auto const now = co_await informers_.front().status();
            line["restored"] = now.reflector.restored;
            line["lists"] = now.reflector.lists + now.reflector.streams;
        }
        emit("synced", std::move(line));
    }

    coinformer::task<> rest()
    {
        co_await env_.time->sleep_for(std::chrono::milliseconds(500));
        boost::json::object line;
        line["rss_before_trim_kb"] = process_status("VmRSS");
        line["heap_kb"] = trim_heap();
        line["objects"] = objects();
        emit("rest", std::move(line));
    }

    // Reads two fields of every whole object: one from the middle, one from near the end.
    void reads()
    {
        if constexpr (keeps_all<T>) {
            auto const before = cpu_seconds();
            std::size_t reads = 0, found = 0;
            for (auto const& informer : informers_) {
                auto const now = informer.snapshot();
                for (auto const& o : now.list())
                    for (auto const* field : {"/spec/nodeName", "/status/podIP"}) {
                        ++reads;
                        found += !o->object.text_at(field).empty();
                    }
            }
            boost::json::object line;
            line["reads"] = reads;
            line["found"] = found;
            line["us_per_read"] =
                (cpu_seconds() - before) / static_cast<double>(std::max<std::size_t>(reads, 1)) * 1e6;
            emit("reads", std::move(line));
        }
    }

    coinformer::task<> idle()
    {
        auto const cpu = cpu_seconds();
        auto const resyncs = tally_.resyncs();
        auto const audits = wanted_.audits ? *wanted_.audits : 0;
        auto const resident = process_status("VmRSS");
        co_await env_.time->sleep_for(seconds(wanted_.idle));
        boost::json::object line;
        line["wall_s"] = wanted_.idle;
        line["cpu_s"] = cpu_seconds() - cpu;
        line["resync_events"] = tally_.resyncs() - resyncs;
        if (wanted_.audits) {
            line["audits"] = *wanted_.audits - audits;
            line["peak_above_rest_kb"] = process_status("VmHWM") - resident;
        }
        emit("idle", std::move(line));
    }

    coinformer::task<> relist()
    {
        auto const cpu = cpu_seconds();
        auto const calls = tally_.calls();
        auto const begin = env_.time->now();
        emit("expire");
        co_await tally_.relisted();
        boost::json::object line;
        line["wall_s"] = elapsed(begin);
        line["cpu_s"] = cpu_seconds() - cpu;
        // each saw the event that follows the relist
        line["handler_calls"] = tally_.calls() - calls - wanted_.handlers;
        emit("relist", std::move(line));
    }

    coinformer::task<> burst()
    {
        auto const cpu = cpu_seconds();
        auto const allocated = allocations();
        emit("ready");
        co_await tally_.burst_seen();
        auto const used = cpu_seconds() - cpu, wall = tally_.burst_seconds(), events = double(wanted_.burst);
        boost::json::object line;
        line["events"] = wanted_.burst;
        line["handlers"] = wanted_.handlers;
        line["wall_s"] = wall;
        line["events_per_s"] = events / wall;
        line["cpu_s"] = used;
        line["cpu_us_per_event"] = used / events * 1e6;
        line["allocations_per_event"] = static_cast<double>(allocations() - allocated) / events;
        tally_.add_latencies(line);
        emit("burst", std::move(line));
    }

    std::size_t objects() const
    {
        std::size_t n = 0;
        for (auto const& informer : informers_) n += informer.snapshot().size();
        return n;
    }
    double elapsed(coinformer::time_point since) const
    {
        return std::chrono::duration<double>(env_.time->now() - since).count();
    }
    static coinformer::duration seconds(double s)
    {
        return std::chrono::duration_cast<coinformer::duration>(std::chrono::duration<double>(s));
    }

    coinformer::environment env_;
    coinformer::time_point began_ = env_.time->now();
    settings wanted_;
    coinformer::informer_factory factory_;
    tally tally_;
    std::vector<coinformer::informer_handle<T>> informers_;
};
