#pragma once

#include "testing/store/object_selector.hpp"
#include "testing/store/shard_selector.hpp"
#include "testing/store/storage.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// Says which objects a list or a watch sees.
struct object_scope {
    std::string ns; ///< empty: all namespaces
    object_selector select;
    shard_selector shard;

    /// Returns true if neither selector leaves anything out.
    bool everything() const noexcept { return select.everything() && shard.everything(); }
    bool holds(stored_object const& o) const;
};

/// One page of a list.
struct object_page {
    std::vector<stored_ref> items;
    std::string last_key; ///< where the next page begins; empty if this is the last page
    /// The number of objects after this page; unknown if there is a selector.
    std::optional<std::size_t> remaining;
    std::string shard; ///< the shard that the objects belong to (`shardInfo`); empty: they are not of one
};

/// A storage as one version of its resource shows it: objects come in and go out in this version, whichever
/// version they are stored in. Several collections may share one storage.
///
/// States     It is served until retire(); a retired collection exists on for the watches that still read it.
/// Threads    the server's serial executor, through api_store.
class collection {
public:
    using position = storage::position;

    collection(served_resource of, std::shared_ptr<storage> in) : of_(std::move(of)), in_(std::move(in)) {}

    served_resource const& resource() const noexcept { return of_; }
    std::shared_ptr<storage> const& objects() const noexcept { return in_; }
    bool shares_objects(collection const& other) const noexcept { return in_ == other.in_; }

    stored_ref find(std::string_view ns, std::string_view name) const { return shown(in_->find(ns, name)); }
    void apply(change_type type, stored_ref is);
    void compact(revision now) { in_->compact(now); }
    revision oldest() const noexcept { return in_->oldest(); }

    /// Returns a page of the state at revision `at`, which must not be before oldest(): the objects after the
    /// key `after`, in key order, at most `limit` of them. 0 means no limit.
    object_page page(object_scope const& scope, revision at, std::string_view after, std::size_t limit) const;

    /// The history, in this version: see storage.
    position after(revision at) const noexcept { return in_->after(at); }
    position end() const noexcept { return in_->end(); }
    bool holds(position p) const noexcept { return in_->holds(p); }
    change operator[](position p) const;

    /// Marks it as not served any more. A watch that still reads it ends with its history.
    void retire() noexcept { retired_ = true; }
    bool retired() const noexcept { return retired_; }

private:
    stored_ref shown(stored_ref object) const;

    served_resource of_;
    std::shared_ptr<storage> in_;
    bool retired_ = false;
};

} // namespace coinformer::testing::detail
