// Contract: the memory and the log lines that bad objects cost are bounded.

#include "world.hpp"

namespace {

struct counted_map {
    std::int32_t count = 0;
};
BOOST_DESCRIBE_STRUCT(counted_map, (), (count))

task<> list_with_faults(client& api, std::size_t faults)
{
    auto const all = co_await api.list<config_map>();
    CHECK(all.faults.size() == faults);
}

} // namespace

template <>
inline constexpr resource coinformer::resource_of<counted_map>{
    .group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

namespace {

task<> list_one_by_one(client& api, std::size_t faults)
{
    auto const all = co_await api.list<counted_map>("shop", list_options().limit(1));
    CHECK(all.faults.size() == faults);
}

} // namespace

TEST_CASE_METHOD(world, "a list in which too many objects cannot be decoded is refused as a whole, and named")
{
    std::string items = "{}";
    for (int i = 0; i < 1000; ++i) items += ",{}";
    bool const many = GENERATE(true, false);
    client_options limits;
    limits.max_faults_per_list = many ? 1000 : 1001;
    client bounded(env, endpoint{.server = "http://in-memory"}, limits, network.dialer());
    server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.verb != "list") return std::nullopt;
        return testing::canned_answer{
            .body = R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"1"},"items":[)" + items + "]}"};
    });
    shared_informer<config_map> informer(bounded, listing());
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(500ms);
    CHECK(testing::run(io, informer.status()).reflector.faults >= 1001);
    CHECK(log_text.str().find("more objects could not be decoded") != std::string::npos);

    auto const words = "more than 1000 objects of the list do not decode";
    background listed(io, list_with_faults(bounded, 1001));
    time.run_for(500ms);
    if (many) {
        CHECK(synced.code() == errc::too_many_faults);
        CHECK(synced.code() == condition::malformed);
        CHECK(synced.what().find(words) != std::string::npos);
        CHECK(listed.what().find(words) != std::string::npos);
        CHECK(listed.what().find("client_options::max_faults_per_list") != std::string::npos);
        CHECK(listed.what().starts_with("list /api/v1/configmaps: "));
        CHECK(occurrences(listed.what(), "/api/v1/configmaps") == 1);
    } else {
        CHECK(synced.ended);
        CHECK(synced.what().empty());
        CHECK(listed.what().empty());
    }
    server.intercept(nullptr);
}

TEST_CASE_METHOD(world, "if there are many faults, a few are logged, and on_fault gets all of them")
{
    server.create(config_maps, R"({"metadata":{"name":"x","namespace":"shop"},"count":"many"})");
    for (int i = 0; i < 40; ++i)
        server.create(config_maps, R"({"metadata":{"name":"b)" + std::to_string(i) +
                                       R"(","namespace":"shop"},"count":"many"})");
    informer_options options;
    int told = 0;
    options.on_fault = [&](decode_fault const&) { ++told; };
    shared_informer<counted_map> informer(api, listing(options));
    background running(io, informer.run());
    time.run_for(1s);

    CHECK(told == 41);
    std::istringstream logged(log_text.str());
    int one_by_one = 0, counted = 0;
    for (std::string line; std::getline(logged, line);) {
        one_by_one += line.find("object could not be decoded") != line.npos ? 1 : 0;
        counted += line.find("count=36") != line.npos ? 1 : 0;
    }
    CHECK(one_by_one == 5);
    CHECK(counted == 1);
}

TEST_CASE_METHOD(world,
                 "a list is read to its end if page after page has only objects that cannot be decoded")
{
    for (int i = 10; i != 60; ++i)
        server.create(config_maps, R"({"metadata":{"name":"b)" + std::to_string(i) +
                                       R"(","namespace":"shop"},"count":"many"})");
    server.create(config_maps, R"({"metadata":{"name":"last","namespace":"shop"},"count":3})");
    shared_informer<counted_map> informer(api, listing({.page_size = 1}));
    background running(io, informer.run());
    time.run_for(1min);
    CHECK(informer.has_synced());
    CHECK(server.requests("list", config_maps) == 51);
    CHECK(informer.snapshot().size() == 1);
    CHECK(informer.snapshot().get("shop", "last"));
    CHECK(testing::run(io, informer.status()).reflector.faults == 50);
    CHECK_FALSE(has_logged("makes no progress"));
}

TEST_CASE_METHOD(world, "objects that cannot be decoded are counted over all pages of a list")
{
    auto const broken = GENERATE(2, 3);
    for (int i = 0; i != broken; ++i)
        server.create(config_maps, R"({"metadata":{"name":"b)" + std::to_string(i) +
                                       R"(","namespace":"shop"},"count":"many"})");
    client_options limits;
    limits.max_faults_per_list = 2;
    client bounded(env, endpoint{.server = "http://in-memory"}, limits, network.dialer());
    background const listed(io, list_one_by_one(bounded, 2));
    time.run_for(500ms);
    CHECK(listed.ended);
    CHECK(server.requests("list", config_maps) == static_cast<std::size_t>(broken));
    CHECK((listed.code() == errc::too_many_faults) == (broken == 3));
    std::string const path = "/api/v1/namespaces/shop/configmaps";
    CHECK(listed.what().starts_with("list " + path + ": ") == (broken == 3));
    CHECK(occurrences(listed.what(), path) == (broken == 3 ? 1u : 0u));
    bounded.close();
    time.settle();
}
