// The plots of the status page: lines with one value for each sample and each minute.

#include "status_page/history.hpp"

#include <boost/json.hpp>

#include "catch.hpp"

namespace {

using namespace coinformer::detail;
namespace json = boost::json;

// The plot as the page reads it. Sample 0 was in second 1000 since 1970.
json::object shown(plot const& p)
{
    json_writer to;
    p.write(to, plot_spans::all, 1000, 1);
    return json::parse(std::move(to).text()).as_object();
}

json::array const& values(json::object const& shown_plot, std::string_view part, std::size_t line = 0)
{
    return shown_plot.at(part).at("series").at(line).at("values").as_array();
}

std::string text_of(json::array const& a)
{
    return json::serialize(a);
}

} // namespace

TEST_CASE("a plot shows a value for each sample, and null where there was none")
{
    plot p("events", "Events a second", "1/s", value_of_minute::mean);
    auto const line = p.line("added");
    line->add(2);
    line->add(1); // several series may belong to one line
    p.store({0, 0});
    p.store({1, 0});
    line->add(5);
    p.store({4, 0}); // two samples were not taken
    auto const now = shown(p);
    CHECK(text_of(values(now, "ten_minutes")) == "[3,null,null,null,5]");
    CHECK(now.at("ten_minutes").at("from") == 1000);
    CHECK(now.at("ten_minutes").at("step") == 1);
    CHECK(now.at("unit") == "1/s");
}

TEST_CASE("the plot of a day shows the mean of a minute, or its largest value")
{
    auto const how = GENERATE(value_of_minute::mean, value_of_minute::largest);
    plot p("x", "X", "", how);
    auto const line = p.line("a");
    for (std::uint64_t second = 0; second != 180; ++second) {
        if (second < 60) line->add(static_cast<double>(second % 2));
        if (second >= 120) line->add(4);
        p.store({second, second / 60});
    }
    auto const now = shown(p);
    CHECK(text_of(values(now, "day")) == (how == value_of_minute::mean ? "[5E-1,null,4]" : "[1,null,4]"));
    CHECK(now.at("day").at("step") == 60);
}

TEST_CASE("one line is written alone as means of five samples and of twelve minutes")
{
    plot p("x", "X", "", value_of_minute::mean);
    auto const line = p.line("a");
    for (std::uint64_t second = 0; second != 1503; ++second) {
        if (second < 1490 || second >= 1495) line->add(static_cast<double>(second));
        p.store({second, second / 60});
    }
    json_writer to;
    p.write_small(to, "a", 1000, 1);
    auto const now = json::parse(std::move(to).text()).as_object();
    auto const& samples = now.at("ten_minutes").as_object();
    CHECK(samples.at("from") == 1000 + 905); // the first round number among the last 600 samples
    CHECK(samples.at("step") == 5);
    auto const& means = samples.at("values").as_array();
    CHECK(means.size() == 120);
    CHECK(means.front() == 907);
    CHECK(means[117].is_null()); // nothing was recorded from 1490 to 1494
    CHECK(means[118] == 1497);
    CHECK(means[119] == 1501); // a portion that is not complete yet
    CHECK(now.at("day").at("step") == 720);
    CHECK(now.at("day").at("values").as_array().size() == 3);
    CHECK(now.at("day").at("values").as_array().front() == 359.5);

    json_writer none;
    p.write_small(none, "b", 1000, 1);
    CHECK(std::move(none).text() == "null");
}

TEST_CASE("a plot keeps ten minutes of samples and a day of minutes")
{
    plot p("x", "X", "", value_of_minute::mean);
    auto const line = p.line("a");
    constexpr std::uint64_t two_days = 2 * 24 * 3600;
    for (std::uint64_t second = 0; second != two_days; ++second) {
        line->add(static_cast<double>(second));
        p.store({second, second / 60});
    }
    auto const now = shown(p);
    CHECK(values(now, "ten_minutes").size() == 600);
    CHECK(now.at("ten_minutes").at("from") == 1000 + two_days - 600);
    CHECK(values(now, "ten_minutes").back() == two_days - 1);
    CHECK(values(now, "day").size() == 1440);
    CHECK(now.at("day").at("from") == 1000 + two_days - 24 * 3600);
}

TEST_CASE("a plot shows the twelve largest lines")
{
    plot p("x", "X", "", value_of_minute::mean);
    for (int i = 0; i != 20; ++i) p.line(std::to_string(i))->add(i);
    p.store({0, 0});
    auto const now = shown(p);
    auto const& lines = now.at("ten_minutes").at("series").as_array();
    REQUIRE(lines.size() == 12);
    CHECK(lines[0].at("name") == "19");
    CHECK(lines[11].at("name") == "8");
}

TEST_CASE("a new line takes the place of one that has had no value for ten minutes, and of no other")
{
    plot p("x", "X", "", value_of_minute::mean);
    std::vector<std::shared_ptr<plot_line>> lines;
    for (std::size_t i = 0; i != plot::most_lines; ++i) lines.push_back(p.line(std::to_string(i)));
    for (std::uint64_t second = 0; second != 600; ++second) {
        for (auto const& line : lines)
            if (line != lines[3] || second == 0) line->add(1);
        CHECK_FALSE(p.line("new"));
        p.store({second, second / 60});
    }
    p.store({600, 10});
    CHECK(p.line("new"));
    CHECK(lines[3]->dropped);
    CHECK_FALSE(p.line("newer"));
}

TEST_CASE("a line without a value for a day is forgotten")
{
    plot p("x", "X", "", value_of_minute::mean);
    auto const line = p.line("a");
    line->add(1);
    p.store({0, 0});
    p.store({24 * 3600, 24 * 60});
    CHECK(shown(p).at("day").at("series").as_array().size() == 1);
    p.store({24 * 3600 + 1, 24 * 60});
    CHECK(shown(p).at("day").at("series").as_array().empty());
    CHECK(line->dropped);
}
