// A pager that has no memory to begin a list. Each allocation fails in its turn.

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/pager.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <exception>
#include <string>

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace pager_memory {

using namespace coinformer;
using namespace std::chrono_literals;

constexpr resource listed{.group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

/// A server with five objects, and a pager that shows two of them at once.
struct paged {
    paged()
    {
        for (std::string const name : {"a", "b", "c", "d", "e"})
            test.server.create(listed, R"({"metadata":{"name":")" + name + R"(","namespace":"shop"}})");
    }

    testing::fake_cluster test;
    pager<object_metadata> pages{test.api, {.page_size = 2}, listed};
    std::string seen; ///< the names of the objects, and a space behind each page
};

/// Asks for a page. Tells when that has ended, well or not.
task<> take_page(paged& of, bool& has_ended)
{
    try {
        auto const page = co_await of.pages.next();
        for (auto const& o : page.value().objects) of.seen += o.key().name;
        of.seen += ' ';
    } catch (std::exception const&) { // there was no memory
    }
    has_ended = true;
}

task<> take_all_pages(paged& of)
{
    while (auto page = co_await of.pages.next()) {
        for (auto const& o : page->objects) of.seen += o.key().name;
        of.seen += ' ';
    }
}

} // namespace pager_memory

TEST_CASE(
    "after a call of pager::next() that had no memory, the next call gets the page, whichever allocation "
    "has failed")
{
    using namespace pager_memory;
    // Asio itself needs memory to destroy a coroutine, so that only one allocation fails.
    auto const how = memory_shortage::passes;
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        paged w;
        auto& cluster = w.test;
        bool has_left_run = true, first_has_ended = false;
        boost::asio::co_spawn(cluster.io, take_page(w, first_has_ended), boost::asio::detached);
        cluster.io.restart();
        was_short = meets_shortage(count, how, [&] {
            while (cluster.network.dialed() == 0 && cluster.io.poll_one() != 0) {
            } // the server does nothing
            has_left_run = false;
        });
        cluster.time.run_for(1min);
        if (has_left_run) continue; // the program learns it, because io_context::run() throws
        REQUIRE(first_has_ended);
        cluster.run(take_all_pages(w));
        REQUIRE(w.seen == "ab cd e ");
    }
    CHECK(count > 5); // fewer would mean that nothing was tested
}
