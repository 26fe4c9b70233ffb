#include "api/json/object_reader.hpp"
#include "core/process_wide.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t usual_limit = 16 * 1024 * 1024; // the default of client_options::max_object_bytes

} // namespace

schema const& identity_schema()
{
    static constexpr member_type nothing{.what = shape::record};
    static auto const& fields = process_wide<schema>(nothing);
    return fields;
}

object_reader::outcome object_reader::read(char const* begin, char const* end)
{
    auto const seen = scanner_.scan(*type_.fields, begin, end, need_);
    switch (seen) {
    case object_scanner::outcome::complete:
    case object_scanner::outcome::foreign: break;
    case object_scanner::outcome::known: object_ = scanner_.take_known(); return outcome::object;
    case object_scanner::outcome::incomplete: return outcome::incomplete;
    case object_scanner::outcome::malformed: return outcome::malformed;
    case object_scanner::outcome::fault: fault_ = std::move(scanner_.fault()); return outcome::fault;
    }
    if (static_cast<std::size_t>(object_end() - begin) > max_object_bytes_) {
        fault_ = too_large(max_object_bytes_);
        return outcome::fault;
    }
    if (seen == object_scanner::outcome::foreign) {
        foreign_key_ = key();
        return outcome::foreign;
    }
    if (key().name.empty() && !type_.is_anonymous) {
        fault_ = nameless(key());
        return outcome::fault;
    }
    if (auto large = too_large_in_memory(scanner_, max_object_bytes_)) {
        fault_ = std::move(*large);
        return outcome::fault;
    }
    object_ = builder_.build(type_, scanner_);
    return outcome::object;
}

object_reader::outcome object_reader::fail(decode_fault fault, char const* begin, char const* end)
{
    fault_ = std::move(fault);
    scanner_.scan(identity_schema(), begin, end, {});
    fault_.ns = key().ns;
    fault_.name = key().name;
    auto const uid = scanner_.identity_of(identity::uid);
    bool const is_foreign = need_.share && need_.share->is_foreign_fault(key(), uid);
    fault_ = without_credentials(std::move(fault_), mask_);
    foreign_key_ = {fault_.ns, fault_.name};
    return is_foreign ? outcome::foreign : outcome::fault;
}

void object_reader::fail(decode_fault fault)
{
    fault_ = without_credentials(std::move(fault), mask_);
}

decode_fault too_large(std::size_t limit)
{
    return {errc::object_too_large, {}, "at most " + std::to_string(limit) + " bytes", "more", {}, {}};
}

std::optional<decode_fault> too_large_in_memory(scanned_object const& found, std::size_t max_object_bytes)
{
    constexpr std::size_t least = 1024 * 1024,
                          most = std::numeric_limits<std::size_t>::max() / times_in_memory;
    auto const limit = times_in_memory * std::clamp(max_object_bytes, least, most);
    if (found.list_bytes() + found.text_bytes() + found.heap_bytes() <= limit) return std::nullopt;
    auto const limit_text = std::to_string(limit) + " bytes in memory (" + std::to_string(times_in_memory) +
                            " times client_options::max_object_bytes)";
    return decode_fault{errc::object_too_large, {}, "at most " + limit_text, "more", {}, {}};
}

decode_fault nameless(object_key key)
{
    return {errc::missing_field, "metadata.name", "a name", "nothing", std::string(key.ns), {}};
}

decode_fault without_credentials(decode_fault fault, credential_mask const& mask)
{
    if (mask.is_in(fault.ns) || mask.is_in(fault.name)) fault.ns = fault.name = {};
    fault.path = mask.apply(std::move(fault.path));
    fault.found = mask.apply_to_excerpt(fault.found); // scanners may have cut it
    return fault;
}

std::string padded(std::string_view bytes)
{
    std::string copy;
    copy.reserve(bytes.size() + padding);
    return copy.append(bytes).append(padding, '\0');
}

object_ref decode_object(object_type const& type, std::string_view json)
{
    return decode_object(type, json, credential_mask());
}

object_ref decode_object(object_type const& type, std::string_view json, credential_mask const& mask)
{
    auto bytes = padded(json);
    auto size = json.size();
    auto const start = static_cast<std::size_t>(json_scanner::skip_space(bytes.data()) - bytes.data());
    // A scanner cannot know if a number or a word at the end of its bytes goes on. Here nothing follows, and
    // one more byte tells the scanner so: then `null` instead of an object is reported as a wrong type, not
    // as an incomplete object.
    if (json_scanner::is_scalar(bytes[start])) {
        bytes += '\0';
        ++size;
    }
    auto const* const begin = bytes.data() + start;
    auto const* const end = bytes.data() + size;
    object_reader reader(type, std::max(json.size(), usual_limit));
    reader.hide(mask);
    switch (reader.read(begin, end)) {
    case object_reader::outcome::incomplete: throw api_error(errc::truncated, "decode");
    case object_reader::outcome::malformed:
        throw api_error(errc::malformed_json, "decode",
                        "at byte " + std::to_string(reader.position() - bytes.data()));
    case object_reader::outcome::fault:
        reader.fail(reader.fault(), begin, end);
        throw api_error(reader.fault().code, "decode", reader.fault().message());
    case object_reader::outcome::foreign: // only a reader with a share has this outcome
    case object_reader::outcome::object: break;
    }
    auto const* const rest = json_scanner::skip_space(reader.object_end());
    if (rest != end)
        throw api_error(errc::malformed_json, "decode", "at byte " + std::to_string(rest - bytes.data()));
    return reader.take();
}

} // namespace coinformer::detail
