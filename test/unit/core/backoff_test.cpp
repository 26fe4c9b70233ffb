#include <coinformer/core/backoff.hpp>
#include <coinformer/core/environment.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

TEST_CASE("without jitter, delays double up to the cap, and start again after reset()")
{
    backoff delay({.first = 1s, .cap = 5s, .factor = 2, .jitter_percent = 0}, random_source(1));

    CHECK(delay.next() == 1s);
    CHECK(delay.next() == 2s);
    CHECK(delay.next() == 4s);
    CHECK(delay.next() == 5s);
    CHECK(delay.next() == 5s);
    delay.reset();
    CHECK(delay.next() == 1s);
}

TEST_CASE("with a factor of 0 or 1 the delay does not grow")
{
    for (unsigned const factor : {0u, 1u}) {
        backoff delay({.first = 1s, .cap = 5s, .factor = factor, .jitter_percent = 0}, random_source(1));
        CHECK(delay.next() == 1s);
        CHECK(delay.next() == 1s);
    }
}

TEST_CASE("options are valid up to a delay of a day and a jitter of ten times the base")
{
    CHECK(backoff_options{.cap = 24h}.is_valid());
    CHECK_FALSE(backoff_options{.cap = 24h + 1ns}.is_valid());
    CHECK(backoff_options{.jitter_percent = 1000}.is_valid());
    CHECK_FALSE(backoff_options{.jitter_percent = 1001}.is_valid());
    CHECK(backoff_options{.first = 1ns, .cap = 1ns}.is_valid());
    CHECK_FALSE(backoff_options{.first = 0ns}.is_valid());
    CHECK_FALSE(backoff_options{.first = 2s, .cap = 1s}.is_valid());
}

TEST_CASE("jitter of 100 percent adds less than the base, and one seed always gives the same delays")
{
    backoff one({.first = 100ms, .cap = 30s}, random_source(7));
    backoff same({.first = 100ms, .cap = 30s}, random_source(7));
    backoff other({.first = 100ms, .cap = 30s}, random_source(8));
    bool differs = false;

    for (auto base = 100ms; base < 20s; base *= 2) {
        auto const delay = one.next();
        CHECK(delay >= base);
        CHECK(delay < 2 * base);
        CHECK(delay == same.next());
        differs |= delay != other.next();
    }
    CHECK(differs);
}

TEST_CASE("the seed of an environment is 0 by default, so that the library draws one from the machine")
{
    CHECK(environment().seed == 0);
}

TEST_CASE("draws below a bound stay below it, and reach every number below it")
{
    random_source random(42);
    bool seen[6] = {};
    for (int i = 0; i < 200; ++i) {
        auto const draw = random.below(6);
        REQUIRE(draw < 6);
        seen[draw] = true;
    }
    for (bool s : seen) CHECK(s);
    CHECK(random.below(0) == 0);
}
