#include "cache/listing.hpp"

#include <numeric>

namespace coinformer::detail {

namespace {

// As a server orders them: "shop-2/a" comes before "shop/a".
std::strong_ordering compare_paths(object_key const& a, object_key const& b) noexcept
{
    auto const common = std::min(a.ns.size(), b.ns.size());
    if (auto const order = a.ns.substr(0, common) <=> b.ns.substr(0, common); order != 0) return order;
    if (a.ns.size() == b.ns.size()) return a.name <=> b.name;
    return a.ns.size() < b.ns.size() ? '/' <=> b.ns[common] : a.ns[common] <=> '/';
}

} // namespace

void listing::put(object_ref object)
{
    objects_.push_back(std::move(object));
}

void listing::remove(object_key key)
{
    std::erase(rest_.undecoded, std::pair(std::string(key.ns), std::string(key.name)));
    removals_.push_back({std::string(key.ns), std::string(key.name), objects_.size()});
}

void listing::put_undecoded(std::string ns, std::string name)
{
    rest_.incomplete |= name.empty();
    rest_.undecoded.emplace_back(std::move(ns), std::move(name));
}

void listing::put_version(std::string_view version)
{
    if (rest_.version.empty()) rest_.version = version;
}

delta::collection listing::take()
{
    keep_last_states();
    auto all = std::exchange(rest_, {});
    all.objects = std::exchange(objects_, {});
    return all;
}

bool listing::in_order() const
{
    auto const not_less = [](auto const& a, auto const& b) { return compare_paths(a->key(), b->key()) >= 0; };
    return std::ranges::adjacent_find(objects_, not_less) == objects_.end();
}

void listing::keep_last_states()
{
    if (removals_.empty() && in_order()) return;
    std::vector<std::size_t> places(objects_.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    auto const key = [this](std::size_t place) { return objects_[place]->key(); };
    auto const less = [](object_key const& a, object_key const& b) { return compare_paths(a, b) < 0; };
    std::ranges::sort(places, [&](std::size_t a, std::size_t b) {
        auto const order = compare_paths(key(a), key(b));
        return order != 0 ? order < 0 : a > b; // the last one first
    });
    auto const again = std::ranges::unique(places, {}, key);
    places.erase(again.begin(), again.end());
    for (auto const& r : std::exchange(removals_, {})) {
        object_key const gone{r.ns, r.name};
        auto const at = std::ranges::lower_bound(places, gone, less, key);
        if (at != places.end() && key(*at) == gone && *at < r.after) places.erase(at);
    }
    std::vector<object_ref> last;
    last.reserve(places.size());
    for (auto const place : places) last.push_back(std::move(objects_[place]));
    objects_ = std::move(last);
}

} // namespace coinformer::detail
