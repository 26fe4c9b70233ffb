#include "history.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace simulation {

std::string to_string(key const& k)
{
    return k.ns + "/" + k.name;
}

std::string to_string(state const& s)
{
    return s.uid.substr(0, 8) + "@" + std::to_string(s.at) + " v=" + s.value.substr(0, s.value.find('-')) +
           " tier=" + s.tier;
}

version version_number(std::string_view text)
{
    version v = 0;
    std::from_chars(text.data(), text.data() + text.size(), v);
    return v;
}

namespace {

// Takes eight bytes at a time, because this is called for each object of each snapshot that is checked.
std::uint64_t mix(std::uint64_t h, std::string_view text)
{
    auto const add = [&h](std::uint64_t word) {
        h = (h ^ word) * 0x9e3779b97f4a7c15ULL;
        h ^= h >> 32;
    };
    add(text.size());
    for (; text.size() >= 8; text.remove_prefix(8)) {
        std::uint64_t word;
        std::memcpy(&word, text.data(), sizeof word);
        add(word);
    }
    std::uint64_t rest = 0;
    if (!text.empty()) std::memcpy(&rest, text.data(), text.size());
    add(rest);
    return h;
}

} // namespace

std::uint64_t hash_of(key const& k, state const& s)
{
    auto h = mix(mix(0xcbf29ce484222325ULL, k.ns), k.name);
    h = mix(mix(mix(h, s.uid), s.value), s.tier);
    h ^= s.at * 0x9e3779b97f4a7c15ULL;
    return (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ULL;
}

std::uint64_t hash_of(objects const& all)
{
    std::uint64_t h = 0;
    for (auto const& [k, s] : all) h ^= hash_of(k, s);
    return h;
}

void history::add(event e)
{
    newest_ = std::max(newest_, e.at);
    apply(e);
    events_.push_back(std::move(e));
}

void history::apply(event const& e)
{
    if (e.deleted)
        now_[e.plural].erase(e.of);
    else
        now_[e.plural][e.of] = e.is;
}

void history::restore(version to)
{
    auto const later = std::ranges::upper_bound(events_, to, {}, &event::at);
    std::move(later, events_.end(), std::back_inserter(undone_));
    events_.erase(later, events_.end());
    newest_ = to;
    ++epochs_;
    now_.clear();
    for (auto const& e : events_) apply(e);
}

objects history::now(std::string const& plural) const
{
    auto const at = now_.find(plural);
    return at == now_.end() ? objects() : at->second;
}

history::view history::seen_by(scope const& s, event const& e)
{
    if (e.plural != s.plural) return view::nothing;
    bool const was = s.holds(e.of, e.was);
    bool const is = !e.deleted && s.holds(e.of, e.is);
    if (is) return was ? view::modified : view::added;
    return was ? view::deleted : view::nothing;
}

objects history::state_at(scope const& s, version at) const
{
    objects found;
    for (auto const& e : events_) {
        if (e.at > at) break;
        auto const seen = seen_by(s, e);
        if (seen == view::deleted) found.erase(e.of);
        if (seen == view::added || seen == view::modified) found[e.of] = e.is;
    }
    return found;
}

void scoped_history::catch_up()
{
    if (epoch_ != of_.epochs()) {
        epoch_ = of_.epochs();
        points_.clear();
        read_ = 0;
        hash_ = 0;
    }
    for (auto const& all = of_.events(); read_ != all.size(); ++read_) {
        auto const& e = all[read_];
        auto const seen = history::seen_by(scope_, e);
        if (seen == history::view::nothing) continue;
        if (seen != history::view::added) hash_ ^= hash_of(e.of, e.was);
        if (seen != history::view::deleted) hash_ ^= hash_of(e.of, e.is);
        points_.push_back({e.at, read_, hash_});
        keys_.insert(e.of);
    }
}

std::uint64_t scoped_history::hash_at(version at)
{
    catch_up();
    auto const next = std::ranges::upper_bound(points_, at, {}, &point::at);
    return next == points_.begin() ? 0 : std::prev(next)->hash;
}

bool scoped_history::held_since(version from, std::uint64_t hash)
{
    if (hash_at(from) == hash) return true;
    auto const later = std::ranges::upper_bound(points_, from, {}, &point::at);
    return std::any_of(later, points_.end(), [&](point const& p) { return p.hash == hash; });
}

std::vector<event const*> scoped_history::between(version after, version to)
{
    catch_up();
    std::vector<event const*> found;
    auto it = std::ranges::upper_bound(points_, after, {}, &point::at);
    for (; it != points_.end() && it->at <= to; ++it) found.push_back(&of_.events()[it->event]);
    return found;
}

event const* scoped_history::at(version v)
{
    catch_up();
    auto const it = std::ranges::lower_bound(points_, v, {}, &point::at);
    return it == points_.end() || it->at != v ? nullptr : &of_.events()[it->event];
}

event const* scoped_history::next(key const& of, version after)
{
    catch_up();
    auto it = std::ranges::upper_bound(points_, after, {}, &point::at);
    while (it != points_.end() && of_.events()[it->event].of != of) ++it;
    return it == points_.end() ? nullptr : &of_.events()[it->event];
}

bool scoped_history::shows(event const& e, key const& of, state const& s, bool ended) const
{
    auto const seen = history::seen_by(scope_, e);
    if (seen == history::view::nothing || e.at != s.at || e.of != of) return false;
    bool const left = seen == history::view::deleted;
    auto const& then = left ? e.was : e.is;
    return left == ended && then.uid == s.uid && then.value == s.value && then.tier == s.tier;
}

bool scoped_history::ever(key const& of, state const& s, bool ended) const
{
    auto const fits = [&](event const& e) { return shows(e, of, s, ended); };
    auto const same = std::ranges::equal_range(of_.events(), s.at, {}, &event::at);
    return std::ranges::any_of(same, fits) || std::ranges::any_of(of_.undone(), fits);
}

std::size_t scoped_history::keys()
{
    catch_up();
    return keys_.size();
}

} // namespace simulation
