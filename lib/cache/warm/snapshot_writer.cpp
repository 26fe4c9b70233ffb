#include "cache/warm/snapshot_writer.hpp"

#include "api/image/image_writer.hpp"
#include "api/object/zstd_dictionary.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace coinformer::detail {

namespace {

[[noreturn]] void refuse_to_save(snapshot_origin const& origin, std::string_view why)
{
    throw std::invalid_argument("cannot save a snapshot of " + origin.resource + ": " + std::string(why));
}

/// Writes blocks, and keeps count of them for the footer.
class block_writer {
public:
    explicit block_writer(snapshot_sink& to) : to_(to)
    {
        std::string head(snapshot_magic);
        append_number(head, snapshot_format);
        append_number(head, std::uint32_t(0));
        append(head);
    }

    /// Begins to write blocks of another kind.
    void begin(block_kind kind)
    {
        kind_ = kind;
        bytes_.clear();
    }
    std::string& bytes() noexcept { return bytes_; } ///< the bytes of the present block
    /// Call it after each entry.
    void end_entry()
    {
        ++group_.entries;
        if (bytes_.size() >= block_bytes) write_block();
    }
    /// Ends the blocks of this kind.
    block_group end()
    {
        if (!bytes_.empty()) write_block();
        group_.end = at_;
        return std::exchange(group_, {});
    }
    void write_footer(snapshot_footer const& footer)
    {
        auto const place = at_;
        begin(block_kind::footer);
        bytes_ = encoded(footer);
        write_block();
        std::string trailer;
        append_number(trailer, place);
        append(trailer.append(snapshot_end));
    }
    std::uint64_t size() const noexcept { return at_; }

private:
    void append(std::string_view bytes)
    {
        to_.append(bytes);
        at_ += bytes.size();
    }
    void write_block()
    {
        block_head const head{static_cast<std::uint32_t>(bytes_.size()), kind_,
                              block_checksum(at_, kind_, bytes_)};
        group_.chain = chained(group_.chain, head.checksum);
        append({reinterpret_cast<char const*>(&head), sizeof head});
        append(bytes_);
        bytes_.clear();
    }

    snapshot_sink& to_;
    block_kind kind_ = block_kind::objects;
    std::string bytes_;
    std::uint64_t at_ = 0;
    block_group group_;
};

block_group write_objects(snapshot_ref const& from, snapshot_origin const& origin, image_writer& images,
                          block_writer& to)
{
    to.begin(block_kind::objects);
    for (std::uint32_t slot = 0; slot != from.slots(); ++slot) {
        auto const& object = from.at(slot);
        if (!object) continue;
        auto const refusal = images.append(*object.get(), to.bytes());
        if (!refusal.empty()) refuse_to_save(origin, refusal);
        to.end_entry();
    }
    return to.end();
}

block_group write_texts(image_writer const& images, block_writer& to)
{
    to.begin(block_kind::texts);
    for (auto const text : images.texts()) {
        append_text(to.bytes(), text);
        to.end_entry();
    }
    return to.end();
}

block_group write_key_sets(image_writer const& images, block_writer& to)
{
    to.begin(block_kind::key_sets);
    for (auto const* const keys : images.key_sets()) {
        append_number(to.bytes(), keys->size());
        for (std::size_t i = 0; i != keys->size(); ++i) append_text(to.bytes(), (*keys)[i]);
        to.end_entry();
    }
    return to.end();
}

block_group write_dictionaries(image_writer const& images, block_writer& to)
{
    to.begin(block_kind::dictionaries);
    for (auto const number : images.dictionaries()) {
        append_number(to.bytes(), std::uint32_t(number));
        append_text(to.bytes(), zstd_dictionary::numbered(number)->bytes());
        to.end_entry();
    }
    return to.end();
}

} // namespace

written_snapshot write_snapshot(snapshot_ref const& from, std::vector<std::string> versions,
                                object_type const& type, snapshot_origin const& origin, snapshot_sink& to)
{
    auto const& plan = image_plan_of(type);
    if (!plan.refusal.empty()) refuse_to_save(origin, plan.refusal);
    bool const lacks_version = std::ranges::any_of(versions, &std::string::empty) || versions.empty();
    if (lacks_version) refuse_to_save(origin, "it has no resource version");
    image_writer images(plan);
    block_writer blocks(to);
    snapshot_footer footer{plan.hash, std::move(versions), from.share(), origin, {}};
    footer.groups[0] = write_objects(from, origin, images, blocks);
    footer.groups[1] = write_texts(images, blocks);
    footer.groups[2] = write_key_sets(images, blocks);
    footer.groups[3] = write_dictionaries(images, blocks);
    blocks.write_footer(footer);
    to.commit();
    return {footer.groups[0].entries, blocks.size()};
}

} // namespace coinformer::detail
