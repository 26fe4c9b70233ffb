// The states of one handler, and the data of each state. The test plays the part of the runner and of the
// informer's strand.
#include "cache/handlers/handler.hpp"
#include "item.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <stdexcept>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

api_error const removed(errc::stopped, "handler", "it was removed");

/// A group without an informer, so that nobody reviews its handlers.
struct handler_fixture {
    handler_ptr make_handler(handlers<item> h, handler_options options = {})
    {
        return handler::make(erase_type(std::move(h)), options, &series);
    }
    handler_ptr admitted(handler_options options = {})
    {
        auto h = make_handler({.added = [this](object_ptr<item> const& o) { seen += ' ' + version_of(o); }},
                              options);
        h->admit(group->hold());
        return h;
    }
    static std::string version_of(object_ptr<item> const& o) { return std::string(o.resource_version()); }
    /// Appends additions of this version to the log, for this number of readers.
    void append(int n, std::string const& version, std::size_t readers = 1)
    {
        std::vector<change> changes;
        for (int i = 0; i < n; ++i)
            changes.push_back(
                {.what = event_kind::added, .old = {}, .cur = make("n/o" + std::to_string(i), version)});
        auto const held = group->hold();
        group->log.append(std::move(changes), version, time_point(1h), readers);
    }
    void end(handler& h)
    {
        auto const held = group->hold();
        h.end(held, h.record_of_end(held, removed));
    }
    handler_status status(handler const& h) { return h.status(group->hold(), "newest", time_point(2h)); }
    std::size_t segments()
    {
        auto const held = group->hold();
        return group->log.segments();
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    boost::intrusive_ptr<handler_group> group{
        new handler_group({.ex = io.get_executor(), .time = &time, .seed = 1}, {})};
    handler_series const series{*group};
    std::string seen;
};

} // namespace

TEST_CASE_METHOD(
    handler_fixture,
    "a handler that was not admitted has no changes; an admitted one begins at the end of the log")
{
    append(3, "1", 0);
    auto const h = make_handler({.added = [](item const&) {}}, {.resync = 1ms});
    {
        auto const held = group->hold();
        CHECK_FALSE(h->is_admitted(held));
        CHECK_FALSE(h->has_work(held));
        CHECK(h->version(held).empty());
        CHECK(h->admit(held) == 1s); // shorter periods are raised to this one
        CHECK(h->is_admitted(held));
        CHECK(h->reached(held) == 4);
        CHECK(h->version(held) == "1");
    }
    CHECK(status(*h).waiting == 0);
}

TEST_CASE_METHOD(handler_fixture,
                 "a handler that is caught up reads one segment of the log after the other, and passes each")
{
    auto const h = admitted();
    append(2, "1");
    append(1, "2");
    CHECK(status(*h).waiting == 3);
    CHECK(status(*h).oldest == 1h);
    handler_work work;
    {
        auto const held = group->hold();
        REQUIRE(h->has_work(held));
        h->claim_work(held, work);
        CHECK(h->handed_out(held) == 3);
    }
    h->run_calls(work);
    CHECK(seen == " 1 1");
    CHECK(segments() == 2);
    {
        auto const held = group->hold();
        h->give_back_work(held, work);
        CHECK_FALSE(h->wants_review(held));
        CHECK(h->has_work(held));
    }
    CHECK(segments() == 1);
    CHECK(status(*h).handled == 2);
    CHECK(status(*h).waiting == 1);
    CHECK(status(*h).resource_version == "1");
}

TEST_CASE_METHOD(handler_fixture,
                 "a handler that falls behind has a queue of its own, and catches up where the queue ends")
{
    auto const h = admitted();
    append(2, "1");
    auto const held = group->hold();
    auto& own = h->fall_behind(held);
    CHECK(&h->fall_behind(held) == &own);
    CHECK(own.changes.size() == 2);
    CHECK_FALSE(h->has_work(held)); // the informer's strand has to take it out of the queue
    own.at_hand = own.changes.take();
    REQUIRE(h->has_work(held));
    handler_work work;
    h->claim_work(held, work);
    CHECK(work.log_begin == 0);
    CHECK(work.span->changes.size() == 2);
    h->give_back_work(held, work);
    CHECK(h->wants_review(held));
    own.at_hand.reset();
    h->catch_up(held);
    CHECK_FALSE(h->queue_of_its_own(held));
    CHECK(h->reached(held) == 3);
    CHECK_FALSE(h->has_work(held));
    CHECK(group->log.segments() == 0);
}

TEST_CASE_METHOD(handler_fixture,
                 "a handler that falls behind during a call keeps the changes that it is handling")
{
    auto const h = admitted();
    append(1, "1");
    append(1, "2");
    handler_work work;
    auto const held = group->hold();
    // as the runner does; where() stays `outside`, because there is no run_queue here
    h->claim_work(held, work);
    auto& own = h->fall_behind(held);
    CHECK(own.reached == 2);
    CHECK(own.changes.size() == 1);
    h->give_back_work(held, work);
    CHECK(group->log.segments() == 1); // the segment that waits in the queue of the handler
    own.changes.clear();
    CHECK(group->log.segments() == 0);
}

TEST_CASE_METHOD(handler_fixture, "a draining handler gets the changes that waited, and no later ones")
{
    auto const h = admitted();
    append(2, "1");
    {
        auto const held = group->hold();
        h->begin_draining(held, removed);
        CHECK(h->is_draining(held));
        REQUIRE(h->ends_with(held));
        CHECK(h->ends_with(held)->code() == errc::stopped);
    }
    append(1, "2", 0);
    auto const held = group->hold();
    auto& own = *h->queue_of_its_own(held);
    auto const work = own.changes.take();
    REQUIRE(work);
    CHECK(work->changes.size() == 2);
    CHECK_FALSE(own.changes.take());
}

TEST_CASE_METHOD(handler_fixture, "a handler can end from each state, and then keeps no segment of the log")
{
    auto const fresh = make_handler({.added = [](item const&) {}});
    auto const caught_up = admitted(), behind = admitted(), draining = admitted();
    append(2, "1", 3);
    {
        auto const held = group->hold();
        behind->fall_behind(held);
        draining->begin_draining(held, removed);
        for (auto const& h : {fresh, caught_up, behind, draining}) {
            h->end(held, h->record_of_end(held, removed));
            CHECK(h->has_ended(held));
            CHECK(h->is_stop_requested());
            CHECK_FALSE(h->has_work(held));
            CHECK_FALSE(h->queue_of_its_own(held));
        }
    }
    CHECK(segments() == 0);
    for (auto const& h : {fresh, caught_up, behind, draining}) {
        REQUIRE(status(*h).ended);
        CHECK(std::string(status(*h).ended->what()).find("it was removed") != std::string::npos);
        CHECK(status(*h).waiting == 0);
    }
}

TEST_CASE_METHOD(
    handler_fixture,
    "a handler that ends in the middle of its work is not called any more, and keeps its version")
{
    handler_ptr h;
    auto const end_at_two = [&](object_ptr<item> const& o) {
        seen += ' ' + version_of(o);
        if (version_of(o) == "2") end(*h);
    };
    h = make_handler({.added = end_at_two});
    h->admit(group->hold());
    append(1, "1");
    append(3, "2");
    for (int i = 0; i < 2; ++i) {
        handler_work work;
        h->claim_work(group->hold(), work);
        h->run_calls(work);
        h->give_back_work(group->hold(), work);
    }
    CHECK(seen == " 1 2");
    CHECK(status(*h).handled == 2);
    CHECK(segments() == 0);
}

TEST_CASE_METHOD(
    handler_fixture,
    "an exception of a callable is counted, and the next call comes; after the end it does not count")
{
    int calls = 0;
    auto const h = make_handler({.added = [&](item const&) {
        ++calls;
        throw std::runtime_error("it went wrong");
    }});
    h->admit(group->hold());
    append(3, "1");
    handler_work work;
    h->claim_work(group->hold(), work);
    h->run_calls(work);
    h->give_back_work(group->hold(), work);
    CHECK(calls == 3);
    CHECK(status(*h).failures == 3);
    CHECK(status(*h).handled == 3);
    CHECK(group->failures == 3);
    end(*h);
    h->note_failure({.what = event_kind::added, .old = {}, .cur = make("n/a", "1")},
                    std::make_exception_ptr(std::runtime_error("cancelled")));
    CHECK(group->failures == 3);
}

TEST_CASE_METHOD(handler_fixture, "the callables can be destroyed while registrations keep the handler")
{
    auto const owned = std::make_shared<int>(0);
    auto const h = make_handler({.added = [owned](item const&) {}, .deleted = [owned](item const&) {}});
    CHECK(owned.use_count() == 3);
    h->destroy_callables();
    CHECK(owned.use_count() == 1);
}
