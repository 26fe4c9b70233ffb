// The query that a list or a watch sends.

#include <coinformer/api/list_options.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;

TEST_CASE("a watch without a time-out leaves it to the server")
{
    CHECK(list_options().watch(0s).query() == "watch=true&allowWatchBookmarks=true");
    CHECK(list_options().watch(1s).query() == "watch=true&allowWatchBookmarks=true&timeoutSeconds=1");
}
