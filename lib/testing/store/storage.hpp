#pragma once

#include "testing/store/stored_object.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace coinformer::testing {

enum class change_type { added, modified, deleted };

/// An entry of the history.
struct change {
    change_type type;
    object_ref was; ///< null for added
    object_ref is;  ///< for deleted: the last state, at the deletion's revision
};

/// The objects of one resource, in the version they are stored in, and the window of their history: the newest changes,
/// in order. The resource's other versions show the same storage.
class storage {
public:
    /// A place in the history; it stays the same while the window moves on.
    using position = std::uint64_t;

    storage(std::string api_version, std::size_t history) : api_version_(std::move(api_version)), history_(history) {}

    std::string const& api_version() const noexcept { return api_version_; }
    object_ref find(std::string_view ns, std::string_view name) const;
    bool empty() const noexcept { return objects_.empty(); }

    void apply(change_type type, object_ref is);
    /// Forgets all history up to `now`.
    void compact(revision now);
    /// Takes over the objects of then (null: none), as of version `at`, without history. Positions go on.
    void restore(storage const* then, revision at);
    /// The oldest version from which the history is complete.
    revision oldest() const noexcept { return oldest_; }

    /// Visits the state at `at`, which is not before oldest(), until told to stop: what follows `after` in key order.
    using visitor = std::function<bool(std::string const& key, object_ref const& object)>;
    void visit_at(revision at, std::string_view ns, std::string_view after, visitor const& visit) const;

    /// The first change after a version.
    position after(revision at) const noexcept;
    position end() const noexcept { return first_ + log_.size(); }
    /// False when the window has moved past it.
    bool holds(position p) const noexcept { return p >= first_; }
    change const& operator[](position p) const { return log_[p - first_]; }

private:
    using objects = std::map<std::string, object_ref, std::less<>>;

    objects changed_since(revision at) const; // as they were then; null for what did not exist

    std::string api_version_;
    std::size_t history_;
    objects objects_;
    std::deque<change> log_;
    position first_ = 0;
    revision oldest_ = 0;
};

} // namespace coinformer::testing
