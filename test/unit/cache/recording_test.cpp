// A recording as bytes: what is written is read again, and nothing else is taken for a recording.
#include "cache/recorder/recording.hpp"

#include "catch.hpp"

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>

namespace {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

flight_recording sample_recording()
{
    flight_recording made{.resource = "pods", .began = wall_time(1'700'000'000s), .length = 5min};
    made.answers.push_back({.asked = {.path = "/api/v1/pods", .is_further = true},
                            .asked_at = -2s,
                            .answered_at = -1s,
                            .media_type = "application/json"});
    made.answers.push_back({.asked = {recorded_question::watch, "/api/v1/pods", true},
                            .asked_at = 1s,
                            .answered_at = 2s,
                            .refusal = recorded_refusal{5, 429, "TooManyRequests", "slow down", 7}});
    made.answers.push_back({.asked = {recorded_question::stream, "/api/v1/pods", false, true}});
    using kind = recorded_part::kind;
    made.parts.push_back({kind::bytes, 0, -500ms, 0, std::string("a\0b", 3)});
    made.parts.push_back({kind::cut, 0, 0s, 9, {}});
    return made;
}

std::string fault_of(std::string const& bytes)
{
    try {
        decoded_recording(bytes);
    } catch (std::runtime_error const& e) {
        return e.what();
    }
    return "none";
}

} // namespace

TEST_CASE("a recording that was written is read again")
{
    auto const was = sample_recording();
    auto const is = decoded_recording(encoded_without_base(was) + "a snapshot");
    CHECK(is.resource == was.resource);
    CHECK(is.began == was.began);
    CHECK(is.length == was.length);
    CHECK(is.base == "a snapshot");
    REQUIRE(is.answers.size() == 3);
    for (std::size_t i = 0; i != 3; ++i) {
        CHECK(is.answers[i].asked.what == was.answers[i].asked.what);
        CHECK(is.answers[i].asked.path == was.answers[i].asked.path);
        CHECK(is.answers[i].asked.in_doubt == was.answers[i].asked.in_doubt);
        CHECK(is.answers[i].asked.is_newest == was.answers[i].asked.is_newest);
        CHECK(is.answers[i].asked.is_further == was.answers[i].asked.is_further);
        CHECK(is.answers[i].asked_at == was.answers[i].asked_at);
        CHECK(is.answers[i].answered_at == was.answers[i].answered_at);
        CHECK(is.answers[i].media_type == was.answers[i].media_type);
        CHECK(is.answers[i].refusal.has_value() == was.answers[i].refusal.has_value());
    }
    auto const& why = *is.answers[1].refusal;
    CHECK(why.code == 5);
    CHECK(why.status == 429);
    CHECK(why.reason == "TooManyRequests");
    CHECK(why.message == "slow down");
    CHECK(why.retry_after == 7);
    REQUIRE(is.parts.size() == 2);
    CHECK(is.parts[0].bytes == was.parts[0].bytes);
    CHECK(is.parts[0].at == -500ms);
    CHECK(is.parts[1].what == recorded_part::kind::cut);
    CHECK(is.parts[1].code == 9);
}

TEST_CASE("bytes that are no whole recording are refused, wherever they are cut or changed")
{
    auto const bytes = encoded_without_base(sample_recording());
    for (std::size_t n = 0; n != bytes.size(); ++n) CHECK(fault_of(bytes.substr(0, n)) != "none");
    for (std::size_t n = 0; n != bytes.size(); ++n) {
        auto changed = bytes;
        changed[n] = static_cast<char>(changed[n] ^ 1);
        CHECK(fault_of(changed) != "none");
    }
    CHECK(fault_of("{}") == "these bytes are no recording");
}

TEST_CASE("a recording with something that no recorder writes is refused, although its checksum is right")
{
    auto const refused = [](auto change) {
        auto wrong = sample_recording();
        change(wrong);
        return fault_of(encoded_without_base(wrong));
    };
    CHECK(refused([](auto&) {}) == "none");
    constexpr duration farthest = 24h * 365 * 20;
    for (auto const at : {farthest, -farthest})
        CHECK(refused([&](auto& r) { r.parts[0].at = at; }) == "none");
    CHECK(refused([](auto& r) { r.parts[1].answer = 3; }) ==
          "the recording names an answer that it does not have");
    CHECK(refused([](auto& r) { r.parts[1].what = static_cast<recorded_part::kind>(4); }) ==
          "the recording has something of an unknown kind");
    CHECK(refused([](auto& r) { r.answers[1].asked.what = static_cast<recorded_question>(4); }) ==
          "the recording has something of an unknown kind");
    for (auto const far : {duration::max(), duration::min(), duration(24h * 365 * 21)}) {
        CHECK(refused([&](auto& r) { r.length = far; }) == "the recording has an impossible time");
        CHECK(refused([&](auto& r) { r.parts[0].at = far; }) == "the recording has an impossible time");
        CHECK(refused([&](auto& r) { r.answers[0].asked_at = far; }) ==
              "the recording has an impossible time");
        CHECK(refused([&](auto& r) { r.answers[0].answered_at = far; }) ==
              "the recording has an impossible time");
    }
    for (auto const status : std::initializer_list<std::uint16_t>{1, 101, 200, 299, 600})
        CHECK(refused([&](auto& r) { r.answers[1].refusal->status = status; }) ==
              "the recording has an impossible status");
}
