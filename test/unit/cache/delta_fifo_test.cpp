#include "cache/reflector/delta_fifo.hpp"
#include "item.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

namespace {

std::string shown_delta(delta const& d)
{
    if (auto const* const change = change_in(d)) {
        static char const* const names[] = {"+", "~", "-"};
        return names[d.index()] + key_of(change->object) + "@" +
               std::string(change->object->resource_version());
    }
    if (auto const* const list = std::get_if<std::unique_ptr<complete_list>>(&d))
        return "list@" + (*list)->version;
    if (auto const* const lost = std::get_if<std::unique_ptr<object_lost>>(&d))
        return "lost " + (*lost)->ns + "/" + (*lost)->name;
    return "bookmark@" + std::get<std::unique_ptr<collection_bookmark>>(d)->version;
}

std::string shown_delta(std::vector<delta> const& batch)
{
    std::string s;
    for (auto const& d : batch) s += (s.empty() ? "" : " ") + shown_delta(d);
    return s;
}

struct delta_fifo_fixture {
    asio::io_context io;
    std::string pop(delta_fifo& f, std::size_t most = 100)
    {
        auto const batch = testing::run(io, f.pop(most));
        return shown_delta(batch);
    }
};

template <class Change>
void push(delta_fifo& f, std::string const& key, std::string const& version)
{
    f.push(Change(make(key, version)));
}

template <class Change>
void push_life(delta_fifo& f, std::string const& key, std::string const& version, std::string const& uid)
{
    f.push(Change(make(key, version, 0, "g", uid)));
}

void push_bookmark(delta_fifo& f, std::string const& version)
{
    f.push(std::make_unique<collection_bookmark>(collection_bookmark{.version = version, .ns = {}}));
}

void push_lost(delta_fifo& f, std::string const& name)
{
    f.push(std::make_unique<object_lost>(object_lost{.ns = "n", .name = name, .reached = {}}));
}

void push_list(delta_fifo& f, std::string const& version)
{
    f.push(std::make_unique<complete_list>(complete_list{.objects = {}, .version = version}));
}

} // namespace

TEST_CASE_METHOD(delta_fifo_fixture,
                 "pop() returns the longest run of distinct keys, and a list stands alone")
{
    delta_fifo f(100);
    push<object_added>(f, "n/a", "1");
    push<object_added>(f, "n/b", "2");
    push<object_updated>(f, "n/a", "3");
    push<object_added>(f, "n/c", "4");
    push_list(f, "5");
    push<object_deleted>(f, "n/c", "6");

    CHECK(pop(f) == "+n/a@1 +n/b@2");
    CHECK(pop(f) == "~n/a@3 +n/c@4");
    CHECK(pop(f) == "list@5");
    push<object_deleted>(f, "n/c", "7");
    push_bookmark(f, "8");
    CHECK(pop(f) == "-n/c@6");
    CHECK(pop(f) == "-n/c@7");
    CHECK(pop(f) == "bookmark@8");
    CHECK(f.size() == 0);
}

TEST_CASE_METHOD(delta_fifo_fixture, "pop() returns no more deltas than asked for")
{
    delta_fifo f(100);
    for (int i = 0; i < 5; ++i) push<object_added>(f, "n/o" + std::to_string(i), std::to_string(i));

    CHECK(pop(f, 2) == "+n/o0@0 +n/o1@1");
    CHECK(pop(f, 3) == "+n/o2@2 +n/o3@3 +n/o4@4");
}

TEST_CASE_METHOD(delta_fifo_fixture,
                 "try_hand_over() runs a waiting pop() at once, and a cancelled pop() loses nothing")
{
    delta_fifo f(100);
    std::string got;
    error_code ended;
    asio::cancellation_signal stop;
    asio::co_spawn(io, f.pop(1),
                   asio::bind_cancellation_slot(stop.slot(), [&](std::exception_ptr e, std::vector<delta>) {
                       try {
                           if (e) std::rethrow_exception(e);
                       } catch (boost::system::system_error const& error) {
                           ended = error.code();
                       }
                   }));
    io.poll();
    stop.emit(asio::cancellation_type::terminal);
    io.restart();
    io.poll();
    CHECK(ended == condition::cancelled);

    asio::co_spawn(io, f.pop(1),
                   [&](std::exception_ptr, std::vector<delta> batch) { got = shown_delta(batch); });
    io.restart();
    io.poll();
    CHECK(got.empty());
    push<object_added>(f, "n/a", "1");
    io.restart();
    io.poll();
    CHECK(got.empty());
    std::string at_once;
    asio::post(io, [&] {
        CHECK(f.try_hand_over());
        at_once = got;
        push<object_added>(f, "n/b", "2");
        CHECK_FALSE(f.try_hand_over()); // no pop() waits any more
    });
    io.restart();
    io.poll();
    CHECK(at_once == "+n/a@1");
}

TEST_CASE_METHOD(delta_fifo_fixture,
                 "a producer goes on after the consumer, and after what the consumer has started")
{
    delta_fifo f(100);
    std::string order;
    asio::co_spawn(io, f.pop(1), [&](std::exception_ptr, std::vector<delta> batch) {
        order += shown_delta(batch);
        asio::post(io, [&] { order += ", told"; });
    });
    io.poll();
    push<object_added>(f, "n/a", "1");
    auto produce = [&]() -> task<> {
        co_await f.wait_for_room();
        order += ", goes on";
    };
    asio::co_spawn(io, produce, asio::detached);
    io.restart();
    io.poll();
    CHECK(order == "+n/a@1, told, goes on");
}

TEST_CASE_METHOD(delta_fifo_fixture, "a producer waits while the queue is full")
{
    delta_fifo f(2);
    push<object_added>(f, "n/a", "1");
    push<object_added>(f, "n/b", "2");
    bool has_room = false;
    asio::co_spawn(io, f.wait_for_room(), [&](std::exception_ptr) { has_room = true; });
    io.poll();
    CHECK_FALSE(has_room);

    CHECK(pop(f, 1) == "+n/a@1");
    io.restart();
    io.poll();
    CHECK(has_room);
}

TEST_CASE_METHOD(delta_fifo_fixture, "after close() pop() returns what is left, and then nothing")
{
    delta_fifo f(100);
    push<object_added>(f, "n/a", "1");
    f.close();

    CHECK(pop(f) == "+n/a@1");
    CHECK(pop(f).empty());
}

TEST_CASE_METHOD(
    delta_fifo_fixture,
    "by key, a newer change takes the place of the queued one, and a bookmark says its version at the end")
{
    delta_fifo f(100, queue_order::by_key);
    push<object_added>(f, "n/a", "1");
    push<object_added>(f, "n/b", "2");
    push<object_updated>(f, "n/a", "3");
    push<object_updated>(f, "n/b", "4");
    push<object_updated>(f, "n/a", "5");
    CHECK(f.size() == 3);
    push<object_added>(f, "n/c", "6");
    push<object_deleted>(f, "n/b", "7");
    push_bookmark(f, "8");

    CHECK(pop(f) == "~n/a@5 -n/b@7");
    CHECK(pop(f) == "bookmark@5");
    push<object_updated>(f, "n/c", "9");
    CHECK(pop(f, 1) == "~n/c@9");
    push<object_updated>(f, "n/c", "10"); // no change of n/c is queued any more
    CHECK(pop(f) == "bookmark@9");
    CHECK(pop(f) == "~n/c@10");
    CHECK(f.size() == 0);
}

TEST_CASE_METHOD(
    delta_fifo_fixture,
    "by key, a change replaces none of an earlier life of the object, and none in front of a list")
{
    delta_fifo f(100, queue_order::by_key);
    push_life<object_updated>(f, "n/a", "1", "first");
    push_life<object_deleted>(f, "n/a", "2", "first");
    push_life<object_added>(f, "n/a", "3", "second");
    push_life<object_updated>(f, "n/a", "4", "second");
    push_list(f, "5");
    push_life<object_updated>(f, "n/a", "6", "second");

    CHECK(pop(f) == "-n/a@2");
    CHECK(pop(f) == "bookmark@2");
    CHECK(pop(f) == "~n/a@4");
    CHECK(pop(f) == "bookmark@4");
    CHECK(pop(f) == "list@5");
    CHECK(pop(f) == "~n/a@6");
}

TEST_CASE_METHOD(
    delta_fifo_fixture,
    "by key, a change takes no place in front of its object's deletion, although that has no last state")
{
    delta_fifo f(100, queue_order::by_key);
    push<object_updated>(f, "n/a", "1");
    push<object_updated>(f, "n/b", "2");
    push_lost(f, "a");
    push<object_updated>(f, "n/a", "3");
    push<object_updated>(f, "n/b", "4"); // the deletion of another object does not matter
    push<object_updated>(f, "n/a", "5");

    CHECK(pop(f) == "~n/a@1 ~n/b@4");
    CHECK(pop(f) == "lost n/a");
    CHECK(pop(f) == "~n/a@5");
    CHECK(pop(f) == "bookmark@5");
    CHECK(f.size() == 0);
}
