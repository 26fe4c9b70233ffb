#pragma once

#include "testing/store/stored_object.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

enum class change_type { added, modified, deleted };

/// One change of the history.
struct change {
    change_type type;
    stored_ref was; ///< null for `added`
    stored_ref is;  ///< for `deleted`: the last state, at the revision of the deletion
};

/// The objects of one resource, in the version in which they are stored, and the newest part of their
/// history: at most `history` changes, in order. collection shows it in each version of the resource. Used on
/// the server's serial executor.
class storage {
public:
    /// A place in the history. It stays the same when older changes are forgotten.
    using position = std::uint64_t;

    storage(std::string api_version, std::size_t history)
        : api_version_(std::move(api_version)), history_(history)
    {
    }

    std::string const& api_version() const noexcept { return api_version_; }
    stored_ref find(std::string_view ns, std::string_view name) const;
    bool empty() const noexcept { return objects_.empty(); }

    void apply(change_type type, stored_ref is);
    /// Forgets all changes up to revision `now`.
    void compact(revision now);
    /// Takes over the objects of a backup (none if it is null) as the state at revision `at`, without
    /// history. Positions go on.
    void restore(storage const* then, revision at);
    /// The oldest revision from which on the history is complete.
    revision oldest() const noexcept { return oldest_; }

    /// Visits the objects after the key `after`, in key order, as they were at revision `at`, which must not
    /// be before oldest(). The visit ends when the visitor returns false.
    using visitor = std::function<bool(std::string const& key, stored_ref const& object)>;
    void visit_at(revision at, std::string_view ns, std::string_view after, visitor const& visit) const;

    /// The position of the first change after a revision.
    position after(revision at) const noexcept;
    position end() const noexcept { return first_ + log_.size(); }
    /// False if the change at this position is forgotten.
    bool holds(position p) const noexcept { return p >= first_; }
    change const& operator[](position p) const { return log_[p - first_]; }

private:
    using objects = std::map<std::string, stored_ref, std::less<>>;

    // The objects that have changed since, as they were at revision `at`; null for those that did not exist.
    objects changed_since(revision at) const;

    std::string api_version_;
    std::size_t history_;
    objects objects_;
    std::deque<change> log_;
    position first_ = 0;
    revision oldest_ = 0;
};

} // namespace coinformer::testing::detail
