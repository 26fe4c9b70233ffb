#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// Sorts by size, the largest element first. Elements of the same size keep their order.
///
/// std::ranges::stable_sort() of libstdc++ 12 would do the same, but clang rejects its deprecated function.
template <class T, class Size>
void sort_largest_first(std::vector<T>& all, Size size_of)
{
    struct place {
        double size;
        std::size_t index;
    };
    std::vector<place> order;
    for (std::size_t i = 0; i != all.size(); ++i)
        order.push_back({static_cast<double>(std::invoke(size_of, all[i])), i});
    std::ranges::sort(order, [](place const& a, place const& b) {
        return a.size != b.size ? a.size > b.size : a.index < b.index;
    });
    std::vector<T> sorted;
    for (auto const& p : order) sorted.push_back(std::move(all[p.index]));
    all = std::move(sorted);
}

} // namespace coinformer::detail
