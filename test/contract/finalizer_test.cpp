// Contract: a finalizer is added and removed once, and never overwrites another client's change.

#include "world.hpp"

#include <coinformer/controller/finalizer.hpp>

namespace {

struct finalized : world {
    finalized() { put("a", "1"); }

    object_ptr<config_map> now() { return testing::run(io, time, api.get<config_map>("shop", "a")); }
    object_ptr<config_map> add(object_ptr<config_map> const& object, std::string finalizer = "example.io/x")
    {
        return testing::run(io, time, add_finalizer(api, object, std::move(finalizer)));
    }
    object_ptr<config_map> drop(object_ptr<config_map> const& object, std::string finalizer = "example.io/x")
    {
        return testing::run(io, time, remove_finalizer(api, object, std::move(finalizer)));
    }
    std::size_t patches() const { return server.requests("patch", config_maps); }
    static lines listed(object_ptr<config_map> const& o)
    {
        lines found;
        for (auto const& f : o->metadata.finalizers) found.push_back(f.to_owned());
        return found;
    }
};

// A projection whose objects a transform may make as well, because its members own their memory.
struct owning_metadata {
    std::string name;
    std::vector<std::string> finalizers;
};
BOOST_DESCRIBE_STRUCT(owning_metadata, (), (name, finalizers))
struct owning_map {
    owning_metadata metadata;
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(owning_map, (), (metadata, data))

owning_map without_data(config_map const& from)
{
    owning_map made;
    made.metadata.name = from.metadata.name.to_owned();
    for (auto const& f : from.metadata.finalizers) made.metadata.finalizers.push_back(f.to_owned());
    return made;
}

} // namespace

TEST_CASE_METHOD(finalized,
                 "a finalizer is added once beside those that exist, and the rest of the object stays")
{
    server.patch(config_maps, {"shop", "a"}, R"({"metadata":{"finalizers":["example.io/other"]}})");
    auto const after = add(now());
    CHECK(listed(after) == lines{"example.io/other", "example.io/x"});
    CHECK(after->data.at("v") == "1");
    CHECK(add(after) == after);
    CHECK(patches() == 1);
}

TEST_CASE_METHOD(finalized, "a deleted object stays until its finalizer is removed, and then it is gone")
{
    add(now());
    remove("a");
    auto const deleted = now();
    CHECK(deleted->metadata.deletionTimestamp);
    drop(deleted);
    CHECK_THROWS_AS(now(), api_error);
    CHECK_FALSE(drop(deleted)); // another client was quicker: the object is gone, as intended
}

TEST_CASE_METHOD(finalized,
                 "an object that is being deleted gets no new finalizer, because the server refuses that")
{
    add(now());
    remove("a");
    auto const deleted = now();
    try {
        add(deleted, "example.io/late");
        FAIL("it was added");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::invalid);
        CHECK(std::string(e.what()).find("no new finalizers can be added") != std::string::npos);
    }
    CHECK(add(deleted) == deleted); // it has the finalizer already
    CHECK(listed(now()) == lines{"example.io/x"});
}

TEST_CASE_METHOD(finalized, "removing a finalizer that the object does not have costs no request")
{
    auto const object = now();
    CHECK(drop(object) == object);
    CHECK(patches() == 0);
}

TEST_CASE_METHOD(finalized, "an object that has changed since it was read is a conflict, and stays as it is")
{
    auto const seen = now();
    server.patch(config_maps, {"shop", "a"}, R"({"metadata":{"finalizers":["example.io/other"]}})");
    try {
        add(seen);
        FAIL("no conflict");
    } catch (api_error const& e) {
        CHECK(e.code() == condition::conflict);
    }
    CHECK(listed(now()) == lines{"example.io/other"});
}

TEST_CASE_METHOD(finalized, "a finalizer of an object that a transform has computed is added and removed")
{
    shared_informer<owning_map> informer(api, transform<config_map>().derive<owning_map>(&without_data), {},
                                         config_maps);
    background const running(io, informer.run());
    time.run_for(1s);
    auto const computed = informer.snapshot().get("shop", "a");
    REQUIRE(computed);

    auto const added = testing::run(io, time, add_finalizer(api, computed, "example.io/x", config_maps));
    CHECK(added->metadata.finalizers == lines{"example.io/x"});
    CHECK(added->data.at("v") == "1"); // it was read from the answer, and not computed
    time.run_for(1s);
    auto const seen = informer.snapshot().get("shop", "a");
    auto const removed = testing::run(io, time, remove_finalizer(api, seen, "example.io/x", config_maps));
    CHECK(removed->metadata.finalizers.empty());
    CHECK(listed(now()).empty());
    CHECK(patches() == 2);
}

TEST_CASE_METHOD(finalized, "a finalizer of an object that is null is refused, and nothing is sent")
{
    auto const refused = [](auto const& call) {
        try {
            call();
        } catch (api_error const& e) {
            CHECK(std::string(e.what()).find("the object is null") != std::string::npos);
            return e.code();
        }
        return error_code();
    };
    CHECK(refused([&] { add({}); }) == errc::bad_request);
    CHECK(refused([&] { drop({}); }) == errc::bad_request);
    CHECK(patches() == 0);
}
