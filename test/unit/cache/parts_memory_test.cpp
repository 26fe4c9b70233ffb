// The parts of an informer lose nothing for want of memory. To show that, each allocation fails in its turn.

#include "allocated.hpp"
#include "item.hpp"

#include <coinformer/parts/delta_fifo.hpp>
#include <coinformer/parts/fan_out.hpp>
#include <coinformer/parts/indexer.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

using words = std::vector<std::string>;

object_ptr<item> object_of(std::string const& name, std::string const& version)
{
    return object_ptr<item>(make("shop/" + name, version));
}

/// Writes down what a pop() returns. `into` has room for it, so that this needs no memory.
task<> take(parts::delta_fifo<item> from, words& into)
{
    auto const popped = co_await from.pop(10);
    for (auto const& d : popped)
        into.push_back(d.kind() == parts::delta_kind::replaced
                           ? "list"
                           : std::string(d.key().name) + "@" + std::string(d.resource_version()));
}

/// A clock that shows another one's time. When a timer of it rings for the next time, one allocation fails.
class clock_without_memory final : public time_source {
public:
    explicit clock_without_memory(time_source& inner) noexcept : inner_(inner) {}

    time_point now() const noexcept override { return inner_.now(); }
    wall_time wall_now() const noexcept override { return inner_.wall_now(); }
    std::unique_ptr<timer> make_timer(executor ex) override
    {
        return std::make_unique<scarce_timer>(*this, inner_.make_timer(std::move(ex)));
    }

    std::optional<std::size_t> good_allocations = {}; ///< those before the one that fails; unset: none fails
    bool has_failed = false;

private:
    class scarce_timer final : public timer {
    public:
        scarce_timer(clock_without_memory& of, std::unique_ptr<timer> inner)
            : of_(of), inner_(std::move(inner))
        {
        }
        void start(time_point when, std::function<void()> fire) override
        {
            inner_->start(when, [&of = of_, ring = std::move(fire)] {
                auto const good = std::exchange(of.good_allocations, std::nullopt);
                if (!good) return ring();
                of.has_failed = meets_shortage(*good, memory_shortage::passes, ring);
            });
        }
        void cancel() noexcept override { inner_->cancel(); }

    private:
        clock_without_memory& of_;
        std::unique_ptr<timer> inner_;
    };

    time_source& inner_;
};

struct parts_without_memory {
    /// Pops once, while one allocation fails. Returns true if it has.
    bool take_in_shortage(std::size_t good_allocations)
    {
        got.reserve(20);
        boost::asio::co_spawn(io, take(queue, got), [](std::exception_ptr) {});
        bool const failed = meets_shortage(good_allocations, memory_shortage::passes, [&] {
            io.restart();
            io.poll();
        });
        time.settle();
        return failed;
    }
    std::vector<parts::delta<item>> pop() { return testing::run(io, time, queue.pop(10)); }
    void take_all()
    {
        queue.close();
        for (auto before = got.size() + 1; before != got.size();) {
            before = got.size();
            testing::run(io, time, take(queue, got));
        }
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    clock_without_memory clock{time};
    environment env{.ex = io.get_executor(), .time = &clock, .log = &no_log(), .seed = 1};
    parts::delta_fifo<item> queue{env, {.retry = {.first = 1s, .cap = 1s, .jitter_percent = 0}}};
    parts::indexer<item> store{env};
    words got;
};

} // namespace

TEST_CASE("a pop() of a queue of parts that had no memory loses nothing, and its changes count as popped")
{
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        parts_without_memory w;
        w.store.put(object_of("a", "1"));
        w.queue.push(parts::delta<item>::updated(object_of("a", "2")));
        w.queue.push(parts::delta<item>::updated(object_of("b", "3")));
        failed = w.take_in_shortage(good);
        w.queue.resync(w.store.snapshot()); // does not show an older state behind the newer one
        w.take_all();
        REQUIRE(w.got == words{"a@2", "b@3"});
    }
    CHECK(good > 3); // fewer would mean that nothing was tested
}

TEST_CASE("a pop() of a queue of parts that had no memory does not lose a list, nor one that was given back")
{
    bool const was_given_back = GENERATE(false, true);
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        parts_without_memory w;
        auto list = parts::delta<item>::replaced({object_of("a", "1"), object_of("b", "2")}, "9");
        if (was_given_back)
            w.queue.requeue(std::move(list));
        else
            w.queue.push(std::move(list));
        w.time.run_for(1s);
        failed = w.take_in_shortage(good);
        if (w.got.empty()) testing::run(w.io, w.time, take(w.queue, w.got));
        w.take_all();
        REQUIRE(w.got == words{"list"});
    }
    CHECK(good > 1); // fewer would mean that nothing was tested
}

TEST_CASE("an indexer that had no memory is as it was, and the same change makes the same changes then")
{
    using made_changes = std::optional<parts::changes<item>>;
    using change_of_store = std::function<parts::changes<item>(parts::indexer<item>&)>;
    struct attempt {
        change_of_store change;
        words told, left;
    };
    auto const put = [](object_ptr<item> const& o) {
        return [o](parts::indexer<item>& to) { return to.put(o); };
    };
    auto const another_a = object_ptr<item>(make("shop/a", "5", 0, "g", "another life"));
    std::vector<object_ptr<item>> const list{another_a, object_of("c", "4")};
    std::vector<attempt> const attempts{
        {put(object_of("c", "4")), {"+c@4"}, {"a@1", "b@2", "c@4"}},
        {put(object_of("a", "4")), {"=a@4"}, {"a@4", "b@2"}},
        {put(object_of("a", "1")), {}, {"a@1", "b@2"}},
        {put(another_a), {"-a@1", "+a@5"}, {"a@5", "b@2"}},
        {[](parts::indexer<item>& from) { return from.remove("shop", "a"); }, {"-a@1"}, {"b@2"}},
        {[&](parts::indexer<item>& to) { return to.replace(list, "9"); },
         {"-b@2", "-a@1", "+a@5", "+c@4"},
         {"a@5", "c@4"}},
    };
    auto const shown = [](parts::indexer<item> const& s) {
        words all;
        for (auto const& o : s.list())
            all.push_back(std::string(o.key().name) + "@" + std::string(o.resource_version()));
        std::sort(all.begin(), all.end());
        return all;
    };
    for (auto const& a : attempts)
        for (auto const how : {memory_shortage::passes, memory_shortage::lasts}) {
            std::size_t good = 0;
            for (bool failed = true; failed; ++good) {
                INFO(a.left.front() << ' ' << a.told.size() << ", with " << good << " allocations");
                parts_without_memory w;
                w.store.index("group", [](item const& i) { return i.group.to_owned() + " of many letters"; });
                w.store.put(object_of("a", "1"));
                w.store.put(object_of("b", "2"));
                made_changes made;
                failed = meets_shortage(good, how, [&] { made.emplace(a.change(w.store)); });
                if (!made) {
                    REQUIRE(shown(w.store) == words{"a@1", "b@2"});
                    made.emplace(a.change(w.store));
                }
                words told;
                for (auto const& e : made->take())
                    told.push_back((e.kind == event_kind::added     ? "+"
                                    : e.kind == event_kind::updated ? "="
                                                                    : "-") +
                                   std::string(e.cur.key().name) + "@" +
                                   std::string(e.cur.resource_version()));
                REQUIRE(told == a.told);
                REQUIRE(shown(w.store) == a.left);
            }
            CHECK(good > 2); // fewer would mean that nothing was tested
        }
}

TEST_CASE("the first list of an indexer ends the waits for it, also if there was no memory at first")
{
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        parts_without_memory w;
        parts::fan_out<item> handlers(w.env, w.store);
        std::vector<object_ptr<item>> const list{object_of("a", "1"), object_of("b", "2")};
        std::optional<parts::changes<item>> made;
        failed =
            meets_shortage(good, memory_shortage::passes, [&] { made.emplace(w.store.replace(list, "9")); });
        if (!made) made.emplace(w.store.replace(list, "9"));
        testing::run(w.io, w.time, handlers.distribute(std::move(*made)));
        testing::run(w.io, w.time, handlers.synced());
        testing::run(w.io, w.time, handlers.stop());
    }
    CHECK(good > 2); // fewer would mean that nothing was tested
}

TEST_CASE("a delta that was given back without memory comes again, or is shown by a resync")
{
    std::size_t good = 0, thrown = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        parts_without_memory w;
        w.store.put(object_of("a", "2"));
        w.queue.push(parts::delta<item>::updated(object_of("a", "2")));
        auto popped = w.pop();
        bool is_kept = false;
        failed = meets_shortage(good, memory_shortage::passes, [&] {
            w.queue.requeue(std::move(popped.front()));
            is_kept = true;
        });
        thrown += !is_kept;
        w.queue.push(parts::delta<item>::updated(object_of("b", "3")));
        REQUIRE(w.pop().size() == 1);
        if (!is_kept) w.queue.resync(w.store.snapshot());
        testing::run(w.io, w.time, take(w.queue, w.got)); // after the pause
        w.take_all();
        REQUIRE(w.got == words{"a@2"});
    }
    CHECK(thrown > 1); // fewer would mean that nothing was tested
}

TEST_CASE("a delta that waits for its pause is not lost if there is no memory when the pause is over")
{
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        parts_without_memory w;
        w.queue.push(parts::delta<item>::updated(object_of("a", "1")));
        w.queue.requeue(std::move(w.pop().front()));
        w.queue.push(parts::delta<item>::updated(object_of("b", "2")));
        w.queue.push(parts::delta<item>::updated(object_of("c", "3")));
        w.clock.good_allocations = good;
        w.time.run_for(1s);
        failed = w.clock.has_failed;
        w.time.run_for(1s);
        w.take_all();
        REQUIRE(w.got == words{"b@2", "c@3", "a@1"});
    }
    CHECK(good > 2); // fewer would mean that nothing was tested
}

TEST_CASE("an index of an indexer that could not be added for want of memory can be added again")
{
    std::size_t good = 0;
    for (bool failed = true; failed; ++good) {
        INFO("with " << good << " allocations");
        parts_without_memory w;
        w.store.put(object_of("a", "1"));
        bool is_added = false;
        auto const add = [&] {
            w.store.index("by a group of many letters", [](item const& i) { return i.group.to_owned(); });
            is_added = true;
        };
        failed = meets_shortage(good, memory_shortage::passes, add);
        if (!is_added) add();
        REQUIRE(w.store.by_index("by a group of many letters", "g").size() == 1);
        REQUIRE_THROWS_AS(add(), api_error);
    }
    CHECK(good > 2); // fewer would mean that nothing was tested
}
