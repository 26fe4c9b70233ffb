// How far a watcher has got, as a plain value.

#include "api/client/retry_watch.hpp"

#include "catch.hpp"

#include <string>

using namespace coinformer;

TEST_CASE("a watcher knows a deletion of an older version again until its position moves")
{
    detail::watcher_position at("100");
    CHECK(at.is_behind("99"));
    CHECK(at.note_deletion({"shop", "a"}, "7"));
    CHECK_FALSE(at.note_deletion({"shop", "a"}, "7"));
    CHECK(at.note_deletion({"shop", "a"}, "8")); // it was created and deleted once more
    CHECK(at.note_deletion({"lab", "a"}, "7"));
    at.advance("100");
    CHECK_FALSE(at.note_deletion({"shop", "a"}, "7"));
    at.advance("101");
    CHECK(at.version() == "101");
    CHECK(at.note_deletion({"shop", "a"}, "7"));
}

TEST_CASE("a watcher remembers ten thousand deletions of older versions, and takes each further one for new")
{
    constexpr int most = 10'000;
    detail::watcher_position at("100");
    int known = 0;
    for (int i = 0; i != most; ++i) {
        auto const name = "m" + std::to_string(i);
        known += at.note_deletion({"shop", name}, "7") ? 0 : 1;
    }
    CHECK(known == 0);
    for (int again = 0; again != 2; ++again) CHECK(at.note_deletion({"shop", "one-more"}, "7"));
    CHECK_FALSE(at.note_deletion({"shop", "m0"}, "7"));
    CHECK_FALSE(at.note_deletion({"shop", "m9999"}, "7"));

    at.advance("101");
    CHECK(at.note_deletion({"shop", "one-more"}, "7"));
    CHECK_FALSE(at.note_deletion({"shop", "one-more"}, "7"));
    CHECK(at.note_deletion({"shop", "m0"}, "7"));
}
