#include "cache/warm/snapshot_file.hpp"

#include "cache/warm/checksum.hpp"

#include <span>

namespace coinformer::detail {

namespace {

void append_share(std::string& to, shard_ranges const& share)
{
    append_number(to, static_cast<std::uint32_t>(share.ranges().size()));
    for (auto const& range : share.ranges()) {
        append_number(to, range.first);
        append_number(to, range.last);
    }
}

constexpr std::uint32_t most_ranges = 65'536; // a shard group has a sixteenth of these at most

// Joins by halves, because each joining copies all ranges.
shard_ranges joined(std::span<shard_ranges::range const> ranges)
{
    if (ranges.empty()) return {};
    if (ranges.size() == 1) return shard_ranges::between(ranges.front().first, ranges.front().last);
    auto const half = ranges.size() / 2;
    return joined(ranges.first(half)) | joined(ranges.subspan(half));
}

std::optional<shard_ranges> decoded_share(byte_reader& from)
{
    std::vector<shard_ranges::range> ranges;
    auto left = from.number<std::uint32_t>();
    if (left > most_ranges) return std::nullopt;
    for (; left != 0 && from.ok(); --left) {
        auto const first = from.number<std::uint64_t>(), last = from.number<std::uint64_t>();
        bool const ascends = ranges.empty() || first > ranges.back().last;
        if (first > last || !ascends) return std::nullopt;
        ranges.push_back({first, last});
    }
    return joined(ranges);
}

} // namespace

std::uint64_t block_checksum(std::uint64_t at, block_kind kind, std::string_view bytes) noexcept
{
    auto const seed =
        at ^ static_cast<std::uint64_t>(kind) << 56 ^ static_cast<std::uint64_t>(bytes.size()) << 40;
    return checksum(bytes, seed);
}

std::uint64_t chained(std::uint64_t chain, std::uint64_t of_block) noexcept
{
    return checksum({reinterpret_cast<char const*>(&of_block), sizeof of_block}, chain);
}

void append_text(std::string& to, std::string_view text)
{
    append_number(to, static_cast<std::uint32_t>(text.size()));
    to += text;
}

std::string encoded(snapshot_footer const& footer)
{
    std::string bytes;
    append_number(bytes, snapshot_format);
    append_number(bytes, footer.projection);
    append_number(bytes, static_cast<std::uint32_t>(footer.versions.size()));
    for (auto const& version : footer.versions) append_text(bytes, version);
    append_share(bytes, footer.share);
    append_text(bytes, footer.origin.server);
    append_text(bytes, footer.origin.resource);
    append_text(bytes, footer.origin.scope);
    for (auto const& group : footer.groups) {
        append_number(bytes, group.end);
        append_number(bytes, group.entries);
        append_number(bytes, group.chain);
    }
    return bytes;
}

std::optional<snapshot_footer> decoded_footer(std::string_view bytes)
{
    byte_reader from(bytes);
    snapshot_footer footer;
    if (from.number<std::uint32_t>() != snapshot_format) return std::nullopt;
    footer.projection = from.number<std::uint64_t>();
    for (auto left = from.number<std::uint32_t>(); left != 0 && from.ok(); --left)
        footer.versions.emplace_back(from.text());
    auto share = decoded_share(from);
    if (!share) return std::nullopt;
    footer.share = std::move(*share);
    footer.origin.server = from.text();
    footer.origin.resource = from.text();
    footer.origin.scope = from.text();
    for (auto& group : footer.groups) {
        group.end = from.number<std::uint64_t>();
        group.entries = from.number<std::uint64_t>();
        group.chain = from.number<std::uint64_t>();
    }
    if (!from.is_at_end()) return std::nullopt;
    return footer;
}

std::string_view words_of(snapshot_refusal reason) noexcept
{
    switch (reason) {
    case snapshot_refusal::not_found: return "not there";
    case snapshot_refusal::unreadable: return "not readable";
    case snapshot_refusal::damaged: return "damaged";
    case snapshot_refusal::truncated: return "truncated";
    case snapshot_refusal::newer_format: return "of a newer version of coinformer";
    case snapshot_refusal::other_server: return "of another API server";
    case snapshot_refusal::other_resource: return "of another resource";
    case snapshot_refusal::other_scope: return "of other namespaces or selectors";
    case snapshot_refusal::other_share: return "of another share";
    case snapshot_refusal::other_projection: return "of another projection, or another build of this program";
    case snapshot_refusal::not_restorable: return "of no use, because this projection cannot be restored";
    case snapshot_refusal::no_room:
        return "of no use, because the process has no room for more label keys or dictionaries";
    }
    return "of no use";
}

std::string_view label_of(snapshot_refusal reason) noexcept
{
    switch (reason) {
    case snapshot_refusal::not_found: return "not_found";
    case snapshot_refusal::unreadable: return "unreadable";
    case snapshot_refusal::damaged: return "damaged";
    case snapshot_refusal::truncated: return "truncated";
    case snapshot_refusal::newer_format: return "newer_format";
    case snapshot_refusal::other_server: return "other_server";
    case snapshot_refusal::other_resource: return "other_resource";
    case snapshot_refusal::other_scope: return "other_scope";
    case snapshot_refusal::other_share: return "other_share";
    case snapshot_refusal::other_projection: return "other_projection";
    case snapshot_refusal::not_restorable: return "not_restorable";
    case snapshot_refusal::no_room: return "no_room";
    }
    return "";
}

} // namespace coinformer::detail
