// Contract: pages go through a collection in key order, across snapshots, and show each object that stays
// exactly once.

#include "world.hpp"

#include <coinformer/core/random.hpp>

#include <algorithm>
#include <set>

namespace {

template <class Objects>
lines keys(Objects const& objects)
{
    lines found;
    for (auto const& o : objects) found.push_back(to_string(o.key()));
    return found;
}

} // namespace

TEST_CASE_METHOD(
    informed,
    "over random histories, pages of changing snapshots show each object that stays exactly once, in order")
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        random_source random(seed);
        auto const some_key = [&] {
            return std::pair("n" + std::to_string(random.below(3)), "o" + std::to_string(random.below(60)));
        };
        server.remove_collection(config_maps);
        for (int i = 0; i < 60; ++i) {
            auto const [ns, name] = some_key();
            if (!informer.snapshot().get(ns, name)) put(name, "0", ns);
            time.settle();
        }
        std::set<std::string> stayed;
        for (auto const& key : keys(informer.snapshot().list())) stayed.insert(key);

        std::string const ns = seed % 3 == 0 ? "n1" : "";
        std::size_t const limit = 1 + random.below(7);
        lines shown;
        auto page = informer.snapshot().page({}, limit, ns);
        while (!page.empty()) {
            CHECK(page.size() <= limit);
            for (auto const& key : keys(page)) shown.push_back(key);
            for (auto changes = random.below(8); changes != 0; --changes) {
                auto const [in, name] = some_key();
                if (!informer.snapshot().get(in, name)) {
                    put(name, "1", in);
                } else if (random.below(2) == 0) {
                    set(name, "2", in);
                } else {
                    remove(name, in);
                    stayed.erase(in + '/' + name);
                }
                time.settle();
            }
            page = informer.snapshot().page(page.back().key(), limit, ns);
        }

        CHECK(std::is_sorted(shown.begin(), shown.end(), [](std::string const& a, std::string const& b) {
            auto const key = [](std::string const& s) {
                return std::pair(s.substr(0, s.find('/')), s.substr(s.find('/')));
            };
            return key(a) < key(b);
        }));
        CHECK(std::adjacent_find(shown.begin(), shown.end()) == shown.end());
        for (auto const& key : stayed)
            if (ns.empty() || key.starts_with(ns)) CHECK(std::count(shown.begin(), shown.end(), key) == 1);
        for (auto const& key : shown) CHECK((ns.empty() || key.starts_with(ns)));
    }
}

TEST_CASE_METHOD(informed, "a page begins behind its key, whether that object exists or not; with the limit "
                           "0 it has all further objects")
{
    put("c", "1", "other");
    put("ab", "1");
    time.run_for(1s);
    auto const now = informer.snapshot();
    CHECK(keys(now.page({}, 0)) == lines{"other/c", "shop/a", "shop/ab", "shop/b"});
    CHECK(keys(now.page({}, 2)) == lines{"other/c", "shop/a"});
    CHECK(keys(now.page({"shop", "a"}, 2)) == lines{"shop/ab", "shop/b"});
    CHECK(keys(now.page({"shop", "aa"}, 0)) == lines{"shop/ab", "shop/b"});
    CHECK(keys(now.page({"shop", ""}, 1)) == lines{"shop/a"});
    CHECK(now.page({"shop", "b"}, 5).empty());
    CHECK(keys(now.page({}, 5, "shop")) == lines{"shop/a", "shop/ab", "shop/b"});
    CHECK(keys(now.page({"shop", "a"}, 1, "shop")) == lines{"shop/ab"});
    CHECK(now.page({}, 5, "nowhere").empty());
    CHECK(keys(informer.lister().page({}, 1)) == lines{"other/c"});

    auto const held = now.page({"shop", "a"}, 1);
    remove("ab");
    time.run_for(1s);
    CHECK(held.front()->data.at("v") == "1");
    CHECK(keys(informer.snapshot().page(held.front().key(), 9)) == lines{"shop/b"});
}
