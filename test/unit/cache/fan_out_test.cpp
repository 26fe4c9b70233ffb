#include "cache/handlers/fan_out.hpp"
#include "cache/store/store.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/strand.hpp>

#include <set>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;
using change_kind = change::kind;

namespace {

using log_lines = std::vector<std::string>;

handlers<item> recording(log_lines& lines)
{
    return {
        .added =
            [&lines](object_ptr<item> const& o, initial_list i) {
                lines.push_back((i == initial_list::yes ? "+i " : "+ ") + to_string(o.key()) + "@" +
                                std::string(o.resource_version()));
            },
        .updated =
            [&lines](object_ptr<item> const& was, object_ptr<item> const& is) {
                lines.push_back("~ " + to_string(is.key()) + "@" + std::string(was.resource_version()) + ">" +
                                std::string(is.resource_version()));
            },
        .deleted =
            [&lines](object_ptr<item> const& last, final_state f) {
                lines.push_back((f == final_state::known ? "- " : "-? ") + to_string(last.key()));
            },
    };
}

struct listeners : fan_out_world {

    change put(std::string const& key, std::string const& version)
    {
        std::vector<store::operation> batch;
        batch.push_back({.object = make(key, version)});
        objects.apply(batch, version);
        auto& op = batch.front();
        return {.what = op.old ? change_kind::updated : change_kind::added, .old = op.old, .cur = op.object};
    }

    /// Begins to distribute a batch. Returns true if that has ended when nothing more can happen by itself.
    std::shared_ptr<bool> distribute(std::vector<change> changes)
    {
        auto const done = std::make_shared<bool>(false);
        asio::co_spawn(env.ex, handlers_->distribute(std::move(changes)),
                       [done](std::exception_ptr) { *done = true; });
        time.settle();
        return done;
    }
    change gone(std::string const& key, std::string const& version)
    {
        std::vector<store::operation> batch;
        batch.push_back({.object = make(key, version), .erase = true});
        objects.apply(batch, version);
        return {.what = change_kind::deleted, .old = batch.front().old, .cur = batch.front().object};
    }
    void stop() { testing::run(io, handlers_->stop(nullptr)); }
};

std::vector<change> one(change c)
{
    std::vector<change> changes;
    changes.push_back(std::move(c));
    return changes;
}

task<> slow(time_source& time, log_lines& lines, object_ptr<item> o)
{
    lines.push_back("begin " + std::string(o.resource_version()));
    co_await time.sleep_for(1s);
    lines.push_back("end " + std::string(o.resource_version()));
}

handlers<item> slow_recording(time_source& time, log_lines& lines)
{
    return {
        .added = [&](object_ptr<item> const& o, initial_list) { return slow(time, lines, o); },
        .updated = [&](object_ptr<item> const&, object_ptr<item> const& is) { return slow(time, lines, is); },
        .deleted =
            [&lines](object_ptr<item> const& last) { lines.push_back("deleted " + to_string(last.key())); },
    };
}

} // namespace

TEST_CASE_METHOD(listeners, "each handler gets every change in order, with the state before it")
{
    log_lines first, second;
    add(erase_type(recording(first)));
    add(erase_type(recording(second)));

    distribute(one(put("n/a", "1")));
    distribute(one(put("n/a", "2")));
    distribute(one(gone("n/a", "3")));

    CHECK(first == log_lines{"+ n/a@1", "~ n/a@1>2", "- n/a"});
    CHECK(second == first);
    stop();
}

TEST_CASE_METHOD(listeners, "a handler that is added late gets the present objects, and then the changes")
{
    put("n/a", "1");
    put("n/b", "2");
    log_lines late;
    add(erase_type(recording(late)));

    distribute(one(put("n/a", "3")));

    CHECK(late == log_lines{"+i n/a@1", "+i n/b@2", "~ n/a@1>3"});
    stop();
}

TEST_CASE_METHOD(listeners, "a callable may take only the object, by its own type")
{
    int sum = 0;
    handlers<item> h{.added = [&](item const&) { ++sum; }};
    add(erase_type(std::move(h)));

    distribute(one(put("n/a", "1")));
    distribute(one(put("n/a", "2")));

    CHECK(sum == 1);
    stop();
}

TEST_CASE_METHOD(listeners, "a handler that returns a task is awaited before its next call")
{
    log_lines lines;
    add(erase_type(slow_recording(time, lines)));
    std::vector<change> changes = one(put("n/a", "1"));
    changes.push_back(put("n/a", "2"));
    changes.push_back(gone("n/a", "3"));
    distribute(std::move(changes));

    CHECK(lines == log_lines{"begin 1"});
    time.run_for(1s);
    CHECK(lines == log_lines{"begin 1", "end 1", "begin 2"});
    time.run_for(1s);
    CHECK(lines == log_lines{"begin 1", "end 1", "begin 2", "end 2", "deleted n/a"});
    stop();
}

TEST_CASE_METHOD(listeners,
                 "with overflow::merge a slow handler delays no other handler, and gets every last state")
{
    log_lines lines, quick;
    add(erase_type(slow_recording(time, lines)), {.policy = overflow::merge, .capacity = 3});
    add(erase_type(recording(quick)));

    for (int v = 1; v <= 50; ++v) CHECK(*distribute(one(put("n/a", std::to_string(v)))));
    CHECK(quick.size() == 50);
    time.run_for(1h);

    REQUIRE(lines.size() >= 4);
    CHECK(lines.front() == "begin 1");
    CHECK(lines.back() == "end 50");
    CHECK(lines.size() <= 2 * 6);
    stop();
}

TEST_CASE_METHOD(listeners, "with overflow::block a slow handler slows the informer and gets every change")
{
    log_lines lines;
    add(erase_type(slow_recording(time, lines)), {.policy = overflow::block, .capacity = 2});

    std::vector<std::shared_ptr<bool>> done;
    for (int v = 1; v <= 4; ++v) done.push_back(distribute(one(put("n/a", std::to_string(v)))));
    CHECK(*done[2]);
    CHECK_FALSE(*done[3]); // one change is being handled, and three wait

    time.run_for(1s);
    CHECK(*done[3]);
    time.run_for(1h);
    CHECK(lines.size() == 8);
    stop();
}

TEST_CASE_METHOD(listeners, "with overflow::fail a handler that is too slow is removed; others go on")
{
    log_lines lines, quick;
    add(erase_type(slow_recording(time, lines)), {.policy = overflow::fail, .capacity = 2});
    add(erase_type(recording(quick)));

    for (int v = 1; v <= 10; ++v) distribute(one(put("n/a", std::to_string(v))));
    time.run_for(1h);

    CHECK(lines == log_lines{"begin 1"});
    CHECK(quick.size() == 10);
    CHECK(handlers_->handler_count() == 1);
    stop();
}

TEST_CASE_METHOD(listeners, "after remove() has ended, the handler is not running and is not called again")
{
    log_lines lines;
    auto const registered = add(erase_type(slow_recording(time, lines)));
    std::vector<change> changes = one(put("n/a", "1"));
    changes.push_back(put("n/a", "2"));
    distribute(std::move(changes));
    CHECK(lines == log_lines{"begin 1"});

    testing::run(io, registered.remove());
    distribute(one(put("n/a", "3")));
    time.run_for(1h);

    CHECK(lines == log_lines{"begin 1"}); // the task of the second call was cancelled
    CHECK(time.armed() == 0);
    testing::run(io, registered.remove()); // a second remove() does no harm
    stop();
}

TEST_CASE_METHOD(listeners,
                 "synced() waits for the end of the first list, and until every handler has handled it")
{
    log_lines lines;
    add(erase_type(slow_recording(time, lines)));
    bool synced = false;
    asio::co_spawn(env.ex, handlers_->synced(nullptr), [&](std::exception_ptr e) { synced = !e; });

    distribute(one(put("n/a", "1")));
    time.run_for(5s);
    CHECK_FALSE(synced);

    distribute(one(put("n/b", "2")));
    asio::post(env.ex, [&] { handlers_->end_first_list(); });
    time.settle();
    CHECK_FALSE(synced); // the handler has not finished
    time.run_for(1s);
    CHECK(synced);
    stop();
}

TEST_CASE_METHOD(listeners, "synced() throws the cause if the list cannot be read")
{
    std::string why;
    asio::co_spawn(env.ex, handlers_->synced(nullptr), [&](std::exception_ptr e) {
        try {
            if (e) std::rethrow_exception(e);
        } catch (api_error const& error) {
            why = error.what();
        }
    });
    time.settle();
    CHECK(why.empty());

    handlers_->failures().report(0, std::make_exception_ptr(api_error(errc::forbidden, "list /api/v1/pods")));
    handlers_->failures_changed();
    time.settle();
    CHECK(why.find("forbidden") != std::string::npos);
    stop();
}

TEST_CASE_METHOD(listeners,
                 "a list of thousands of objects reaches a handler, which then has nothing running")
{
    int seen = 0;
    handlers<item> h{.added = [&](item const&) { ++seen; }};
    add(erase_type(std::move(h)));
    std::vector<change> changes;
    for (int i = 0; i < 5000; ++i) changes.push_back(put("n/o" + std::to_string(i), "1"));

    CHECK(*distribute(std::move(changes)));

    CHECK(seen == 5000);
    CHECK(time.armed() == 0);
    stop();
}

TEST_CASE_METHOD(listeners, "an idle handler costs no suspended coroutine")
{
    auto count = [](item const&) -> task<> { co_return; };
    for (int i = 0; i < 100; ++i) add(erase_type(handlers<item>{.added = count}));
    CHECK(*distribute(one(put("n/a", "1"))));
    io.restart();
    io.poll();
    CHECK(io.stopped()); // a suspended coroutine would count as work
    stop();
}

TEST_CASE_METHOD(listeners, "a handler added while a long list is distributed sees each object once")
{
    log_lines early, late;
    add(erase_type(recording(early)));
    std::vector<change> changes;
    for (int i = 0; i < 600; ++i) changes.push_back(put("n/o" + std::to_string(i), "1"));
    asio::co_spawn(env.ex, handlers_->distribute(std::move(changes)), [](std::exception_ptr) {});
    io.restart();
    while (early.empty()) io.poll_one(); // the first part has been handed out, and the last one has not
    CHECK(early.size() < 600);
    submit(erase_type(recording(late)));
    time.settle();
    distribute(one(gone("n/o7", "2")));

    CHECK(early.size() == 601);
    CHECK(late.size() == 601);
    CHECK(std::set<std::string>(late.begin(), late.end()).size() == 601);
    stop();
}

TEST_CASE_METHOD(listeners, "a callable with one argument gets the new state of an update")
{
    std::vector<int> seen;
    handlers<item> h{
        .updated = [&](object_ptr<item> const& o) { seen.push_back(o.resource_version() == "2" ? 2 : 1); }};
    add(erase_type(std::move(h)));

    distribute(one(put("n/a", "1")));
    distribute(one(put("n/a", "2")));

    CHECK(seen == std::vector<int>{2});
    stop();
}

TEST_CASE_METHOD(listeners, "to wait for the sync of a removed handler, or of an ended informer, is an error")
{
    log_lines lines;
    auto const registered = add(erase_type(recording(lines)));
    testing::run(io, registered.remove());
    CHECK_THROWS_AS(testing::run(io, registered.synced()), api_error);

    add(erase_type(slow_recording(time, lines)));
    distribute(one(put("n/a", "1")));
    handlers_->end_first_list(); // the slow handler has not handled the list
    stop();
    CHECK_THROWS_AS(testing::run(io, handlers_->synced(nullptr)), api_error);
}

TEST_CASE_METHOD(listeners, "a merging handler is synced when it has handled the first list")
{
    log_lines lines;
    auto const registered =
        add(erase_type(slow_recording(time, lines)), {.policy = overflow::merge, .capacity = 1});
    for (int i = 0; i < 4; ++i) distribute(one(put("n/o" + std::to_string(i), "1")));
    handlers_->end_first_list();
    bool synced = false;
    asio::co_spawn(io, registered.synced(), [&](std::exception_ptr e) { synced = !e; });

    // two changes for each second that a call takes: the handler never catches up
    for (int i = 0; i < 20; ++i) {
        distribute(one(put("m/a" + std::to_string(i), "1")));
        distribute(one(put("m/b" + std::to_string(i), "1")));
        time.run_for(1s);
    }
    CHECK(synced);
    stop();
}

TEST_CASE_METHOD(listeners, "with overflow::fail an idle handler takes a list beyond its capacity")
{
    log_lines lines;
    add(erase_type(recording(lines)), {.policy = overflow::fail, .capacity = 2});
    std::vector<change> changes;
    for (int i = 0; i < 200; ++i) changes.push_back(put("n/o" + std::to_string(i), "1"));

    distribute(std::move(changes));

    CHECK(lines.size() == 200);
    CHECK(handlers_->handler_count() == 1);
    stop();
}

TEST_CASE_METHOD(listeners,
                 "a handler that is removed before it was admitted ends, and the handlers beside it begin")
{
    log_lines lines, none;
    // submitted by a thread that has not posted admit_submitted() yet
    auto const stays = handlers_->submit(erase_type(recording(lines)), {});
    auto const goes = handlers_->submit(erase_type(recording(none)), {});
    REQUIRE(stays.is_first);
    REQUIRE_FALSE(goes.is_first);
    handlers_->begin_removal(goes.submitted, removal::drop);
    time.settle();
    distribute(one(put("n/a", "1")));
    handlers_->admit_submitted();
    CHECK(lines == log_lines{"+ n/a@1"});
    CHECK(none.empty());
    CHECK(handlers_->handler_count() == 1);
    stop();
}
