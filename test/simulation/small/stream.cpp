#include "server.hpp"

#include <algorithm>
#include <utility>

namespace small_worlds {

using namespace coinformer;

small_stream::small_stream(small_server& server, lane& of, version after)
    : server_(server), lane_(of), opened_(server.ears_.time->now()), cursor_(after)
{
    ++server_.open_streams_;
    lane_.open = this;
}

small_stream::~small_stream()
{
    --server_.open_streams_;
    lane_.open = nullptr;
    if (!failure_) lane_.requests.watch_ended(opened_, server_.ears_.time->now());
}

bool small_stream::has_events() const
{
    return std::ranges::any_of(server_.all.events(), [&](truth::event const& e) {
        return e.at > cursor_ && server_.shows(lane_, e.object);
    });
}

source_event<thing> small_stream::as_event(truth::event const& e)
{
    auto const type = e.deleted    ? watch_event_type::deleted
                      : e.is_first ? watch_event_type::added
                                   : watch_event_type::modified;
    server_.say("event: " + name_of(e.object) + (e.deleted ? " deleted, " : ", ") + to_string(e.is));
    return watch_event<thing>(type, server_.made(e.object, e.is));
}

// Sends all objects, and the closing bookmark. With a fault, the last object and the bookmark are missing.
void small_stream::add_initial(events& to)
{
    begins_with_all_ = false;
    auto const& all = server_.all;
    for (unsigned object = 0; object != most_objects; ++object)
        if (all.now()[object] && server_.shows(lane_, object))
            to.emplace_back(
                watch_event<thing>(watch_event_type::added, server_.made(object, *all.now()[object])));
    cursor_ = all.newest();
    if (!initial_fault_) {
        end_initial(to);
        return;
    }
    if (initial_fault_ != fault::late_end && !to.empty()) to.pop_back();
    server_.say("streamed list, cut after " + std::to_string(to.size()) + " objects");
    if (initial_fault_ == fault::unfinished) ended_ = true;
    if (initial_fault_ == fault::broken)
        failure_ = std::make_exception_ptr(api_error(errc::connection_reset, "small server"));
    if (initial_fault_ == fault::no_end || initial_fault_ == fault::late_end) {
        has_no_end_ = true;
        lane_.silent_since = server_.ears_.time->now();
    }
}

void small_stream::end_initial(events& to)
{
    to.emplace_back(bookmark(std::to_string(cursor_), true));
    server_.say("streamed list at version " + std::to_string(cursor_));
    server_.list_is_sent(lane_, cursor_);
}

void small_stream::add_events(events& to)
{
    if (loses_events_) return;
    if (std::exchange(sends_fault_, false)) {
        decode_fault f;
        f.ns = lane_.ns.empty() ? "n0" : lane_.ns;
        f.name = lane_.ns == "n1" ? "b" : "a";
        to.emplace_back(std::move(f));
    }
    if (std::exchange(repeats_, false)) to.push_back(as_event(*last_));
    for (auto const& e : server_.all.events()) {
        if (e.at <= cursor_ || !server_.shows(lane_, e.object)) continue;
        to.push_back(as_event(e));
        cursor_ = e.at;
        last_ = e;
        if (has_no_end_) continue;
        lane_.position = e.at;
        server_.sent.push_back(e);
    }
    if (initial_fault_ == fault::late_end && (!to.empty() || bookmark_)) {
        initial_fault_.reset();
        bookmark_.reset();
        has_no_end_ = false;
        lane_.silent_since.reset();
        end_initial(to);
    }
    if (bookmark_) {
        server_.say("bookmark " + std::to_string(*bookmark_));
        to.emplace_back(bookmark(std::to_string(*bookmark_)));
        // an older one is no progress, and ends the watch
        if (!has_no_end_ && *bookmark_ >= lane_.position) lane_.position = *bookmark_;
        bookmark_.reset();
    }
    server_.largest_batch = std::max(server_.largest_batch, to.size());
    if (!to.empty()) lane_.requests.succeeded();
}

task<std::vector<source_event<thing>>> small_stream::next() &
{
    for (;;) {
        events now;
        if (begins_with_all_) {
            add_initial(now);
            if (!now.empty()) co_return now;
        }
        if (!silent_) {
            add_events(now);
            if (!now.empty()) co_return now;
            auto const at = server_.ears_.time->now();
            if (failure_) {
                server_.say("the watch fails");
                std::rethrow_exception(failure_);
            }
            if (ended_) {
                server_.say("the watch ends");
                if (!initial_fault_ || *initial_fault_ == fault::ends)
                    lane_.requests.watch_ended_normally(opened_, at);
                co_return now;
            }
        }
        waits_ = true;
        co_await wake_.wait();
        waits_ = false;
    }
}

} // namespace small_worlds
