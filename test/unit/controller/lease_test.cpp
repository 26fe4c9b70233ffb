#include "controller/lease.hpp"

#include <coinformer/api/projection.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

micro_timestamp at(std::int64_t microseconds)
{
    return micro_timestamp(std::chrono::microseconds(microseconds));
}

object_ptr<lease> read(std::string const& spec)
{
    return decode_object<lease>(
        R"({"metadata":{"name":"web","namespace":"shop","uid":"u-1","resourceVersion":"7"},"spec":)" + spec +
        "}");
}

} // namespace

TEST_CASE("a MicroTime always has six digits after the point")
{
    CHECK(micro_time_text(at(0)) == "1970-01-01T00:00:00.000000Z");
    CHECK(micro_time_text(at(1'700'000'000'000'001)) == "2023-11-14T22:13:20.000001Z");
    CHECK(micro_time_text(at(1'709'251'199'999'999)) == "2024-02-29T23:59:59.999999Z");
    CHECK(micro_time_text(at(1'700'000'000'100'000)) == "2023-11-14T22:13:20.100000Z");
    CHECK(micro_time_text(at(-1)) == "1969-12-31T23:59:59.999999Z");
}

TEST_CASE("a record that was written to a Lease is read from it unchanged, to the microsecond")
{
    lease_record const written{.holder = "a \"quoted\" one",
                               .lease_duration = 15s,
                               .acquired = at(1'700'000'000'123'456),
                               .renewed = at(1'700'000'001'000'007),
                               .transitions = 3};
    auto const json = new_lease_json("web", written, {{"app", "shop"}});
    CHECK(json.find(R"("labels":{"app":"shop"})") != json.npos);
    CHECK(json.find(R"("renewTime":"2023-11-14T22:13:21.000007Z")") != json.npos);
    CHECK(record_of(decode_object<lease>(json)) == written);
}

TEST_CASE("fields that are missing or null in a Lease are read as empty values")
{
    lease_record const nothing{.uid = "u-1"};
    CHECK(record_of(read("{}")) == nothing);
    CHECK(record_of(read(R"({"holderIdentity":null,"leaseDurationSeconds":null,"renewTime":null})")) ==
          nothing);
}

TEST_CASE(
    "a patch contains the version that it replaces, the spec, the labels if there are any, and nothing else")
{
    lease_record const free{.lease_duration = 1s, .transitions = 2};
    CHECK(lease_patch_json("41", free, {}) ==
          R"({"metadata":{"resourceVersion":"41"},"spec":{"holderIdentity":"","leaseDurationSeconds":1,)"
          R"("acquireTime":"1970-01-01T00:00:00.000000Z","renewTime":"1970-01-01T00:00:00.000000Z",)"
          R"("leaseTransitions":2}})");
    CHECK(lease_patch_json("41", free, {{"a", "b"}})
              .find(R"("metadata":{"resourceVersion":"41","labels":{"a":"b"}})") != std::string::npos);
}
