// Contract: the error of a request names the request, in verb() and path(), and once in its line, wherever
// the answer went wrong.

#include "world.hpp"

#include <coinformer/api/pager.hpp>
#include <coinformer/api/table.hpp>

namespace {

std::string const path_of_maps = "/api/v1/namespaces/shop/configmaps";

task<> read_all_pages(pager<config_map>& pages)
{
    for (bool more = true; more;) {
        auto const page = co_await pages.next();
        more = page.has_value();
    }
}

struct failing_requests : world {
    failing_requests() { put("a", std::string(5000, 'x')); }

    template <class T>
    api_error error_of(task<T> request)
    {
        try {
            (void)testing::run(io, time, std::move(request));
        } catch (api_error const& e) {
            return e;
        }
        return api_error(errc::stopped, "nothing was thrown");
    }
    /// Reads the whole list in one of the two ways.
    api_error error_of_list(bool with_pager)
    {
        if (!with_pager) return error_of(api.list<config_map>("shop"));
        pager<config_map> pages(api, {.ns = "shop"});
        return error_of(read_all_pages(pages));
    }
    /// Checks the error of a request for config maps; `name` is "/a" for one of them.
    static void check(api_error const& e, errc code, std::string const& verb, std::string const& name = {})
    {
        auto const path = path_of_maps + name;
        std::string const line = e.what();
        INFO(line);
        CHECK(e.code() == code);
        CHECK(e.verb() == verb);
        CHECK(e.path() == path);
        CHECK(line.starts_with(verb + ' ' + path + ": "));
        CHECK(occurrences(line, path) == 1);
    }
};

} // namespace

TEST_CASE_METHOD(failing_requests, "a page that is wrong at its end is an error that names the list")
{
    bool const with_pager = GENERATE(false, true);
    server.inject(faults::truncated_json().on("list"));
    check(error_of_list(with_pager), errc::truncated, "list");
    server.inject(faults::answer({.body = R"({"status":"ok"})"}).on("list"));
    check(error_of_list(with_pager), errc::unexpected_content, "list");
}

TEST_CASE_METHOD(failing_requests, "a list that stops in the middle is an error that names it once")
{
    bool const with_pager = GENERATE(false, true);
    server.inject(faults::stall(3000).on("list"));
    check(error_of_list(with_pager), errc::silent_connection, "list");
}

TEST_CASE_METHOD(failing_requests, "an object that stops in the middle is an error that names it once")
{
    server.inject(faults::stall(3000).on("get").times(2));
    check(error_of(api.get<config_map>("shop", "a")), errc::silent_connection, "get", "/a");
    check(error_of(api.get(config_maps, "shop", "a")), errc::silent_connection, "get", "/a");
}

TEST_CASE_METHOD(failing_requests, "an object that is too large is an error that names it once")
{
    client_options limits;
    limits.max_object_bytes = 1000;
    client narrow(env, endpoint{.server = "http://in-memory"}, limits, network.dialer());
    check(error_of(narrow.get<config_map>("shop", "a")), errc::object_too_large, "get", "/a");
    check(error_of(narrow.get(config_maps, "shop", "a")), errc::object_too_large, "get", "/a");
    narrow.close();
    time.settle();
}

TEST_CASE_METHOD(failing_requests, "a list that leads nowhere is an error that names it once")
{
    bool const with_pager = GENERATE(false, true);
    bool const on_one_page = GENERATE(false, true); // or the second page repeats the token of the first
    std::string const one = R"({"metadata":{"name":"a","namespace":"shop"}})";
    auto items = one;
    for (int i = 0; on_one_page && i != 25'000; ++i) items += ',' + one;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list") return std::nullopt;
        return testing::canned_answer{
            .body = R"({"metadata":{"resourceVersion":"5","continue":"again"},"items":[)" + items + "]}"};
    });
    check(error_of_list(with_pager), errc::unexpected_content, "list");
    server.intercept(nullptr);
}

TEST_CASE_METHOD(failing_requests, "an answer that is no table is an error that names the list once")
{
    auto const answer =
        GENERATE(faults::html(), faults::empty_answer(), faults::truncated_json(),
                 faults::answer({.content_type = "text/plain", .body = "404 page not found"}),
                 faults::answer({.body = R"({"kind":"ConfigMapList","metadata":{},"items":[]})"}));
    server.inject(answer.on("list"));
    check(error_of(list_table(api, config_maps, "shop")), errc::unexpected_content, "list");
}
