// Contract: a proxy that hides the objects of other users leaves many pages of a list empty. Whoever lists
// follows them to the end, as long as they may lead to one.

#include "world.hpp"

#include <coinformer/api/object_list.hpp>
#include <coinformer/api/pager.hpp>

namespace {

/// A server whose lists come through a proxy, which hides all objects but the last one. As Teleport does, it
/// takes the others out of the pages, and keeps the tokens and the numbers of remaining objects.
struct hidden : world {
    /// The proxy sends this many empty pages, and then the user's object. A list with a selector has no
    /// numbers.
    void hide(unsigned empty_pages, bool has_numbers)
    {
        put("other", "1"); // so that the server is at some version
        auto const version = server.resource_version();
        server.intercept([=](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb != "list") return std::nullopt;
            auto const at = asked.target.find("continue=page-");
            auto const page = at == std::string::npos ? 0 : std::stoul(asked.target.substr(at + 14));
            auto meta = R"("resourceVersion":")" + version + '"';
            std::string items;
            if (page == empty_pages)
                items = R"({"metadata":{"name":"mine","namespace":"shop","uid":"u","resourceVersion":"1"}})";
            else
                meta += R"(,"continue":"page-)" + std::to_string(page + 1) + '"';
            if (has_numbers && page != empty_pages)
                meta += R"(,"remainingItemCount":)" + std::to_string(500 * (empty_pages - page));
            return testing::canned_answer{.body =
                                              R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{)" +
                                              meta + R"(},"items":[)" + items + "]}"};
        });
    }
    std::size_t lists() const { return server.requests("list", config_maps); }
};

task<> read_all(client& api, std::size_t& objects)
{
    auto const all = co_await api.list<config_map>();
    objects = all.objects.size();
}

task<> page_through(client& api, std::size_t& objects)
{
    pager<config_map> pages(api);
    while (auto const page = co_await pages.next()) objects += page->objects.size();
}

} // namespace

TEST_CASE_METHOD(hidden, "an informer syncs although a proxy hides all objects of many pages")
{
    hide(20, GENERATE(true, false));
    shared_informer<config_map> informer(api, listing());
    background const running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.has_synced());
    CHECK(informer.snapshot().get("shop", "mine"));
    CHECK(lists() == 21);
}

TEST_CASE_METHOD(hidden,
                 "an informer follows thousands of empty pages while the server says that fewer remain")
{
    hide(1500, true);
    shared_informer<config_map> informer(api, listing());
    background const running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.has_synced());
    CHECK(lists() == 1501);
}

TEST_CASE_METHOD(hidden,
                 "a list of many empty pages is not slow while the server says that fewer objects remain")
{
    hide(1500, true);
    network.conditions({}, {.delay = 100ms}); // two and a half minutes for all pages
    shared_informer<config_map> informer(api, listing());
    background const running(io, informer.run());
    background const synced(io, informer.synced());
    time.run_for(3min);
    CHECK(informer.has_synced());
    CHECK(synced.ended);
    CHECK_FALSE(has_logged("the answer comes slowly"));
}

TEST_CASE_METHOD(hidden, "an informer gives up after a thousand empty pages without a number, and says why")
{
    hide(1500, false);
    shared_informer<config_map> informer(api, listing());
    background const running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(100ms);
    CHECK(synced.code() == errc::unexpected_content);
    CHECK(synced.what().find("the list makes no progress") != std::string::npos);
    CHECK(lists() == 1001);
}

TEST_CASE_METHOD(hidden, "a list and a pager come to the object behind many empty pages")
{
    hide(20, GENERATE(true, false));
    std::size_t objects = 0;
    background const reading(io, GENERATE(true, false) ? read_all(api, objects) : page_through(api, objects));
    time.run_for(1s);
    CHECK(reading.ended);
    CHECK(reading.what().empty());
    CHECK(objects == 1);
}
