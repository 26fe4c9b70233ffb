// While a handler with overflow::block holds up the distribution of changes, the other handlers go on.
#include "cache/handlers/change_batch.hpp"
#include "cache/handlers/fan_out.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include <algorithm>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

using log_lines = std::vector<std::string>;

struct held_up : fan_out_world {
    /// Applies versions of objects to the store, and begins to distribute these changes as one batch.
    std::shared_ptr<bool> put(std::vector<std::string> const& names, std::string const& version)
    {
        std::vector<change> changes;
        for (auto const& name : names) {
            std::vector<store::operation> one;
            one.push_back({.object = make("n/" + name, version)});
            objects.apply(one, version);
            append_changes(changes, one.front(), initial_list::no, final_state::known);
        }
        auto const done = std::make_shared<bool>(false);
        asio::co_spawn(env.ex, handlers_->distribute(std::move(changes)),
                       [done](std::exception_ptr) { *done = true; });
        time.settle();
        return done;
    }
    void end_initial_list()
    {
        asio::post(env.ex, [this] { handlers_->end_first_list(); });
        time.settle();
    }
    /// The capacity is zero, and a call takes ten minutes.
    handler_registration add_blocking()
    {
        auto const slowly = [this](item const&) { return time.sleep_for(10min); };
        return add(erase_type(handlers<item>{.updated = slowly}), {.policy = overflow::block, .capacity = 0});
    }
    handlers<item> recording(log_lines& lines)
    {
        return {.added = [&lines](object_ptr<item> const& o) { lines.push_back("+" + text(o)); },
                .updated =
                    [&lines](object_ptr<item> const& was, object_ptr<item> const& is) {
                        lines.push_back((was == is ? "=" : "~") + text(is));
                    }};
    }
    static std::string text(object_ptr<item> const& o)
    {
        return std::string(o.key().name) + "@" + std::string(o.resource_version());
    }
    void stop() { testing::run(io, handlers_->stop(nullptr)); }
};

/// Objects "o0" to "o599": more than are appended to the log at a time.
std::vector<std::string> many()
{
    std::vector<std::string> names;
    for (int i = 0; i < 600; ++i) names.push_back("o" + std::to_string(i));
    return names;
}

} // namespace

TEST_CASE_METHOD(held_up, "a resync comes on time although another handler holds up the changes")
{
    log_lines lines;
    add(erase_type(recording(lines)), {.resync = 60s});
    put({"a", "b"}, "1");
    end_initial_list();
    add_blocking();
    put({"a"}, "2");
    auto const held = put({"a"}, "3"); // one change is being handled, and there is no room for the other one
    CHECK_FALSE(*held);
    CHECK(lines == log_lines{"+a@1", "+b@1", "~a@2", "~a@3"});

    lines.clear();
    time.run_for(125s);
    CHECK_FALSE(*held);
    CHECK(lines == log_lines{"=a@3", "=b@1", "=a@3", "=b@1"});
    stop();
}

TEST_CASE_METHOD(
    held_up, "a resync shows the objects that the handler knows, although the store is ahead by half a batch")
{
    log_lines lines;
    add(erase_type(recording(lines)), {.resync = 60s});
    put(many(), "1");
    end_initial_list();
    add_blocking();
    auto const held = put(many(), "2");
    CHECK_FALSE(*held);
    auto const updates =
        std::count_if(lines.begin(), lines.end(), [](auto const& l) { return l.front() == '~'; });
    CHECK(updates == 512); // two parts: the slow handler is handling one, and the other one waits for it

    lines.clear();
    time.run_for(60s);
    CHECK_FALSE(*held);
    CHECK(lines.size() == 600);
    CHECK(std::count(lines.begin(), lines.end(), "=o511@2") == 1);
    CHECK(std::count(lines.begin(), lines.end(), "=o512@1") == 1);
    CHECK(std::count(lines.begin(), lines.end(), "=o599@1") == 1);
    stop();
}

TEST_CASE_METHOD(
    held_up, "a handler that is added while another one holds up the changes is shown the objects at once")
{
    put(many(), "1");
    add_blocking();
    auto const held = put(many(), "2");
    CHECK_FALSE(*held);
    log_lines late;
    auto const comes = add(erase_type(recording(late)));

    CHECK(late.size() == 600);
    CHECK(std::count(late.begin(), late.end(), "+o511@2") == 1);
    CHECK(std::count(late.begin(), late.end(), "+o512@1") == 1);
    CHECK_FALSE(*held);
    late.clear();
    stop();
}

TEST_CASE_METHOD(held_up,
                 "a handler that was added while the changes were held up gets the changes that it lacks")
{
    put(many(), "1");
    auto const slowly = [this](object_ptr<item> const& o) -> task<> {
        if (o.key().name == "o0") co_await time.sleep_for(10min);
    };
    add(erase_type(handlers<item>{.updated = slowly}), {.policy = overflow::block, .capacity = 0});
    auto const held = put(many(), "2");
    CHECK_FALSE(*held);
    log_lines late;
    add(erase_type(recording(late)));
    late.clear();

    time.run_for(11min);
    CHECK(*held);
    CHECK(late.size() == 600 - 512);
    CHECK(late.front() == "~o512@2");
    CHECK(late.back() == "~o599@2");
    stop();
}

TEST_CASE_METHOD(held_up, "a handler that is being removed holds nothing up, although it drains what waits")
{
    put({"a"}, "1");
    auto const handler = add_blocking();
    put({"a"}, "2");
    auto const held = put({"a"}, "3");
    REQUIRE_FALSE(*held);

    bool removed = false;
    asio::co_spawn(env.ex, handler.remove(removal::drain), [&](std::exception_ptr) { removed = true; });
    time.settle();
    CHECK(*held);
    CHECK_FALSE(removed);
    time.run_for(21min); // two calls
    CHECK(removed);
    stop();
}
