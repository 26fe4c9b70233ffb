#include "api/protobuf/field_table.hpp"

#include "core/hash_text.hpp"
#include "core/process_wide.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace coinformer::detail {

namespace {

constexpr std::string_view field_table =
#include "api/protobuf/fields.inc"
    ;

// Returns a section, from the line break in front of its first message.
std::string_view section_of(std::string_view name)
{
    auto const title = "\n@" + std::string(name) + '\n';
    auto const at = field_table.find(title);
    if (at == field_table.npos) return {};
    auto const rest = field_table.substr(at + title.size() - 1);
    return rest.substr(0, rest.find("\n@"));
}

std::string_view next_word(std::string_view& rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size()));
    auto const word = rest.substr(0, rest.find_first_of(" \n"));
    rest.remove_prefix(word.size());
    return word;
}

proto_type type_of(char letter)
{
    switch (letter) {
    case 's': return proto_type::string;
    case 'b': return proto_type::boolean;
    case 'i': return proto_type::integer;
    case 'y': return proto_type::bytes;
    case 't': return proto_type::time;
    case 'u': return proto_type::micro_time;
    case 'q': return proto_type::quantity;
    case 'o': return proto_type::int_or_string;
    case 'j': return proto_type::json;
    default: return proto_type::opaque; // x, or a letter of a later generator
    }
}

void read_type(std::string_view type, std::string_view section, proto_field& f)
{
    using cardinality = proto_field::cardinality;
    if (type.starts_with('*')) f.count = cardinality::list;
    if (type.starts_with('%')) f.count = cardinality::map;
    if (type.starts_with('^')) f.count = cardinality::inlined;
    if (f.count != cardinality::one) type.remove_prefix(1);
    f.keeps_zero = type.starts_with('!');
    if (f.keeps_zero) type.remove_prefix(1);
    f.type = type.size() == 1 ? type_of(type.front()) : proto_type::message;
    if (f.type != proto_type::message) return;
    auto const colon = type.find(':');
    f.message = colon == type.npos ? proto_message{section, type}
                                   : proto_message{type.substr(0, colon), type.substr(colon + 1)};
}

// Returns the rest of the section that begins with a message's name.
std::string_view find_message(std::string_view section, std::string_view name)
{
    auto const start = '\n' + std::string(name);
    for (auto at = section.find(start); at != section.npos; at = section.find(start, at + 1))
        if (auto const rest = section.substr(at + start.size());
            rest.starts_with(':') || rest.starts_with(' '))
            return section.substr(at + 1);
    return {};
}

// Calls a function with the section and the first line of each message.
template <class Visit>
void for_each_message(Visit visit)
{
    std::string_view section;
    for (auto rest = field_table; !rest.empty();) {
        auto const line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (line.starts_with('@'))
            section = line.substr(1);
        else if (!line.empty() && line.front() != ' ')
            visit(section, line);
    }
}

std::vector<proto_message> messages_of_table()
{
    std::vector<proto_message> all;
    for_each_message([&](std::string_view section, std::string_view line) {
        all.push_back({section, line.substr(0, line.find_first_of(" :"))});
    });
    return all;
}

} // namespace

std::optional<proto_message> find_proto_kind(std::string_view api_version, std::string_view plural)
{
    auto const section = section_of(api_version);
    auto const at = section.find(' ' + std::string(plural) + ":");
    if (at == section.npos) return std::nullopt;
    auto const begin = section.rfind('\n', at) + 1;
    auto const* const title = section.data() - api_version.size(); // a view into the table
    return proto_message{{title, api_version.size()}, section.substr(begin, at - begin)};
}

std::vector<proto_field> fields_of(proto_message const& message)
{
    std::vector<proto_field> fields;
    auto rest = find_message(section_of(message.section), message.name);
    if (rest.empty()) return fields;
    rest.remove_prefix(std::min(rest.find(':'), rest.size() - 1) + 1);
    for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
        proto_field f;
        auto const [end, failed] = std::from_chars(word.data(), word.data() + word.size(), f.number);
        if (failed != std::errc()) break; // the next message begins
        f.name = next_word(rest);
        read_type(next_word(rest), message.section, f);
        fields.push_back(f);
    }
    return fields;
}

std::vector<proto_message> const& all_proto_messages()
{
    static auto const& messages = process_wide<std::vector<proto_message>>(messages_of_table());
    return messages;
}

std::uint64_t proto_table_hash()
{
    return hash_text(field_table, 0, make_hash_secret(1)); // the same in every process
}

std::vector<proto_kind> all_proto_kinds()
{
    std::vector<proto_kind> kinds;
    for_each_message([&](std::string_view section, std::string_view line) {
        auto const head = line.substr(0, line.find(':'));
        if (auto const space = head.find(' '); space != head.npos && head.size() != line.size())
            kinds.push_back({section, head.substr(space + 1)});
    });
    return kinds;
}

} // namespace coinformer::detail
