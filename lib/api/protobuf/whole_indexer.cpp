#include "api/protobuf/whole_indexer.hpp"

#include "api/protobuf/map_pair.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::uint32_t metadata_number = 1; // the same number in every kind

} // namespace

proto_names::entry const& field_of(whole_part p)
{
    static auto const& metadata = proto_names::of({"meta", "ObjectMeta"});
    static auto const* const labels = metadata.find(name_of(whole_part::labels));
    static auto const* const annotations = metadata.find(name_of(whole_part::annotations));
    return p == whole_part::labels ? *labels : *annotations;
}

std::string_view proto_whole_indexer::index(proto_names const& names, std::string_view message,
                                            std::size_t size)
{
    made_.begin(size);
    auto const* const metadata = names.find("metadata");
    bool const is_usual = metadata && metadata->number == metadata_number &&
                          metadata->message == proto_message{"meta", "ObjectMeta"};
    return is_usual && list_parts(message) ? made_.finish() : no_index;
}

// Returns false if the bytes are not as expected. A read then fails at the same place as without an index.
bool proto_whole_indexer::list_parts(std::string_view message)
{
    proto_fields from(message);
    while (from.next())
        if (from.number() == metadata_number)
            return from.form() == wire::bytes && list_metadata(message, from.bytes());
    return !from.is_malformed();
}

bool proto_whole_indexer::list_metadata(std::string_view message, std::string_view metadata)
{
    auto const labels = field_of(whole_part::labels).number,
               annotations = field_of(whole_part::annotations).number;
    bool has_come[whole_part_count]{};
    proto_fields from(metadata);
    for (auto const* begin = metadata.data(); from.next(); begin = from.position()) {
        if (from.number() != labels && from.number() != annotations) continue;
        auto const part = from.number() == labels ? whole_part::labels : whole_part::annotations;
        // the entries of a map stand side by side; a read does not look for more
        if (std::exchange(has_come[static_cast<std::size_t>(part)], true)) continue;
        auto const group = made_.open(0, whole_index_writer::rank_of(part));
        do {
            map_pair const entry(from.bytes());
            if (from.form() != wire::bytes || entry.is_malformed) return false;
            made_.add(group, static_cast<std::size_t>(begin - message.data()), key_tag(entry.key));
            begin = from.position();
        } while (from.next_same());
    }
    return !from.is_malformed();
}

} // namespace coinformer::detail
