#pragma once

#include "testing/object_selector.hpp"
#include "testing/stored_object.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

enum class change_type { added, modified, deleted };

/// An entry of the history.
struct change {
    change_type type;
    object_ref was; ///< null for added
    object_ref is;  ///< for deleted: the last state, at the deletion's revision
};

/// Which objects a list or watch sees.
struct object_scope {
    std::string ns; ///< empty: all
    object_selector select;

    bool holds(stored_object const& o) const;
};

struct object_page {
    std::vector<object_ref> items;
    std::string last_key;                 ///< empty when this is the last page
    std::optional<std::size_t> remaining; ///< after this page; not counted under a selector
};

/// The objects of one resource and the window of their history: the newest changes, in order.
class collection {
public:
    /// A place in the history; it stays the same while the window moves on.
    using position = std::uint64_t;

    collection(coinformer::resource const& of, std::size_t history) : of_(of), history_(history) {}

    served_resource const& resource() const noexcept { return of_; }
    object_ref find(std::string_view ns, std::string_view name) const;

    void apply(change c);
    /// Forgets all history up to `now`.
    void compact(revision now);
    /// Takes over the objects of then (null: none), as of version `at`, without history. Positions go on.
    void restore(collection const* then, revision at);
    /// The oldest version from which the history is complete.
    revision oldest() const noexcept { return oldest_; }

    /// The state at `at`, which is not before oldest(): what follows `after` in key order. `limit` 0: everything.
    object_page page(object_scope const& scope, revision at, std::string_view after, std::size_t limit) const;

    /// The first change after a version.
    position after(revision at) const noexcept;
    position end() const noexcept { return first_ + log_.size(); }
    /// False when the window has moved past it.
    bool holds(position p) const noexcept { return p >= first_; }
    change const& operator[](position p) const { return log_[p - first_]; }

private:
    using objects = std::map<std::string, object_ref, std::less<>>;

    objects changed_since(revision at) const; // as they were then; null for what did not exist
    template <class Visit>
    void visit_at(revision at, std::string_view ns, std::string_view after, Visit visit) const;

    served_resource of_;
    std::size_t history_;
    objects objects_;
    std::deque<change> log_;
    position first_ = 0;
    revision oldest_ = 0;
};

} // namespace coinformer::testing
