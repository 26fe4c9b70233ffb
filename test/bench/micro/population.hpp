#pragma once

#include "cache/store/store.hpp"
#include "unit/cache/item.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace micro {

/// A full store, with questions to ask and changes to apply. It holds small objects, 100 in a namespace, each
/// on one of the nodes, which have 50 objects each and an index.
class population {
public:
    explicit population(std::size_t n);

    struct question {
        std::string_view ns, name, node;
    };

    coinformer::detail::store store;
    /// One question about each object, in random order. The questions lie side by side and away from the
    /// objects, so that reading a question costs next to nothing.
    std::vector<question> questions;

    using batches = std::vector<std::vector<coinformer::detail::store::operation>>;
    /// Changes of up to 50,000 objects anywhere in the store, and back again. They can be applied one batch
    /// after the other, again and again. Every state of an object is kept, so that no change allocates or
    /// frees an object.
    batches changes(std::size_t batch) const;

    /// The same objects in a hash map of the standard library, which shows what a look-up costs without
    /// snapshots. The first call makes it.
    using map = std::unordered_map<coinformer::object_key, coinformer::detail::object_ref,
                                   coinformer::detail::key_hash>;
    map const& as_map();

private:
    map map_;
    std::string text_; // the texts of the questions
    struct states {
        coinformer::detail::object_ref one, other;
    };
    std::vector<states> changing_;
};

/// Returns the population of this size. It stays until another size is asked for, because a million objects
/// take a second to make.
population& population_of(std::size_t n);

} // namespace micro
