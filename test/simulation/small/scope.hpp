#pragma once

#include <coinformer/cache/handlers.hpp>
#include <coinformer/cache/informer_options.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace small_worlds {

/// How the user of a small world uses the informer.
struct habit {
    std::string_view name;
    std::string_view meaning;
    enum class kind { plain, slow, throws, pulls } handler = kind::plain;
    coinformer::overflow policy = coinformer::overflow::merge;
    std::size_t handler_capacity = 1024;
    std::size_t queue_capacity = 4096;
    bool streams = false;
    bool by_key = false;
    bool as_update = false;
    bool two_namespaces = false; ///< the object `a` is in one, and `b` in the other
    bool selects = false;        ///< a label selector, which an update may leave and enter
    int resync_s = 0;
};
std::vector<habit> const& habits();

/// A set of worlds: how often each kind of thing happens in each of them. The sets of different scopes have
/// no world in common.
struct scope {
    habit const* of = nullptr;
    unsigned writes = 0; ///< creations, updates, deletions of one of two objects
    unsigned faults = 0; ///< what the server or the network does wrong
    unsigned acts = 0;   ///< what the user does: a handler comes or goes, the informer ends, a minute passes
    unsigned delays = 0; ///< how often a task that is ready is passed over for the next one

    unsigned size() const noexcept { return writes + faults + acts + delays; }
    std::string counts() const; ///< "w2f1u0d1"
};
inline constexpr unsigned most_writes = 4, most_faults = 2, most_acts = 2, most_delays = 2;
inline constexpr unsigned most_size = most_writes + most_faults + most_acts + most_delays;

/// Returns all scopes of this size.
std::vector<scope> scopes_of(unsigned size);

/// A world's name: "paged-w2f1u0d1-0132" is one of the worlds of the scope paged, w2f1u0d1.
struct world_id {
    scope of;
    std::string decisions;
};
std::string to_string(world_id const& w);
/// Errors     std::invalid_argument.
world_id parse_world_id(std::string_view text);

} // namespace small_worlds
