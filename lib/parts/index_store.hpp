#pragma once

#include "cache/delta_applier.hpp"
#include "cache/store/store.hpp"

#include <coinformer/parts/indexer.hpp>

#include <set>
#include <string>
#include <vector>

namespace coinformer::parts::detail {

/// A batch of changes for handlers, behind a pointer, because its type is private.
class untyped_changes {
public:
    explicit untyped_changes(coinformer::detail::change_batch from) : batch(std::move(from)) {}
    coinformer::detail::change_batch batch;
};

/// The store of an informer, with the rules by which deltas change it.
///
/// Threads    as parts::indexer.
class index_store {
public:
    index_store(environment env, std::vector<std::string> const& namespaces);

    void add_index(std::string name, index_function values);
    changes_ptr apply(std::vector<untyped_delta> deltas);
    changes_ptr remove(object_key const& key);
    coinformer::detail::store const& objects() const noexcept { return store_; }

private:
    environment env_;
    coinformer::detail::index_failure_log failures_;
    coinformer::detail::store store_;
    coinformer::detail::delta_applier applier_;
    std::set<std::string> names_{std::string(coinformer::detail::namespace_index)};
};

} // namespace coinformer::parts::detail
