#pragma once

#include "cache/delta_fifo.hpp"

namespace coinformer::detail {

/// Puts together the collection that a watch begins with: mostly ADDED events, but what changes meanwhile comes in
/// between.
class initial_events {
public:
    void put(object_ref object);
    void remove(object_key key);
    /// One that did not decode; `name` empty: not even its name is known.
    void put_undecoded(std::string ns, std::string name);

    std::size_t size() const noexcept { return places_.size(); }
    /// What there is at `version`, and begins anew.
    delta::collection take(std::string_view version);

private:
    std::vector<object_ref> objects_;                              // null: removed since
    std::unordered_map<object_key, std::size_t, key_hash> places_; // views into the objects
    delta::collection rest_;
};

} // namespace coinformer::detail
