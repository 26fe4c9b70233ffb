// The status page answers on any thread, while it looks at the informers on its own.

#include "page_world.hpp"

#include <atomic>
#include <thread>

TEST_CASE_METHOD(page_world, "answers may be taken on several threads while the page looks")
{
    configs.on_change({.updated = [](config_map const&) {}}, {.name = "h"});
    begin();
    std::atomic<bool> done = false;
    std::atomic<int> answers = 0;
    auto const read = [&] {
        while (!done) {
            auto const all = json::parse(page->answer("/status.json").body);
            if (all.at("collections").at(0).at("objects") == 2) ++answers;
        }
    };
    std::thread first(read), second(read);
    for (int i = 0; i < 300 || answers < 10; ++i) {
        change<config_map>("a");
        time.run_for(1s);
    }
    done = true;
    first.join();
    second.join();
    auto const now = status().at("now").to_number<double>();
    auto const started = status().at("started").to_number<double>();
    CHECK(now - started >= 301); // looks that came at the same time as an answer were made up for
    CHECK(time_line() == "list first list; watch");
}
