// Contract: an informer tolerates a number of repetitions in a list, and gives up a list with one more.

#include "world.hpp"

namespace {

/// A source that has one object, and brings it again and again: on the page of a list, or in a streamed
/// list without an end. The stream brings `repeats` objects at once, and from then on one each second.
struct repeating_source final : list_watch<config_map> {
    repeating_source(time_source& t, std::size_t n, bool in_stream)
        : time(t), repeats(n), is_streamed(in_stream)
    {
    }

    struct repeating_stream final : event_stream<config_map> {
        repeating_stream(repeating_source& s, std::size_t n) : of(s), left(n) {}
        task<std::vector<source_event<config_map>>> next() & override
        {
            if (left == 0) {
                co_await of.time.sleep_for(1s);
                left = 1;
            }
            auto const count = std::min<std::size_t>(left, 1'000);
            left -= count;
            co_return std::vector<source_event<config_map>>(
                count, watch_event<config_map>(watch_event_type::added, of.object));
        }
        repeating_source& of;
        std::size_t left;
    };

    std::string name() const override { return "a repeating source"; }
    task<list_part<config_map>> list(list_request) override
    {
        list_part<config_map> part;
        part.objects.assign(is_streamed ? 1 : repeats, object);
        part.resource_version = "1";
        co_return part;
    }
    task<std::unique_ptr<event_stream<config_map>>> watch(watch_request what) override
    {
        co_return std::make_unique<repeating_stream>(*this, what.initial_events ? repeats : 0);
    }
    bool streams_lists() const override { return is_streamed; }

    time_source& time;
    std::size_t repeats;
    bool is_streamed;
    object_ptr<config_map> object = decode_object<config_map>(
        R"({"metadata":{"name":"a","namespace":"shop","uid":"u1","resourceVersion":"1"}})");
};

} // namespace

TEST_CASE_METHOD(world,
                 "a list may bring 10,000 objects more than twice its different ones, and not one more")
{
    auto const repeats = GENERATE(as<std::size_t>(), 10'002, 10'003);
    shared_informer<config_map> informer(env, std::make_shared<repeating_source>(time, repeats, false),
                                         listing());
    ::background const running(io, informer.run());
    time.run_for(100ms);
    auto const status = testing::run(io, informer.status());
    if (repeats == 10'002) {
        CHECK(status.synced);
        CHECK(informer.snapshot().size() == 1);
        CHECK(status.reflector.failures == 0);
    } else {
        CHECK_FALSE(status.synced);
        CHECK(status.reflector.last_failure.find("the list brings the same objects again and again") !=
              std::string::npos);
    }
}

TEST_CASE_METHOD(
    world, "a streamed list may bring 100,000 objects more than twice its different ones, and not one more")
{
    shared_informer<config_map> informer(env, std::make_shared<repeating_source>(time, 100'002, true));
    ::background const running(io, informer.run());
    time.run_for(500ms);
    auto const before = testing::run(io, informer.status()).reflector;
    CHECK(before.streams == 1);
    CHECK(before.listed == 1);
    CHECK(before.failures == 0);

    time.run_for(1s); // Then one more object comes.
    auto const after = testing::run(io, informer.status()).reflector;
    CHECK(after.why_not_streamed.find("the streamed list brings the same objects again and again") !=
          std::string::npos);
}
