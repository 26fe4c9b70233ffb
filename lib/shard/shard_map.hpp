#pragma once

#include <coinformer/api/shard_ranges.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Says which member of a shard group owns which part of the key space. It is the text of an annotation of
/// the group's Lease, so that every change of it names the version that it replaces.
///
/// The key space has `units` parts of the same size. They are grouped into pieces, which follow each other
/// without a gap. A piece that is to change hands keeps its owner, and names the next one, until the owner
/// has stopped its work there and hands it over. Each change of an owner gets a new epoch, which is the
/// fencing number of the work on this piece. Neighbours that have one owner become one piece, with the
/// greater epoch, and there are few units, so that the text of 50 members fits into an annotation.
///
/// It is a plain value: no clock, and no I/O.
class shard_map {
public:
    static constexpr std::uint32_t units = 4096;

    struct piece {
        std::uint32_t begin = 0, end = units; ///< in units; `end` is not included
        std::string owner;                    ///< a member; empty if nobody owns it
        std::string next;                     ///< the member to which the owner should hand it over; or empty
        std::int64_t epoch = 0;               ///< grows with each change of the owner

        std::uint32_t size() const noexcept { return end - begin; }
        friend bool operator==(piece const&, piece const&) = default;
    };

    /// One piece that nobody owns. Epochs begin behind `epoch`.
    explicit shard_map(std::int64_t epoch = 0) : pieces_(1) { pieces_.front().epoch = epoch; }
    /// Reads an annotation. Returns nullopt if the text is none that text() writes.
    static std::optional<shard_map> parse(std::string_view text);
    std::string text() const;

    /// Returns the map that these members should agree on next; equal to this one if nothing has to change.
    /// `live` are the members that should own something, and `kept` those that own something for the time
    /// being and get nothing more; both are sorted. An owner that is neither has ended: its pieces go to
    /// others at once, and first to a member that has one place with it. Pieces of live owners get a `next`.
    /// No more keys move than must: a member that joins gets an equal share, a share of a member that has
    /// left is divided, and nothing else moves.
    shard_map planned(std::vector<std::string> const& live, std::vector<std::string> const& kept = {}) const;
    /// Returns the map in which `member` has handed over what it was asked for, where its work has
    /// stopped. The rest stays as it is, and keeps its epoch. `stopped` consists of ranges of asked_of()
    /// or owned_by().
    shard_map handed_over_by(std::string const& member,
                             shard_ranges const& stopped = shard_ranges::all()) const;
    /// Returns the map in which `member` owns nothing, and is nobody's next owner.
    shard_map left_by(std::string const& member) const;

    /// True if both are memberships of one group and identity, one after the other.
    static bool have_one_place(std::string_view a, std::string_view b);
    bool names(std::string_view member) const; ///< as an owner, or as a next owner
    static shard_ranges hashes_of(piece const& p);
    shard_ranges owned_by(std::string_view member) const; ///< also what it should hand over
    shard_ranges asked_of(std::string_view member) const; ///< what it should hand over
    /// Returns the piece in which a hash lies.
    piece const& piece_of(std::uint64_t hash) const;
    std::vector<piece> const& pieces() const noexcept { return pieces_; }

    friend bool operator==(shard_map const&, shard_map const&) = default;

private:
    explicit shard_map(std::vector<piece> pieces);

    std::vector<piece> pieces_; // sorted; the first begins at 0, and the last ends at `units`
};

} // namespace coinformer::detail
