#include "transport/config/bearer_token.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"
#include "metrics_text.hpp"
#include "temporary_directory.hpp"

#include <algorithm>
#include <sstream>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

class settable_time final : public time_source {
public:
    time_point now() const noexcept override { return now_; }
    wall_time wall_now() const noexcept override { return {}; }
    std::unique_ptr<timer> make_timer(executor) override { return nullptr; }

    void pass(duration d) { now_ += d; }

private:
    time_point now_{};
};

struct token_file_fixture {
    temporary_directory dir;
    std::string path = dir.path("token");
    settable_time time;
    std::ostringstream lines;
    stream_log log{lines, log_level::debug};

    bearer_token source() { return {{.token = secret(), .token_file = path}, time, log}; }
    void rotate(std::string const& text) { dir.write("token", text); }
};

std::string failure_of_token(bearer_token& source)
{
    try {
        source.current();
    } catch (api_error const& e) {
        CHECK(e.code() == errc::credentials_unreadable);
        CHECK(e.code() == condition::misconfigured);
        return e.what();
    }
    return "read";
}

} // namespace

TEST_CASE("without credentials there is no token")
{
    settable_time time;
    bearer_token source({}, time, no_log());

    CHECK(source.current().empty());
}

TEST_CASE("a fixed token is sent as it is, and has precedence over a file")
{
    settable_time time;
    bearer_token source({.token = secret("abc"), .token_file = "/nowhere"}, time, no_log());

    CHECK(source.current().reveal() == "abc");
    source.forget();
    CHECK(source.current().reveal() == "abc");
}

TEST_CASE_METHOD(token_file_fixture, "a token file is trimmed of white space")
{
    rotate(" \t\n abc.def-ghi \r\n\n");
    auto tokens = source();

    CHECK(tokens.current().reveal() == "abc.def-ghi");
}

TEST_CASE_METHOD(token_file_fixture, "a token file is read again when the last read is a minute old")
{
    rotate("old");
    auto tokens = source();
    REQUIRE(tokens.current().reveal() == "old");

    rotate("new");
    time.pass(59s);
    CHECK(tokens.current().reveal() == "old");
    time.pass(1s);
    CHECK(tokens.current().reveal() == "new");

    rotate("newer");
    time.pass(59s);
    CHECK(tokens.current().reveal() == "new");
    time.pass(1s);
    CHECK(tokens.current().reveal() == "newer");
    CHECK(lines.str().empty());
}

TEST_CASE_METHOD(token_file_fixture, "new tokens in a file, and reads that fail, are counted")
{
    metrics_registry registry;
    rotate("old");
    bearer_token tokens({.token = secret(), .token_file = path}, time, log, &registry);
    auto const read_again = [&] {
        time.pass(60s);
        (void)tokens.current();
    };
    read_again();
    read_again(); // the same token
    rotate("new");
    read_again();
    rotate("");
    read_again();
    CHECK(metric_lines(registry) ==
          "coinformer_credential_renewals_total kind=token file result=failed: 1\n"
          "coinformer_credential_renewals_total kind=token file result=renewed: 2\n");
}

TEST_CASE_METHOD(token_file_fixture, "after forget() the next token is read from the file at once")
{
    rotate("old");
    auto tokens = source();
    REQUIRE(tokens.current().reveal() == "old");

    rotate("new");
    tokens.forget();

    CHECK(tokens.current().reveal() == "new");
}

TEST_CASE_METHOD(token_file_fixture,
                 "a token file that goes bad leaves the old token in use, with one warning")
{
    auto const bad = GENERATE(as<std::string>(), "absent", "", " \n", "two tokens", "line\r\nX-Header: 1");
    rotate("kept");
    auto tokens = source();
    REQUIRE(tokens.current().reveal() == "kept");
    if (bad == "absent")
        std::filesystem::remove(path);
    else
        rotate(bad);

    time.pass(60s);
    CHECK(tokens.current().reveal() == "kept");
    time.pass(1s);
    CHECK(tokens.current().reveal() == "kept");

    auto const said = lines.str();
    INFO(said);
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);
    CHECK(said.rfind("WARNING ", 0) == 0);
    CHECK(said.find(path) != said.npos);
    CHECK(said.find("kept") == said.npos);
    CHECK(said.find("tokens") == said.npos);

    rotate("fresh");
    time.pass(60s);
    CHECK(tokens.current().reveal() == "fresh");
    CHECK(lines.str().substr(said.size()) == "INFO the token file can be read again\n");
}

TEST_CASE_METHOD(token_file_fixture,
                 "a bad token file that is read for each refused attempt is logged at growing intervals")
{
    rotate("kept");
    auto tokens = source();
    REQUIRE(tokens.current().reveal() == "kept");
    std::filesystem::remove(path);
    auto const attempts_for = [&](duration how_long) {
        for (auto passed = 0s; passed < how_long; passed += 12s) {
            tokens.forget(); // as after a 401
            CHECK(tokens.current().reveal() == "kept");
            time.pass(12s);
        }
        auto const said = lines.str();
        return std::count(said.begin(), said.end(), '\n');
    };
    CHECK(attempts_for(300s) == 1);
    CHECK(attempts_for(300s) == 2); // a reminder after 5 minutes; then they come after 10 and 20
    CHECK(attempts_for(1h) == 4);

    rotate(""); // another cause is logged at once
    CHECK(attempts_for(300s) == 5);
    CHECK(lines.str().find("the file is empty") != std::string::npos);
    rotate("fresh");
    tokens.forget();
    CHECK(tokens.current().reveal() == "fresh");
    CHECK(lines.str().ends_with("INFO the token file can be read again\n"));

    std::filesystem::remove(path); // a new failure
    time.pass(60s);
    CHECK(tokens.current().reveal() == "fresh");
    CHECK(lines.str().ends_with("No such file or directory\n"));
}

TEST_CASE_METHOD(token_file_fixture, "a token file that was never readable is an error, until it is readable")
{
    auto tokens = source();

    auto const missing = failure_of_token(tokens);
    CHECK(missing.find("token file " + path + ": credentials cannot be read: No such file") == 0);

    rotate(" \n");
    CHECK(failure_of_token(tokens).find("the file is empty") != std::string::npos);

    rotate("hunter2 hunter3");
    auto const two = failure_of_token(tokens);
    CHECK(two.find("something else than one token") != two.npos);
    CHECK(two.find("hunter") == two.npos);

    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    CHECK(failure_of_token(tokens).find("Is a directory") != std::string::npos);

    std::filesystem::remove(path);
    rotate("abc");
    CHECK(tokens.current().reveal() == "abc");
}

TEST_CASE_METHOD(token_file_fixture, "an endless token file is not read to its end")
{
    path = "/dev/zero";
    auto tokens = source();

    CHECK(failure_of_token(tokens).find("File too large") != std::string::npos);
}

TEST_CASE("a fixed token that would break the header is refused and not shown")
{
    auto const bad =
        GENERATE(as<std::string>(), "hunter2\n", "hunter2 x", "hunter2\r\nX-Header: 1", "hunter2\xff");
    settable_time time;
    bearer_token source({.token = secret(bad), .token_file = ""}, time, no_log());

    auto const what = failure_of_token(source);

    INFO(what);
    CHECK(what != "read");
    CHECK(what.find("hunter2") == what.npos);
}
