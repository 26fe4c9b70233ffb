#include "core/scoped_count.hpp"

#include "catch.hpp"

#include <atomic>
#include <stdexcept>

using coinformer::detail::scoped_count;
using coinformer::detail::scoped_flag;

TEST_CASE("a scoped count counts while its scope lasts, also if an exception ends the scope")
{
    std::size_t waiting = 2;
    {
        scoped_count const one(waiting);
        CHECK(waiting == 3);
        try {
            scoped_count const another(waiting);
            CHECK(waiting == 4);
            throw std::runtime_error("ends the inner scope");
        } catch (std::runtime_error const&) {
        }
        CHECK(waiting == 3);
    }
    CHECK(waiting == 2);
}

TEST_CASE("a scoped flag is set while its scope lasts")
{
    bool plain = false;
    std::atomic<bool> shared = false;
    {
        scoped_flag const one(plain);
        scoped_flag const another(shared);
        CHECK(plain);
        CHECK(shared);
    }
    CHECK(!plain);
    CHECK(!shared);
}
