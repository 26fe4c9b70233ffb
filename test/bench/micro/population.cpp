#include "population.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <random>

namespace micro {

using namespace coinformer;
using detail::object_ref;

namespace {

std::string node_of(std::size_t i, std::size_t n)
{
    return "node-" + std::to_string(i % std::max<std::size_t>(n / 50, 1));
}

object_ref object(std::size_t i, std::size_t n, char const* version)
{
    char uid[40];
    std::snprintf(uid, sizeof uid, "6f1c0a4e-0000-4000-8000-%012zu", i);
    return make("shop-" + std::to_string(i / 100) + "/web-7d9c6b8f5d-" + std::to_string(1'000'000 + i),
                version, static_cast<int>(i), node_of(i, n), uid);
}

std::vector<std::string> by_node(object_ref const& o)
{
    return {item_of(o).group.to_owned()};
}

} // namespace

population::population(std::size_t n)
{
    detail::store::replacement all{.gone = {}, .put = {}};
    for (std::size_t i = 0; i < n; ++i) all.put.push_back(object(i, n, "1000001"));
    store.replace(all, "1000001");
    store.add_index("node", by_node);

    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::shuffle(order.begin(), order.end(), std::mt19937_64(1));
    for (auto const i : order)
        text_.append(all.put[i]->key().ns).append(all.put[i]->key().name).append(node_of(i, n));
    std::string_view rest = text_;
    auto const take = [&rest](std::size_t size) {
        auto const taken = rest.substr(0, size);
        rest.remove_prefix(size);
        return taken;
    };
    questions.reserve(n);
    for (auto const i : order) {
        auto& q = questions.emplace_back();
        q.ns = take(all.put[i]->key().ns.size());
        q.name = take(all.put[i]->key().name.size());
        q.node = take(node_of(i, n).size());
    }

    std::shuffle(order.begin(), order.end(), std::mt19937_64(2));
    order.resize(std::min<std::size_t>(n, 50'000));
    for (auto const i : order) changing_.push_back({all.put[i], object(i, n, "1000002")});
}

population::batches population::changes(std::size_t batch) const
{
    batches all;
    for (auto const state : {&states::other, &states::one})
        for (std::size_t i = 0; i < changing_.size(); ++i) {
            if (i % batch == 0) all.emplace_back();
            all.back().push_back({.object = changing_[i].*state});
        }
    return all;
}

population::map const& population::as_map()
{
    if (!map_.empty()) return map_;
    map_.reserve(store.size());
    for (detail::slot_id slot = 0; slot < store.slots(); ++slot)
        if (auto const& o = store.at(slot)) map_.emplace(o->key(), o);
    return map_;
}

population& population_of(std::size_t n)
{
    static std::unique_ptr<population> kept;
    static std::size_t of = 0;
    if (of != n) {
        kept.reset(); // free the old one first, because two of them may not fit into memory
        kept = std::make_unique<population>(n);
        of = n;
    }
    return *kept;
}

} // namespace micro
