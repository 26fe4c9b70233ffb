#include "api/client/kind_directory.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace coinformer::detail {

namespace {

// The number of similar names, and of versions without an answer, that a message lists.
constexpr std::size_t max_listed_names = 5;

std::string lower_text(std::string_view text)
{
    std::string low(text);
    std::ranges::transform(low, low.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return low;
}

bool has_full_name(served_kind const& k, std::string const& name)
{
    return name == k.plural || name == k.singular || name == lower_text(k.kind);
}

bool has_short_name(served_kind const& k, std::string const& name)
{
    return std::ranges::find(k.short_names, name) != k.short_names.end();
}

std::string full_name(served_kind const& k)
{
    return k.group.empty() ? k.plural : k.plural + '.' + k.group;
}

// Returns how many letters have to be added, removed or changed to turn one name into the other.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto before = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            std::size_t const changed = before + (a[i] == b[j] ? 0 : 1);
            before = row[j + 1];
            row[j + 1] = std::min({changed, before + 1, row[j] + 1});
        }
    }
    return row.back();
}

// Returns true if one name becomes the other by at most `room` changes. Most names differ more in their
// lengths alone, and then nothing has to be counted.
bool is_near(std::string_view a, std::string_view b, std::size_t room)
{
    auto const difference = a.size() < b.size() ? b.size() - a.size() : a.size() - b.size();
    return difference <= room && distance(a, b) <= room;
}

bool is_similar(served_kind const& k, std::string const& name)
{
    auto const room = std::min<std::size_t>(name.size() / 3, 2);
    // The right name, but in another group.
    if (has_full_name(k, name) || has_short_name(k, name)) return true;
    return is_near(name, k.plural, room) || is_near(name, k.singular, room);
}

} // namespace

void kind_directory::add(served_kind kind)
{
    if (kinds_.size() == most_kinds)
        throw api_error(errc::unexpected_content, "discovery",
                        "the server names more than " + std::to_string(most_kinds) + " kinds");
    if (kind.singular.empty()) kind.singular = lower_text(kind.kind);
    kinds_.push_back(std::move(kind));
}

void kind_directory::add_unknown(std::string what)
{
    if (unknown_.size() <= max_listed_names) unknown_.push_back(std::move(what));
}

kind_directory::former_kinds kind_directory::by_version() const
{
    former_kinds all;
    for (auto const& k : kinds_) all.insert({{k.group, k.version}, &k});
    return all;
}

void kind_directory::add_from(former_kinds& before, std::string_view group, std::string_view version)
{
    auto const [first, last] = before.equal_range({group, version});
    for (auto it = first; it != last; ++it) add(*it->second);
    before.erase(first, last);
}

served_kind const* kind_directory::best_match(wanted const& w) const
{
    auto const name = lower_text(w.name);
    auto const fits = [&](served_kind const& k) {
        if (!w.version.empty() && k.version != w.version) return false;
        if (!w.group) return true;
        return w.group_prefix ? k.group.starts_with(*w.group) : k.group == *w.group;
    };
    for (auto* const has : {&has_full_name, &has_short_name})
        for (auto const& k : kinds_)
            if (fits(k) && (*has)(k, name)) return &k;
    return nullptr;
}

// "widgets.v1.example.io" may mean the version v1 of the group example.io, or the group v1.example.io. They
// are tried in this order, as kubectl does.
resource kind_directory::find(std::string_view name) const
{
    auto const dot = name.find('.');
    auto const bare = name.substr(0, dot);
    served_kind const* found = nullptr;
    if (dot == name.npos) {
        found = best_match({.name = bare});
    } else {
        auto const rest = name.substr(dot + 1);
        if (auto const second = rest.find('.'); second != rest.npos)
            found = best_match(
                {.name = bare, .group = rest.substr(second + 1), .version = rest.substr(0, second)});
        if (!found) found = best_match({.name = bare, .group = rest});
        if (!found) found = best_match({.name = bare, .group = rest, .group_prefix = true});
    }
    if (!found) refuse(name, bare);
    return interned({found->group, found->version, found->plural, found->kind, found->where});
}

void kind_directory::refuse(std::string_view name, std::string_view bare) const
{
    auto const low = lower_text(bare);
    std::vector<std::string> similar;
    for (auto const& k : kinds_) {
        if (similar.size() > max_listed_names) break; // the message ends with "…" then
        if (!is_similar(k, low)) continue;
        if (auto full = full_name(k); std::ranges::find(similar, full) == similar.end())
            similar.push_back(std::move(full));
    }
    std::string detail;
    auto const append_names = [&](std::string_view what, std::vector<std::string> const& all) {
        if (all.empty()) return;
        detail.append(detail.empty() ? "" : "; ").append(what);
        for (std::size_t i = 0; i < std::min(all.size(), max_listed_names); ++i)
            detail.append(i ? ", " : " ").append(all[i]);
        if (all.size() > max_listed_names) detail += ", …";
    };
    append_names("similar names are", similar);
    append_names("nothing is known of", unknown_);
    throw api_error(errc::not_served, "find \"" + std::string(name) + '"', std::move(detail));
}

} // namespace coinformer::detail
