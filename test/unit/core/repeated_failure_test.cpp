#include "core/repeated_failure.hpp"

#include "catch.hpp"

#include <vector>

using namespace coinformer;
using namespace std::literals;
using detail::repeated_failure;

namespace {

struct fixed_time final : time_source {
    time_point now() const noexcept override { return at; }
    wall_time wall_now() const noexcept override { return {}; }
    std::unique_ptr<timer> make_timer(executor) override { return nullptr; }
    time_point at{};
};

struct tried {
    fixed_time time;
    repeated_failure failures{time};
    std::vector<std::string> written;

    void fails(std::string const& cause, duration later = 1s)
    {
        time.at += later;
        if (auto const count = failures.failed(cause))
            written.push_back(cause + repeated_failure::times(*count));
    }
    void succeeds(duration later = 1s)
    {
        time.at += later;
        if (failures.succeeded()) written.emplace_back("well again");
    }
    std::vector<std::string> said() { return std::exchange(written, {}); }
};

using lines = std::vector<std::string>;

} // namespace

TEST_CASE_METHOD(tried, "a cause that goes on is one line, and one at long intervals that counts")
{
    for (int i = 0; i != 100; ++i) fails("forbidden");
    CHECK(said() == lines{"forbidden"});
    fails("forbidden", 10min);
    CHECK(said() == lines{"forbidden, 100 times since the last such line"});
    fails("forbidden", 9min);
    CHECK(said().empty());
}

TEST_CASE_METHOD(tried, "another cause has a line of its own, once, also when causes take turns")
{
    for (int i = 0; i != 50; ++i) {
        fails("refused");
        fails("reset");
    }
    CHECK(said() == lines{"refused", "reset"});
}

TEST_CASE_METHOD(tried, "the first success after a line is a line, and a success without a failure is none")
{
    succeeds();
    CHECK(said().empty());
    fails("forbidden");
    succeeds();
    succeeds();
    CHECK(said() == lines{"forbidden", "well again"});
}

TEST_CASE_METHOD(
    tried, "what fails and succeeds in turns does not fill the log; a failure after a calm minute is new")
{
    for (int i = 0; i != 100; ++i) {
        fails("gone");
        succeeds();
    }
    CHECK(said() == lines{"gone", "well again"});
    fails("gone", 1min);
    succeeds();
    CHECK(said() == lines{"gone", "well again"});
}

TEST_CASE_METHOD(tried,
                 "a cause that is over makes room for another, so that a later one has a line of its own")
{
    for (std::size_t i = 0; i != repeated_failure::most_causes; ++i) fails("object " + std::to_string(i));
    fails("new", 10min);
    fails("newer");
    auto const lines_of_both = said();
    CHECK(std::ranges::count(lines_of_both, "new") == 1);
    CHECK(std::ranges::count(lines_of_both, "newer") == 1);
}

TEST_CASE_METHOD(tried, "causes without number are few lines")
{
    for (int i = 0; i != 500; ++i) fails("object " + std::to_string(i), 1s);
    CHECK(said().size() == repeated_failure::most_causes + 1);
}

TEST_CASE_METHOD(tried, "a line that stands for two failures says so, and one for a single failure does not")
{
    fails("forbidden");
    fails("forbidden", 5min);
    fails("forbidden", 5min);
    fails("forbidden", 10min);
    CHECK(said() == lines{"forbidden", "forbidden, 2 times since the last such line", "forbidden"});
}

TEST_CASE_METHOD(tried, "a cause that goes on makes no room for another one")
{
    for (int minute = 0; minute != 12; ++minute)
        for (std::size_t i = 0; i != repeated_failure::most_causes; ++i)
            fails("object " + std::to_string(i), 7s);
    said();
    fails("new");
    fails("newer");
    CHECK(said() == lines{"new"}); // both count as one cause, "others"
}
