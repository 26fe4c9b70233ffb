#include "shard/shard_map.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace coinformer::detail {

namespace json = boost::json;

namespace {

using piece = shard_map::piece;

constexpr std::uint64_t unit_size = std::uint64_t(1) << 52; // in hashes; there are 2^64

// The member that will own the piece when everybody has done what the map asks for.
std::string const& target(piece const& p)
{
    return p.next.empty() ? p.owner : p.next;
}

// The name of a member without its five random characters: what all memberships of one process have in
// common, whose identity is kept from one run to the next.
std::string_view place_of(std::string_view member)
{
    return member.substr(0, member.find_last_of('-'));
}

std::int64_t next_epoch(std::vector<piece> const& pieces)
{
    return std::ranges::max(pieces, {}, &piece::epoch).epoch + 1;
}

/// Moves units from those who have too many, or have ended, to those who have too few.
class rebalancing {
public:
    rebalancing(std::vector<piece> pieces, std::vector<std::string> const& live,
                std::vector<std::string> const& kept)
        : pieces_(std::move(pieces)), kept_(kept), epoch_(next_epoch(pieces_))
    {
        for (auto const& m : live) held_[m] = 0;
        for (auto& p : pieces_) {
            if (!held_.contains(p.next) || is_orphan(p)) p.next.clear();
            if (auto const held = held_.find(target(p)); held != held_.end()) held->second += p.size();
        }
        auto const count = static_cast<std::uint32_t>(live.size());
        least_ = shard_map::units / count;
        with_one_more_ = shard_map::units % count;
    }

    std::vector<piece> run() &&
    {
        assign_to_heirs();
        assign_orphans();
        for (auto& [member, units] : held_) take_from_the_richest(member);
        return std::move(pieces_);
    }

private:
    using holder = std::map<std::string, std::uint32_t>::iterator;

    // Nobody owns the piece, or a member that has ended.
    bool is_orphan(piece const& p) const
    {
        return !held_.contains(p.owner) && (p.owner.empty() || !std::ranges::binary_search(kept_, p.owner));
    }

    // The pieces of a member that has ended go to the member of the same place, as far as its share goes. It
    // may have copies of these objects (warm_start_options).
    void assign_to_heirs()
    {
        for (std::size_t i = 0; i != pieces_.size(); ++i) {
            if (pieces_[i].owner.empty() || !is_orphan(pieces_[i])) continue;
            auto const place = place_of(pieces_[i].owner);
            auto const heir =
                std::ranges::find(held_, place, [](auto const& m) { return place_of(m.first); });
            if (heir != held_.end() && room_of(heir->second) > 0) assign(i, heir);
        }
    }

    // Orphans go to the owner of the piece beside them, so that there are few pieces, as far as its share
    // goes, and otherwise to the member that has least.
    void assign_orphans()
    {
        for (std::size_t i = 0; i != pieces_.size(); ++i) {
            if (!is_orphan(pieces_[i])) continue;
            auto to = std::ranges::min_element(held_, {}, [](auto const& m) { return m.second; });
            for (auto const neighbour : {i - 1, i + 1}) {
                if (neighbour >= pieces_.size() || is_orphan(pieces_[neighbour])) continue;
                auto const beside = held_.find(target(pieces_[neighbour]));
                if (beside != held_.end() && room_of(beside->second) > 0) to = beside;
            }
            assign(i, to);
        }
    }

    // Gives an orphan to a member, or the part of it for which the member has room.
    void assign(std::size_t i, holder to)
    {
        auto const room = room_of(to->second);
        split(i, std::min(room > 0 ? room : pieces_[i].size(), pieces_[i].size()));
        to->second += pieces_[i].size();
        pieces_[i].owner = to->first;
        pieces_[i].epoch = epoch_;
    }

    // Returns how many units a member that has `held` may get. As few members as possible get one more than
    // the others, or there would be too little for the last one, and parts would have to move.
    std::uint32_t room_of(std::uint32_t held) const
    {
        auto const has_more = [this](auto const& m) { return m.second > least_; };
        auto const some_have_more = std::ranges::count_if(held_, has_more) >= with_one_more_;
        auto const most = some_have_more ? least_ : least_ + 1;
        return held < most ? most - held : 0;
    }

    // Lets `member` be the next owner of units of members that have more than their share.
    void take_from_the_richest(std::string const& member)
    {
        while (held_[member] < least_) {
            auto const from = std::ranges::max_element(held_, {}, [](auto const& m) { return m.second; });
            auto const most = with_one_more_ == 0 ? least_ : least_ + 1;
            auto const enough = from->second > most ? most : least_; // for the member that gives
            if (from->second <= enough) return;
            auto const wanted = std::min(least_ - held_[member], from->second - enough);
            auto i = best_piece_of(from->first, wanted);
            auto const moved = std::min(wanted, pieces_[i].size());
            if (moved != pieces_[i].size()) { // its end moves
                split(i, pieces_[i].size() - moved);
                ++i;
            }
            pieces_[i].next = pieces_[i].owner == member ? "" : member;
            from->second -= moved;
            held_[member] += moved;
        }
    }

    // The largest piece that can move as a whole, or else the smallest that has to be divided. So pieces are
    // divided as seldom as possible.
    std::size_t best_piece_of(std::string const& member, std::uint32_t wanted) const
    {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i != pieces_.size(); ++i) {
            if (target(pieces_[i]) != member) continue;
            bool const fits = pieces_[i].size() <= wanted;
            bool const best_fits = best && pieces_[*best].size() <= wanted;
            bool const is_better = !best || (fits && !best_fits) ||
                                   (fits == best_fits && (pieces_[i].size() > pieces_[*best].size()) == fits);
            if (is_better) best = i;
        }
        return *best;
    }

    // Divides a piece, so that the first part has `size` units. Does nothing if a part would be empty.
    void split(std::size_t i, std::uint32_t size)
    {
        if (size == 0 || size == pieces_[i].size()) return;
        auto second = pieces_[i];
        second.begin = pieces_[i].end = pieces_[i].begin + size;
        pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(second));
    }

    std::vector<piece> pieces_;
    std::vector<std::string> const& kept_;
    std::int64_t epoch_;
    std::map<std::string, std::uint32_t> held_; // by live member: the units that it will own
    std::uint32_t least_ = 0;                   // how many units each should have
    std::uint32_t with_one_more_ = 0;           // how many members should have one more
};

} // namespace

shard_map::shard_map(std::vector<piece> pieces)
{
    for (auto& p : pieces) {
        bool const goes_on =
            !pieces_.empty() && pieces_.back().owner == p.owner && pieces_.back().next == p.next;
        if (!goes_on) {
            pieces_.push_back(std::move(p));
            continue;
        }
        pieces_.back().end = p.end;
        pieces_.back().epoch = std::max(pieces_.back().epoch, p.epoch);
    }
}

bool shard_map::have_one_place(std::string_view a, std::string_view b)
{
    return place_of(a) == place_of(b);
}

bool shard_map::names(std::string_view member) const
{
    return std::ranges::any_of(pieces_, [&](auto const& p) { return p.owner == member || p.next == member; });
}

shard_map shard_map::planned(std::vector<std::string> const& live, std::vector<std::string> const& kept) const
{
    if (live.empty()) return *this;
    return shard_map(rebalancing(pieces_, live, kept).run());
}

// Divides a piece if the work has stopped in a part of it. The first hash of a unit stands for all of
// them, because the ranges consist of whole units.
shard_map shard_map::handed_over_by(std::string const& member, shard_ranges const& stopped) const
{
    std::vector<piece> pieces;
    auto const epoch = next_epoch(pieces_);
    auto const has_stopped = [&](std::uint32_t unit) { return stopped.contains(unit * unit_size); };
    for (auto const& p : pieces_) {
        bool const is_asked_for = p.owner == member && !p.next.empty();
        for (auto begin = p.begin; begin != p.end;) {
            bool const moves = is_asked_for && has_stopped(begin);
            auto end = is_asked_for ? begin + 1 : p.end;
            while (end != p.end && has_stopped(end) == moves) ++end;
            auto& part = pieces.emplace_back(p);
            part.begin = std::exchange(begin, end);
            part.end = end;
            if (!moves) continue;
            part.owner = std::exchange(part.next, {});
            part.epoch = epoch;
        }
    }
    return shard_map(std::move(pieces));
}

shard_map shard_map::left_by(std::string const& member) const
{
    auto pieces = pieces_;
    for (auto& p : pieces) {
        if (p.next == member) p.next.clear();
        if (p.owner == member) p.owner.clear();
    }
    return shard_map(std::move(pieces));
}

shard_ranges shard_map::hashes_of(piece const& p)
{
    return shard_ranges::between(p.begin * unit_size, (p.end - 1) * unit_size + (unit_size - 1));
}

shard_ranges shard_map::owned_by(std::string_view member) const
{
    shard_ranges found;
    for (auto const& p : pieces_)
        if (p.owner == member) found = found | hashes_of(p);
    return found;
}

shard_ranges shard_map::asked_of(std::string_view member) const
{
    shard_ranges found;
    for (auto const& p : pieces_)
        if (p.owner == member && !p.next.empty()) found = found | hashes_of(p);
    return found;
}

piece const& shard_map::piece_of(std::uint64_t hash) const
{
    auto const unit = static_cast<std::uint32_t>(hash / unit_size);
    return *std::prev(std::ranges::upper_bound(pieces_, unit, {}, &piece::begin));
}

// {"members":["web-a-x2x2x"],"parts":[[4096,0,17]]}: where a part ends, the place of its owner among the
// members, or -1, its epoch, and the place of the next owner, if there is one.
std::string shard_map::text() const
{
    std::vector<std::string> names;
    auto const place = [&](std::string const& name) -> std::int64_t {
        if (name.empty()) return -1;
        auto const found = std::ranges::find(names, name);
        auto const at = found - names.begin();
        if (found == names.end()) names.push_back(name);
        return at;
    };
    json::array parts;
    for (auto const& p : pieces_) {
        json::array one{p.end, place(p.owner), p.epoch};
        if (!p.next.empty()) one.push_back(place(p.next));
        parts.push_back(std::move(one));
    }
    json::array members;
    for (auto const& n : names) members.emplace_back(n);
    return json::serialize(json::object{{"members", std::move(members)}, {"parts", std::move(parts)}});
}

namespace {

constexpr std::int64_t greatest_epoch = std::int64_t(1) << 53; // every reader of JSON can hold it

// Returns nullopt if the value is none that text() writes for a piece that begins at `begin`.
std::optional<piece> read_piece(json::value const& from, std::uint32_t begin,
                                std::vector<std::string> const& names)
{
    auto const* const a = from.if_array();
    if (!a || a->size() < 3 || a->size() > 4) return std::nullopt;
    for (auto const& number : *a)
        if (!number.is_int64()) return std::nullopt;
    auto const end = (*a)[0].get_int64(), epoch = (*a)[2].get_int64();
    bool const fits = end > begin && end <= shard_map::units && epoch >= 0 && epoch < greatest_epoch;
    if (!fits) return std::nullopt;
    piece p{.begin = begin, .end = static_cast<std::uint32_t>(end), .owner = {}, .next = {}, .epoch = epoch};
    auto const count = static_cast<std::int64_t>(names.size());
    auto const owner = (*a)[1].get_int64(), next = a->size() == 4 ? (*a)[3].get_int64() : -1;
    if (owner < -1 || owner >= count || next < -1 || next >= count) return std::nullopt;
    if (owner >= 0) p.owner = names[static_cast<std::size_t>(owner)];
    if (next >= 0) p.next = names[static_cast<std::size_t>(next)];
    return p;
}

} // namespace

std::optional<shard_map> shard_map::parse(std::string_view text)
{
    boost::system::error_code failure;
    auto const read = json::parse(text, failure);
    auto const* const all = failure ? nullptr : read.if_object();
    auto const* const members = all ? all->if_contains("members") : nullptr;
    auto const* const parts = all ? all->if_contains("parts") : nullptr;
    if (!members || !members->is_array() || !parts || !parts->is_array()) return std::nullopt;
    std::vector<std::string> names;
    for (auto const& n : members->get_array()) {
        if (!n.is_string() || n.get_string().empty()) return std::nullopt;
        names.emplace_back(n.get_string());
    }
    std::vector<piece> pieces;
    std::uint32_t begin = 0;
    for (auto const& one : parts->get_array()) {
        auto p = read_piece(one, begin, names);
        if (!p) return std::nullopt;
        begin = p->end;
        pieces.push_back(std::move(*p));
    }
    if (begin != units) return std::nullopt;
    return shard_map(std::move(pieces));
}

} // namespace coinformer::detail
