#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace simulation {

using version = std::uint64_t;

struct key {
    std::string ns, name;
    auto operator<=>(key const&) const = default;
};
std::string to_string(key const& k);

/// Everything that the oracle knows of an object at one version.
struct state {
    std::string uid;
    version at = 0;
    std::string value; ///< data.v
    std::string tier;  ///< metadata.labels.tier
    auto operator<=>(state const&) const = default;
};
std::string to_string(state const& s);
inline bool is_same_but_for_version(state const& a, state const& b)
{
    return a.uid == b.uid && a.value == b.value && a.tier == b.tier;
}
/// Reads a resource version as a number. Returns 0 if `text` is none.
version version_number(std::string_view text);

/// One change of an object, as the harness that asked the server for it knows it.
struct event {
    version at = 0;
    std::string plural;
    key of;
    bool deleted = false;
    bool spoiled = false; ///< the watch events of this change do not decode
    state was;            ///< the state before; its version is 0 if the object did not exist
    state is;             ///< the state after; for a deletion the last state, at the deletion's version
};

/// Selects the events that concern one informer. It is the oracle's own selection, and deliberately simple.
struct scope {
    std::string plural;
    std::vector<std::string> namespaces; ///< empty for all namespaces
    std::string tier;                    ///< label selector tier=…; empty for none

    bool holds(key const& k, state const& s) const
    {
        auto const of_it = [&](std::string const& ns) { return ns == k.ns; };
        bool const in = namespaces.empty() || std::ranges::any_of(namespaces, of_it);
        return s.at != 0 && in && (tier.empty() || tier == s.tier);
    }
    /// The namespace in the path of a client's request; empty for all namespaces.
    std::string namespace_of_request() const { return namespaces.empty() ? std::string() : a_namespace(); }
    /// A namespace for an object that is to be in this scope.
    std::string a_namespace() const { return namespaces.empty() ? "n0" : namespaces.front(); }
};

using objects = std::map<key, state>;
/// Hashes a set of objects: the same set has the same hash, in any order.
std::uint64_t hash_of(key const& k, state const& s);
std::uint64_t hash_of(objects const& all);

/// The truth: everything that ever happened, in order. It forgets nothing, whatever the server forgets. An
/// epoch ends when the server is restored from a backup: the server's versions go back, and are used again.
class history {
public:
    void add(event e);
    /// Records that the server went back to version `to` and forgot everything later.
    void restore(version to);

    std::vector<event> const& events() const noexcept { return events_; }
    version newest() const noexcept { return newest_; }
    void seen(version v) { newest_ = v; }
    unsigned epochs() const noexcept { return epochs_; }
    /// the events that the last restore() took back
    std::vector<event> const& undone() const noexcept { return undone_; }
    objects now(std::string const& plural) const;

    /// How one event looks to a scope: as nothing, as a state, or as the end of an object.
    enum class view { nothing, added, modified, deleted };
    static view seen_by(scope const& s, event const& e);

    objects state_at(scope const& s, version at) const;

private:
    void apply(event const& e);

    std::vector<event> events_, undone_;
    std::map<std::string, objects> now_; // by plural; each write needs it
    version newest_ = 0;
    unsigned epochs_ = 1;
};

/// The history as one scope sees it, with a hash of the scope's state after each event.
class scoped_history {
public:
    scoped_history(history const& of, scope s) : of_(of), scope_(std::move(s)) {}

    scope const& of() const noexcept { return scope_; }
    /// Returns the hash of the state at version `at`.
    std::uint64_t hash_at(version at);
    /// True if this was the state at version `from` or at a later one.
    bool held_since(version from, std::uint64_t hash);
    /// Returns this scope's events with versions in (after, to].
    std::vector<event const*> between(version after, version to);
    /// Returns this scope's event with exactly this version, or null.
    event const* at(version v);
    /// Returns the object's next event after this version, or null.
    event const* next(key const& of, version after);
    /// True if the object was in this state, in any epoch; with `ended`, if it came to its end in this state.
    bool ever(key const& of, state const& s, bool ended) const;
    /// Returns how many different objects there have been.
    std::size_t keys();

private:
    void catch_up();
    bool shows(event const& e, key const& of, state const& s, bool ended) const;
    struct point {
        version at;
        std::size_t event;
        std::uint64_t hash;
    };

    history const& of_;
    scope scope_;
    std::vector<point> points_;
    std::set<key> keys_;
    std::size_t read_ = 0;
    unsigned epoch_ = 1;
    std::uint64_t hash_ = 0;
};

} // namespace simulation
