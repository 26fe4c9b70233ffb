// Contract: the columns that kubectl prints are the server's, for any kind, in lists and in watches.

#include "world.hpp"

#include <coinformer/api/table.hpp>
#include <coinformer/api/watcher.hpp>

namespace {

constexpr auto definition = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ovens.example.io}
spec:
  group: example.io
  scope: Namespaced
  names: {plural: ovens, kind: Oven}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
    - {name: Lit, type: date, jsonPath: .lit}
    - {name: Maker, type: string, jsonPath: .maker, priority: 1}
)";
constexpr resource ovens{"example.io", "v1", "ovens", "Oven"};

// Each row as "shop/a: a 1 2m".
void add_to(lines& all, table const& t)
{
    for (auto const& row : t.rows) {
        auto line =
            row.object.metadata.namespace_.to_owned() + '/' + row.object.metadata.name.to_owned() + ':';
        for (auto const& cell : row.cells) line += ' ' + (cell.empty() ? "-" : cell.text_at(""));
        all.push_back(std::move(line));
    }
}

lines titles(table const& t)
{
    lines all;
    for (auto const& c : t.columnDefinitions)
        all.push_back(c.name.to_owned() + (c.priority == 0 ? "" : " (wide)"));
    return all;
}

task<> write_down(watcher<table>& events, lines& seen)
{
    for (;;) {
        auto const e = co_await events.next();
        add_to(seen, *e.object);
    }
}

} // namespace

TEST_CASE_METHOD(world, "a table has the server's columns and cells, page by page")
{
    put("a", "1");
    put("b", "1");
    put("c", "1", "home");
    time.run_for(2min);
    auto const first = run(list_table(api, config_maps, {}, list_options().limit(2)));
    CHECK(titles(*first) == lines{"Name", "Data", "Age"});
    auto const more = first->metadata.continue_.to_owned();
    REQUIRE_FALSE(more.empty());
    auto const second = run(list_table(api, config_maps, {}, list_options().limit(2).continue_token(more)));
    CHECK(second->metadata.continue_.empty());
    lines rows;
    add_to(rows, *first);
    add_to(rows, *second);
    CHECK(rows == lines{"home/c: c 1 2m", "shop/a: a 1 2m", "shop/b: b 1 2m"});
    CHECK(first.resource_version() == second.resource_version());
}

TEST_CASE_METHOD(world, "a watcher of tables has a row for each change, over cuts and bookmarks")
{
    put("a", "1");
    auto const now = run(list_table(api, config_maps, "shop"));
    watcher<table> events(api, std::string(now.resource_version()), {.ns = "shop"}, config_maps);
    lines seen;
    ::background running(io, write_down(events, seen));
    time.run_for(10min); // bookmarks come, and the server ends watches
    put("b", "1");
    put("c", "1", "home");
    time.run_for(100ms); // a row that comes after a pause of the watcher would be older
    server.disconnect();
    time.run_for(1min);
    remove("a");
    time.run_for(1min);
    CHECK(seen == lines{"shop/b: b 1 0s", "shop/a: a 1 11m"});
    CHECK(log_text.str().find("could not be decoded") == std::string::npos);
}

TEST_CASE_METHOD(world,
                 "columns of a definition are the server's, too: paths with filters, ages, and empty cells")
{
    server.load(definition);
    server.create(ovens,
                  R"({"metadata":{"name":"o","namespace":"shop"},"maker":"me","lit":"1970-01-01T00:00:00Z",
        "status":{"conditions":[{"type":"New","status":"False"},{"type":"Ready","status":"True"}]}})");
    server.create(ovens, R"({"metadata":{"name":"p","namespace":"shop"}})");
    auto const all = run(list_table(api, ovens));
    CHECK(titles(*all) == lines{"Name", "Ready", "Lit", "Maker (wide)"});
    lines rows;
    add_to(rows, *all);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].starts_with("shop/o: o True "));
    CHECK(rows[1] == "shop/p: p - - -");
}

TEST_CASE_METHOD(world, "a server that has no table of a kind is reported as such")
{
    server.intercept([](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.plural != "configmaps") return std::nullopt;
        return testing::canned_answer{.body = R"({"kind":"ConfigMapList","metadata":{},"items":[]})"};
    });
    auto const refused = [](api_error const& e) { return e.code() == errc::unexpected_content; };
    CHECK_THROWS_MATCHES(run(list_table(api, config_maps)), api_error, Catch::Predicate<api_error>(refused));
}
