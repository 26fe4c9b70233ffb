#include <coinformer/core/environment.hpp>
#include <coinformer/core/log.hpp>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "captured_stderr.hpp"
#include "catch.hpp"

using namespace coinformer;

TEST_CASE("a fact without a value is left out of a line")
{
    std::ostringstream out;
    stream_log log(out);
    log.log(log_level::warning, "a handler is slow", {{"handler", ""}, {"collection", "pods"}});
    CHECK(out.str() == "WARNING a handler is slow collection=pods\n");
}

TEST_CASE("a stream log writes a line with its fields, from its level upwards")
{
    std::ostringstream out;
    stream_log log(out, log_level::warning);

    log.log(log_level::info, "list");
    log.log(log_level::warning, "watch ended", {{"resource", "pods"}, {"retry", "800ms"}});

    CHECK(out.str() == "WARNING watch ended resource=pods retry=800ms\n");
}

TEST_CASE("no_log() is silent, and the default log tells warnings and errors")
{
    CHECK_FALSE(no_log().enabled(log_level::error));
    CHECK(environment().log == &stderr_log());
    CHECK(stderr_log().enabled(log_level::warning));
    CHECK_FALSE(stderr_log().enabled(log_level::info));
}

TEST_CASE("lines that several threads write to stderr do not mix")
{
    captured_stderr captured;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t != 4; ++t)
            threads.emplace_back([] {
                for (int i = 0; i != 100; ++i) {
                    stderr_log().log(log_level::warning, "a list failed",
                                     {{"resource", "pods"}, {"why", "a=b"}});
                    stderr_log().log(log_level::info, "nobody reads this");
                }
            });
    }
    std::istringstream text(captured.text());
    std::size_t count = 0;
    for (std::string line; std::getline(text, line); ++count)
        CHECK(line == R"(coinformer: WARNING a list failed resource=pods why="a=b")");
    CHECK(count == 400);
}

namespace {

/// A stream buffer that is not safe from several threads, as most are not: a write takes time, and has two
/// halves.
class two_part_buffer final : public std::streambuf {
public:
    int most_inside() const noexcept { return most_; }
    std::string const& text() const noexcept { return text_; }

protected:
    std::streamsize xsputn(char const* text, std::streamsize size) override
    {
        std::string_view const all(text, static_cast<std::size_t>(size));
        int const now = ++inside_;
        if (now > most_) most_ = now;
        append(all.substr(0, all.size() / 2));
        for (int i = 0; i != 10; ++i) std::this_thread::yield();
        append(all.substr(all.size() / 2));
        --inside_;
        return size;
    }

private:
    void append(std::string_view part)
    {
        std::lock_guard const alone(lock_); // so that a wrong log tears lines, and does no more harm
        text_.append(part);
    }

    std::atomic<int> inside_{0}, most_{0};
    std::mutex lock_;
    std::string text_;
};

} // namespace

TEST_CASE("lines that several threads log to a stream do not mix, and one thread at a time writes to it")
{
    two_part_buffer buffer;
    std::ostream out(&buffer);
    stream_log plain(out);
    json_log json(out);
    bool const is_json = GENERATE(false, true);
    auto& log = is_json ? static_cast<log_sink&>(json) : plain;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t != 4; ++t)
            threads.emplace_back([&log] {
                for (int i = 0; i != 100; ++i)
                    log.log(log_level::warning, "a list failed", {{"resource", "pods"}});
            });
    }
    CHECK(buffer.most_inside() == 1);
    std::string const end = is_json ? R"("message":"a list failed","fields":{"resource":"pods"}})"
                                    : "WARNING a list failed resource=pods";
    std::istringstream text(buffer.text());
    std::size_t count = 0, whole = 0;
    for (std::string line; std::getline(text, line); ++count)
        whole +=
            line.ends_with(end) && line.find(end) == line.rfind(end) && line.starts_with(is_json ? '{' : 'W');
    CHECK(count == 400);
    CHECK(whole == 400);
}

TEST_CASE("a server's text cannot begin a line of its own, nor drive the terminal")
{
    std::ostringstream out;
    stream_log log(out);

    log.log(log_level::warning, "refused\nERROR forged", {{"key\n", "a\r\nERROR forged \x1b[2J"}});
    log_field const field{"key", "x\ny"};
    log.write(log_level::info, "a program's own\n", {&field, 1});

    CHECK(out.str() ==
          "WARNING refused ERROR forged key =a  ERROR forged ?[2J\nINFO a program's own  key=x y\n");
}

TEST_CASE("a sink of the user's own gets harmless texts")
{
    struct own_sink final : log_sink {
        bool enabled(log_level) const noexcept override { return true; }
        void write(log_level, std::string_view message, std::span<log_field const> fields) noexcept override
        {
            said =
                std::string(message) + '|' + std::string(fields[0].key) + '|' + std::string(fields[0].value);
        }
        std::string said;
    } sink;

    sink.log(log_level::warning, "a\nb", {{"object", "\x1b[2J"}});

    CHECK(sink.said == "a b|object|?[2J");
}

TEST_CASE("a value that looks like further fields stands between quotation marks")
{
    std::ostringstream out;
    stream_log log(out);

    log.log(log_level::info, "refused",
            {{"cause", R"(no luck "now")"}, {"of", R"(x\ key="y")"}, {"by", R"("joe")"}});

    CHECK(out.str() == R"(INFO refused cause=no luck "now" of="x\\ key=\"y\"" by="\"joe\"")"
                       "\n");
}

TEST_CASE("a JSON log writes an object in each line, whatever the texts hold")
{
    std::ostringstream out;
    json_log log(out);

    log.log(log_level::debug, "a detail");
    log.log(log_level::warning, "a \"list\"\n{} failed", {{"error", "back\\slash\t\x01"}, {"pod", "a\xff"}});
    log.log(log_level::info, "plain");

    auto text = out.str();
    auto const time = text.substr(0, text.find(",\"level\""));
    CHECK(time.size() == std::string(R"({"time":"2026-11-25T15:04:05.123Z")").size());
    CHECK(time.starts_with(R"({"time":"20)"));
    CHECK(time.ends_with("Z\""));
    std::tm parts{};
    auto const* const rest_of_time = ::strptime(time.c_str(), "{\"time\":\"%Y-%m-%dT%H:%M:%S.", &parts);
    REQUIRE(rest_of_time);
    CHECK(std::abs(std::difftime(::timegm(&parts), std::time(nullptr))) < 60);
    auto const without_times = [&] {
        std::istringstream lines(text);
        std::string rest;
        for (std::string line; std::getline(lines, line);) rest += line.substr(time.size()) + '\n';
        return rest;
    }();
    CHECK(
        without_times ==
        R"(,"level":"warning","message":"a \"list\" {} failed","fields":{"error":"back\\slash ?","pod":"a?"}})"
        "\n"
        R"(,"level":"info","message":"plain","fields":{}})"
        "\n");
}
