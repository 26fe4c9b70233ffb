#include "cache/warm/snapshot_reader.hpp"

#include "api/image/image_reader.hpp"
#include "api/object/interned_texts.hpp"
#include "api/object/key_sets.hpp"
#include "api/object/zstd_dictionary.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <utility>

namespace coinformer::detail {

namespace {

// Thrown to end the reading of a file, and always caught in this source.
struct refused {
    snapshot_refusal reason;
    std::string details;
};

[[noreturn]] void refuse_damaged(std::string part)
{
    throw refused{snapshot_refusal::damaged, std::move(part)};
}

/// Reads blocks, and keeps one of them in memory.
class block_reader {
public:
    explicit block_reader(snapshot_source& from) : from_(from) {}

    /// Reads the block at a place. It ends before `limit`. The result is valid until the next call.
    std::string_view read(std::uint64_t& at, std::uint64_t limit, block_kind kind, std::uint64_t& chain)
    {
        block_head head;
        if (limit - at < sizeof head) refuse_damaged(name(kind, at));
        read_bytes(at, reinterpret_cast<char*>(&head), sizeof head);
        auto const begin = at + sizeof head;
        // the writer makes no empty block
        if (head.kind != kind || head.bytes == 0 || head.bytes > limit - begin)
            refuse_damaged(name(kind, at));
        if (head.bytes > room_) {
            bytes_.reset(); // free the old one first
            room_ = 0;
            bytes_.reset(new char[head.bytes]); // not make_unique, which would fill it with zeros
            room_ = head.bytes;
        }
        read_bytes(begin, bytes_.get(), head.bytes);
        std::string_view const bytes(bytes_.get(), head.bytes);
        if (block_checksum(at, kind, bytes) != head.checksum) refuse_damaged(name(kind, at));
        chain = chained(chain, head.checksum);
        at = begin + head.bytes;
        return bytes;
    }
    void read_bytes(std::uint64_t at, char* to, std::size_t size)
    {
        if (!from_.read(at, to, size))
            throw refused{snapshot_refusal::truncated, "it has become shorter while it was read"};
    }
    std::uint64_t size() const noexcept { return from_.size(); }

    static std::string name(block_kind kind, std::uint64_t at)
    {
        char const* const what = kind == block_kind::objects        ? "objects"
                                 : kind == block_kind::texts        ? "texts"
                                 : kind == block_kind::key_sets     ? "label keys"
                                 : kind == block_kind::dictionaries ? "dictionaries"
                                                                    : "the footer";
        return std::string("the block of ") + what + " at byte " + std::to_string(at);
    }

private:
    snapshot_source& from_;
    std::unique_ptr<char[]> bytes_;
    std::size_t room_ = 0;
};

snapshot_footer read_footer(block_reader& blocks)
{
    char head[file_head_bytes], trailer[trailer_bytes];
    if (blocks.size() < file_head_bytes + sizeof(block_head) + trailer_bytes)
        throw refused{snapshot_refusal::truncated, std::to_string(blocks.size()) + " bytes"};
    blocks.read_bytes(0, head, sizeof head);
    byte_reader from({head + snapshot_magic.size(), sizeof head - snapshot_magic.size()});
    if (!std::string_view(head, sizeof head).starts_with(snapshot_magic)) refuse_damaged("its first bytes");
    auto const format = from.number<std::uint32_t>();
    if (format > snapshot_format)
        throw refused{snapshot_refusal::newer_format, "format " + std::to_string(format)};
    if (format != 0 && format < snapshot_format)
        throw refused{snapshot_refusal::other_projection, "format " + std::to_string(format)};
    if (format != snapshot_format || from.number<std::uint32_t>() != 0) refuse_damaged("its first bytes");

    auto const trailer_at = blocks.size() - trailer_bytes;
    blocks.read_bytes(trailer_at, trailer, sizeof trailer);
    byte_reader last({trailer, sizeof trailer});
    auto at = last.number<std::uint64_t>();
    if (last.rest() != snapshot_end) throw refused{snapshot_refusal::truncated, "it has no end"};
    if (at < file_head_bytes || at > trailer_at) refuse_damaged("its last bytes");
    auto const begin = at;
    std::uint64_t chain = 0;
    auto footer = decoded_footer(blocks.read(at, trailer_at, block_kind::footer, chain));
    if (!footer || at != trailer_at) refuse_damaged("the footer");
    std::uint64_t end = file_head_bytes;
    for (auto const& group : footer->groups) {
        if (group.end < end) refuse_damaged("the footer");
        end = group.end;
    }
    if (end != begin) refuse_damaged("the footer");
    return std::move(*footer);
}

void check_origin(snapshot_footer const& footer, image_plan const& plan, snapshot_origin const& wanted)
{
    auto const same = [](std::string const& here, std::string const& there, snapshot_refusal reason) {
        if (here != there) throw refused{reason, '"' + there + "\" in place of \"" + here + '"'};
    };
    same(wanted.server, footer.origin.server, snapshot_refusal::other_server);
    same(wanted.resource, footer.origin.resource, snapshot_refusal::other_resource);
    same(wanted.scope, footer.origin.scope, snapshot_refusal::other_scope);
    if (footer.projection != plan.hash) throw refused{snapshot_refusal::other_projection, {}};
}

/// Reads all blocks of one kind. `read_entry` takes one entry off the front of a byte sequence, and returns
/// false if it is not right.
template <class ReadEntry>
void read_group(block_reader& blocks, snapshot_footer const& footer, block_kind kind, ReadEntry read_entry)
{
    auto const place = static_cast<std::size_t>(kind) - 1;
    auto const& group = footer.groups[place];
    auto at = place == 0 ? file_head_bytes : footer.groups[place - 1].end;
    std::uint64_t chain = 0, count = 0;
    while (at != group.end) {
        auto const begin = at;
        auto bytes = blocks.read(at, group.end, kind, chain);
        for (; !bytes.empty(); ++count)
            if (!read_entry(bytes)) refuse_damaged(block_reader::name(kind, begin));
    }
    if (count != group.entries || chain != group.chain)
        refuse_damaged("the number or the order of its blocks");
}

// Returns how many entries to make room for: as many as the file says, and not more than it has bytes for.
std::size_t room_for(snapshot_footer const& footer, block_kind kind, std::size_t smallest)
{
    auto const place = static_cast<std::size_t>(kind) - 1;
    auto const begin = place == 0 ? file_head_bytes : footer.groups[place - 1].end;
    auto const most = (footer.groups[place].end - begin) / smallest;
    return static_cast<std::size_t>(std::min(footer.groups[place].entries, most));
}

void read_texts(block_reader& blocks, snapshot_footer const& footer, image_tables& tables)
{
    interned_texts interned;
    tables.texts.reserve(room_for(footer, block_kind::texts, sizeof(std::uint32_t)));
    read_group(blocks, footer, block_kind::texts, [&](std::string_view& bytes) {
        byte_reader from(bytes);
        auto const text = from.text();
        bytes = from.rest();
        if (!from.ok() || text.empty()) return false;
        tables.texts.push_back(interned.of(text));
        return true;
    });
}

void read_key_sets(block_reader& blocks, snapshot_footer const& footer, image_tables& tables)
{
    tape keys;
    read_group(blocks, footer, block_kind::key_sets, [&](std::string_view& bytes) {
        byte_reader from(bytes);
        keys.clear();
        for (auto left = from.number<std::uint32_t>(); left != 0 && from.ok(); --left) {
            auto const key = from.text();
            auto& entry = keys.emplace_back(tape_entry::form::text, static_cast<std::uint32_t>(key.size()));
            entry.text = key.empty() ? "" : key.data();
            keys.emplace_back(tape_entry::form::absent); // in place of a value
        }
        bytes = from.rest();
        if (!from.ok() || keys.empty()) return false;
        auto const* const shared = share_keys(keys.data(), static_cast<std::uint32_t>(keys.size() / 2));
        if (!shared) throw refused{snapshot_refusal::no_room, {}};
        tables.key_sets.push_back(shared);
        return true;
    });
}

// A file has as many dictionaries as its objects use: those of this run of the program and of earlier ones.
// The limit keeps a program that restarts often from collecting them, because a list after the refusal needs
// none.
constexpr std::size_t most_dictionaries = 64;

void read_dictionaries(block_reader& blocks, snapshot_footer const& footer, image_tables& tables)
{
    read_group(blocks, footer, block_kind::dictionaries, [&](std::string_view& bytes) {
        byte_reader from(bytes);
        auto const number = from.number<std::uint32_t>();
        auto const dictionary = from.text();
        bytes = from.rest();
        bool const is_next = tables.dictionaries.empty() || tables.dictionaries.back().number < number;
        if (!from.ok() || !is_next) return false;
        if (tables.dictionaries.size() == most_dictionaries) throw refused{snapshot_refusal::no_room, {}};
        auto const* const here = zstd_dictionary::adopt(std::string(dictionary));
        if (!here && zstd_dictionary::is_full()) throw refused{snapshot_refusal::no_room, {}};
        if (!here) return false;
        tables.dictionaries.push_back({number, here});
        return true;
    });
}

restored_snapshot read_all(snapshot_source& source, object_type const& type, snapshot_origin const& origin)
{
    auto const& plan = image_plan_of(type);
    if (!plan.refusal.empty()) throw refused{snapshot_refusal::not_restorable, plan.refusal};
    block_reader blocks(source);
    auto footer = read_footer(blocks);
    check_origin(footer, plan, origin);
    image_tables tables;
    read_texts(blocks, footer, tables);
    read_key_sets(blocks, footer, tables);
    read_dictionaries(blocks, footer, tables);
    image_reader images(plan, tables);
    restored_snapshot made;
    made.objects.reserve(room_for(footer, block_kind::objects, image_reader::smallest_image(plan)));
    read_group(blocks, footer, block_kind::objects, [&](std::string_view& bytes) {
        auto object = images.read(bytes);
        if (!object) return false;
        made.objects.push_back(std::move(object));
        return true;
    });
    images.adopt_dictionaries();
    made.versions = std::move(footer.versions);
    made.share = std::move(footer.share);
    return made;
}

restored_snapshot without_objects(snapshot_refusal reason, std::string details)
{
    return {.refusal = reason, .details = std::move(details), .objects = {}, .versions = {}, .share = {}};
}

} // namespace

restored_snapshot read_snapshot(snapshot_source& from, object_type const& type, snapshot_origin const& origin)
{
    try {
        return read_all(from, type, origin);
    } catch (refused& r) {
        return without_objects(r.reason, std::move(r.details));
    }
}

restored_snapshot read_snapshot(snapshot_storage& from, object_type const& type,
                                snapshot_origin const& origin)
{
    try {
        auto const source = from.open();
        if (!source) return without_objects(snapshot_refusal::not_found, {});
        return read_snapshot(*source, type, origin);
    } catch (std::bad_alloc const&) {
        throw;
    } catch (std::exception const& e) {
        return without_objects(snapshot_refusal::unreadable, e.what());
    }
}

} // namespace coinformer::detail
