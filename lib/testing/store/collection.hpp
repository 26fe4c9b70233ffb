#pragma once

#include "testing/store/object_selector.hpp"
#include "testing/store/storage.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

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

/// A storage as one version of its resource shows it: objects come and go in that version, whatever the stored one.
class collection {
public:
    using position = storage::position;

    collection(served_resource of, std::shared_ptr<storage> in) : of_(std::move(of)), in_(std::move(in)) {}

    served_resource const& resource() const noexcept { return of_; }
    std::shared_ptr<storage> const& objects() const noexcept { return in_; }
    bool shares_objects(collection const& other) const noexcept { return in_ == other.in_; }

    object_ref find(std::string_view ns, std::string_view name) const { return shown(in_->find(ns, name)); }
    void apply(change_type type, object_ref is);
    void compact(revision now) { in_->compact(now); }
    revision oldest() const noexcept { return in_->oldest(); }

    /// The state at `at`, which is not before oldest(): what follows `after` in key order. `limit` 0: everything.
    object_page page(object_scope const& scope, revision at, std::string_view after, std::size_t limit) const;

    position after(revision at) const noexcept { return in_->after(at); }
    position end() const noexcept { return in_->end(); }
    bool holds(position p) const noexcept { return in_->holds(p); }
    change operator[](position p) const;

    /// It is served no more; who still watches it sees the end of its history.
    void retire() noexcept { retired_ = true; }
    bool retired() const noexcept { return retired_; }

private:
    object_ref shown(object_ref object) const;

    served_resource of_;
    std::shared_ptr<storage> in_;
    bool retired_ = false;
};

} // namespace coinformer::testing
