#pragma once

#include "cache/delta_fifo.hpp"

namespace coinformer::detail {

/// A collection as it arrives: page by page, or as the events that a watch begins with. Those are mostly ADDED events
/// in the order of their keys, but what changes meanwhile comes in between.
class listing {
public:
    void put(object_ref object);
    void remove(object_key key);
    /// One that did not decode: the last state that did stays. `name` empty: not even its name is known.
    void put_undecoded(std::string ns, std::string name);

    std::size_t size() const noexcept { return objects_.size(); } ///< put so far
    /// Of the collection. The first one counts: later pages are of the first one's version.
    void put_version(std::string_view version);
    /// What there is: of each key its last state, and each key once. Begins anew.
    delta::collection take();

private:
    struct removal {
        std::string ns, name;
        std::size_t after; // so many were put before
    };
    bool in_order() const;
    void keep_last_states();

    std::vector<object_ref> objects_;
    std::vector<removal> removals_;
    delta::collection rest_;
};

} // namespace coinformer::detail
