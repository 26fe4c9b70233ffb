// Contract: what own_writes refuses, and how many writes it remembers.

#include "world.hpp"

#include <coinformer/cache/own_writes.hpp>

TEST_CASE_METHOD(informed, "a null object is no write of this process, and is refused")
{
    own_writes<config_map> mine(informer);
    object_ptr<config_map> const none;
    auto const why = [](auto const& call) {
        try {
            call();
        } catch (api_error const& e) {
            CHECK(e.code() == errc::bad_request);
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(why([&] { mine.wrote(none); }).find("the object is null") != std::string::npos);
    CHECK_FALSE(why([&] { mine.removed(none); }).empty());
    CHECK(mine.size() == 0);
}

TEST_CASE_METHOD(informed, "a thousand own writes are remembered unless another number is given")
{
    own_writes<config_map> mine(informer);
    for (int i = 0; i != 1001; ++i) mine.wrote(put("own-" + std::to_string(i), "1"));
    CHECK(mine.size() == 1000);
    CHECK_FALSE(mine.get("shop", "own-0"));
    CHECK(mine.get("shop", "own-1"));
}
