#pragma once

#include "cache/store/store.hpp"
#include "unit/cache/item.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace micro {

/// A full store, and what to ask and to tell it: small objects, 100 in a namespace, each on a node with 50 of them, by
/// which there is an index.
class population {
public:
    explicit population(std::size_t n);

    struct question {
        std::string_view ns, name, node;
    };

    coinformer::detail::store store;
    /// One about each object, in no order. They lie side by side, away from the objects: asking is nearly free.
    std::vector<question> questions;

    using batches = std::vector<std::vector<coinformer::detail::store::operation>>;
    /// Changes of up to 50,000 objects anywhere among all, and then back: to be applied one batch after the other,
    /// again and again. Every state of an object is kept, so that no change makes or frees one.
    batches changes(std::size_t batch) const;

    /// The same objects in a hash map of the standard library: what a look-up costs without snapshots. Made when it is
    /// asked for.
    using map =
        std::unordered_map<coinformer::object_key, coinformer::detail::object_ref, coinformer::detail::key_hash>;
    map const& as_map();

private:
    map map_;
    std::string text_; // of the questions
    struct states {
        coinformer::detail::object_ref one, other;
    };
    std::vector<states> changing_;
};

/// The one of this size. It stays until one of another size is asked for: a million objects take a second to make.
population& population_of(std::size_t n);

} // namespace micro
