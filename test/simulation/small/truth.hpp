#pragma once

#include "simulation/thing.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace small_worlds {

using version = std::uint64_t;
using simulation::thing;

version number_in(std::string_view text); ///< the number that the text begins with, or 0

inline constexpr unsigned most_objects = 2;

/// What the oracle knows of an object at one version.
struct state {
    unsigned life = 0; ///< which of all lives in this world; the object's UID says it
    version at = 0;
    version value = 0; ///< what was written
    bool operator==(state const&) const = default;
};
state read_state(coinformer::object_ptr<thing> const& object);
unsigned object_of(coinformer::object_key const& key); ///< 0 for the object `a`, 1 for `b`
std::string name_of(unsigned object);
std::string to_string(state const& s);

/// The objects at one version; those that do not exist have no state.
using objects = std::array<std::optional<state>, most_objects>;

/// Everything that was ever written, in order. It forgets nothing, whatever the server forgets.
class truth {
public:
    struct event {
        version at = 0;
        unsigned object = 0;
        bool deleted = false;
        bool is_first = false; ///< the object has not been there before this event
        state is;              ///< for a deletion the last state, with the deletion's version
    };

    void put(unsigned object);
    void remove(unsigned object);
    /// The object leaves the collection because of its labels, and may enter it again with the same life.
    void leave(unsigned object);
    /// The server's history goes back to an earlier version. What came later has never happened.
    void go_back(version to);

    version newest() const noexcept { return newest_; }
    unsigned known_objects() const noexcept { return known_; } ///< how many have ever existed
    bool exists(unsigned object) const { return now_[object].has_value(); }
    bool has_left(unsigned object) const { return left_[object] != 0; }
    objects const& now() const noexcept { return now_; }
    objects at(version v) const;
    std::vector<event> const& events() const noexcept { return events_; }
    /// True if the object came to an end after a version.
    bool ended_since(unsigned object, version v) const;
    /// True if the object was ever in this state; with `ended`, if it came to its end in it.
    bool ever(unsigned object, state const& s, bool ended) const;

private:
    void add(unsigned object, bool deleted, state is);

    std::vector<event> events_, undone_;
    objects now_;
    std::array<unsigned, most_objects> left_{}; // the life of an object that has left; 0 for none
    version newest_ = 1;
    version values_ = 0;
    unsigned lives_ = 0;
    unsigned known_ = 0;
};

} // namespace small_worlds
