#include "cache/reflector/listing.hpp"
#include "cache/store_updater.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

namespace {

using lines = std::vector<std::string>;

/// A store_updater with one handler, which writes down the changes, as "+ a=1", "~ a=1>2" and "- a".
struct told_world : fan_out_world {
    told_world()
    {
        auto const text = [](object_ptr<item> const& o) {
            return std::string(o.key().name) + "=" + std::to_string(o->value);
        };
        handlers<item> h{
            .added = [this, text](object_ptr<item> const& o,
                                  initial_list) { seen.push_back("+ " + text(o)); },
            .updated =
                [this, text](object_ptr<item> const& was, object_ptr<item> const& is) {
                    seen.push_back("~ " + text(was) + ">" + std::to_string(is->value));
                },
            .deleted = [this](object_ptr<item> const& o,
                              final_state) { seen.push_back("- " + std::string(o.key().name)); },
        };
        add(erase_type(std::move(h)));
        asio::co_spawn(env.ex, updater.run(), [this](std::exception_ptr) { ended = true; });
    }
    ~told_world()
    {
        queue.close();
        time.settle();
        testing::run(io, handlers_->stop(nullptr));
        CHECK(ended);
    }
    /// Returns what the handler is told when this delta is applied.
    lines told(delta d)
    {
        seen.clear();
        queue.push(std::move(d));
        queue.try_hand_over();
        time.settle();
        return seen;
    }
    lines told_of_list(std::vector<object_ref> all, std::string version, bool perhaps_new_history = false)
    {
        complete_list list{.objects = std::move(all), .version = std::move(version)};
        list.perhaps_new_history = perhaps_new_history;
        return told(std::make_unique<complete_list>(std::move(list)));
    }
    std::string version_of(std::string const& name) const
    {
        auto const object = objects.find({"s", name});
        return object ? std::string(object->resource_version()) : "none";
    }

    delta_fifo queue{100};
    store_updater updater{queue, objects, *handlers_, {}, [] {}};
    lines seen;
    bool ended = false;
};

} // namespace

TEST_CASE_METHOD(told_world,
                 "without versions, a list tells the objects whose content differs, and no others")
{
    told_of_list({make("s/a", "", 1), make("s/b", "", 1)}, "");
    CHECK(told_of_list({make("s/a", "", 1), make("s/b", "", 2)}, "") == lines{"~ b=1>2"});
    CHECK(item_of(objects.find({"s", "b"})).value == 2);
    CHECK(told_of_list({make("s/a", "", 1), make("s/b", "", 2)}, "") == lines{});
    CHECK(told_of_list({make("s/b", "", 2)}, "") == lines{"- a"});
}

TEST_CASE_METHOD(told_world, "without versions, handlers see an event if the content differs")
{
    CHECK(told(object_added(make("s/a", "", 1))) == lines{"+ a=1"});
    CHECK(told(object_updated(make("s/a", "", 2))) == lines{"~ a=1>2"});
    CHECK(told(object_updated(make("s/a", "", 2))) == lines{});
}

TEST_CASE_METHOD(told_world, "an object that has a version only sometimes is compared by its content")
{
    told_of_list({make("s/a", "", 1), make("s/b", "", 1)}, "");
    CHECK(told_of_list({make("s/a", "5", 1), make("s/b", "5", 2)}, "5") == lines{"~ b=1>2"});
    CHECK(version_of("a") == "5");
    CHECK(told_of_list({make("s/a", "", 1), make("s/b", "", 2)}, "") == lines{});
}

TEST_CASE_METHOD(told_world,
                 "a list of another history tells the objects whose content differs, and no others")
{
    told_of_list({make("s/a", "101", 1), make("s/b", "102", 1), make("s/c", "103", 1), make("s/d", "104", 1)},
                 "110");

    // a is as it was. b has the same content at another version, and c another content at the same version. d
    // was deleted and created again.
    CHECK(told_of_list({make("s/a", "101", 1), make("s/b", "92", 1), make("s/c", "103", 3),
                        make("s/d", "104", 1, "g", "another life")},
                       "105", true) == lines{"~ c=1>3", "- d", "+ d=1"});
    CHECK(version_of("b") == "92"); // the server's version, with which the next list is compared
    CHECK(objects.version() == "105");
    CHECK(told_of_list({make("s/a", "101", 1), make("s/b", "92", 1), make("s/c", "103", 3),
                        make("s/d", "104", 1, "g", "another life")},
                       "106") == lines{});
}

TEST_CASE_METHOD(told_world, "in one history another version is an update, even if the content is the same")
{
    told_of_list({make("s/a", "1", 1)}, "1");
    CHECK(told_of_list({make("s/a", "2", 1)}, "2") == lines{"~ a=1>1"});
    CHECK(told(object_updated(make("s/a", "3", 1))) == lines{"~ a=1>1"});
}

TEST_CASE_METHOD(told_world, "handlers see an event that the server sends twice only once")
{
    told_of_list({make("s/a", "1", 1)}, "1");
    CHECK(told(object_updated(make("s/a", "2", 2))) == lines{"~ a=1>2"});
    CHECK(told(object_updated(make("s/a", "2", 2))) == lines{});
    CHECK(told(object_added(make("s/a", "2", 2))) == lines{});
    // handlers know the state that the store has
    CHECK(told(object_updated(make("s/a", "2", 3))) == lines{"~ a=2>3"});
    CHECK(objects.version() == "2");
}

TEST_CASE("a list is applied correctly, whichever changes were in the queue when it was read")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    environment const env{.ex = io.get_executor(), .time = &time, .seed = 1};
    store objects;
    auto const handlers_ = fan_out::make_shared(env, env.ex, [&] { return objects.snapshot(); });
    delta_fifo queue(100);
    store_updater updater(queue, objects, *handlers_, {}, [] {});
    std::vector<store::operation> there{{.object = make("s/a", "1")}, {.object = make("s/b", "1")}};
    objects.apply(there, "1");

    queue.push(object_deleted(make("s/a", "2")));
    queue.push(object_added(make("s/z", "3"))); // s/z will get the slot of a
    listing list(objects);
    list.begin();
    for (auto const* name : {"a", "b"}) list.put(list.find({"s", name}, std::string("uid-") + name, "1"));
    list.put_version("9");
    queue.push(std::make_unique<complete_list>(list.take()));
    queue.close();
    testing::run(io, time, updater.run());

    CHECK(objects.size() == 2);
    CHECK(objects.find({"s", "a"}));
    CHECK(objects.find({"s", "b"}));
    CHECK_FALSE(objects.find({"s", "z"}));
    CHECK(objects.version() == "9");
}
