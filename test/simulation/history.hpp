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

/// What there is to say of an object at one version.
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
/// A resource version as a number; 0 for none.
version version_number(std::string_view text);

/// One change that the server made, as the harness that asked for it knows it.
struct event {
    version at = 0;
    std::string plural;
    key of;
    bool deleted = false;
    bool spoiled = false; ///< what tells of it does not decode
    state was;            ///< at 0: there was none
    state is;             ///< for deleted: the last state, at the deletion's version
};

/// Which events concern an informer. The oracle's own, dumb selection.
struct scope {
    std::string plural;
    std::vector<std::string> namespaces; ///< empty: all
    std::string tier;                    ///< label selector tier=…; empty: none

    bool holds(key const& k, state const& s) const
    {
        auto const of_it = [&](std::string const& ns) { return ns == k.ns; };
        bool const in = namespaces.empty() || std::ranges::any_of(namespaces, of_it);
        return s.at != 0 && in && (tier.empty() || tier == s.tier);
    }
    /// As a client's request takes it: empty for all namespaces.
    std::string namespace_of_request() const { return namespaces.empty() ? std::string() : a_namespace(); }
    /// For an object that is to be in it.
    std::string a_namespace() const { return namespaces.empty() ? "n0" : namespaces.front(); }
};

using objects = std::map<key, state>;
/// A hash of a set of objects: the same for the same set in any order.
std::uint64_t hash_of(key const& k, state const& s);
std::uint64_t hash_of(objects const& all);

/// The truth: everything that ever happened, in order. Never forgets, whatever the server does. An epoch ends when the
/// server is restored from a backup: its versions go back, and will be used again.
class history {
public:
    void add(event e);
    /// The server went back to this version, and forgot what came later.
    void restore(version to);

    std::vector<event> const& events() const noexcept { return events_; }
    version newest() const noexcept { return newest_; }
    void seen(version v) { newest_ = v; }
    unsigned epochs() const noexcept { return epochs_; }
    std::vector<event> const& undone() const noexcept { return undone_; } ///< what restore() took back
    objects now(std::string const& plural) const;

    /// What a scope saw of an event: nothing, a state, or its end.
    enum class view { nothing, added, modified, deleted };
    static view seen_by(scope const& s, event const& e);

    objects state_at(scope const& s, version at) const;

private:
    void apply(event const& e);

    std::vector<event> events_, undone_;
    std::map<std::string, objects> now_; // by plural; asked for with each write
    version newest_ = 0;
    unsigned epochs_ = 1;
};

/// History as one scope sees it, with the hash of its state after each of its events.
class scoped_history {
public:
    scoped_history(history const& of, scope s) : of_(of), scope_(std::move(s)) {}

    scope const& of() const noexcept { return scope_; }
    /// Of the state at a version.
    std::uint64_t hash_at(version at);
    /// Whether that was the state at this version or a later one.
    bool held_since(version from, std::uint64_t hash);
    /// This scope's events with versions in (after, to].
    std::vector<event const*> between(version after, version to);
    /// The event of this scope with exactly this version; null: none.
    event const* at(version v);
    /// The object's next event after this version; null: none.
    event const* next(key const& of, version after);
    /// Whether the object was in this state, or for `ended` came to its end with it, in any epoch.
    bool ever(key const& of, state const& s, bool ended) const;
    /// How many objects there have been.
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
