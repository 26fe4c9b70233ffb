#include "api/image/whole_checker.hpp"

#include "api/json/blocks.hpp"
#include "api/json/check.hpp"
#include "api/object/zstd_dictionary.hpp"
#include "api/protobuf/schema.hpp"
#include "api/protobuf/whole_form.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

bool is_whole_object(std::string_view plain)
{
    return plain.starts_with('{') ? is_json(plain) : is_whole_form(plain);
}

// Returns the message of a whole object; null if it is in JSON.
proto_names const* proto_message_of(std::string_view plain)
{
    auto const protobuf = read_whole_form(plain);
    return protobuf ? &protobuf->names : nullptr;
}

} // namespace

std::string_view any_whole_indexer::index(std::string_view kept)
{
    if (!kept.starts_with('{')) return index_of_whole_form(protobuf_, kept);
    padded_.assign(kept).append(padding, '\0');
    return json_.index(padded_.data(), padded_.data() + kept.size(), {});
}

std::optional<std::string_view> whole_checker::check(node const& type, char* kept, std::size_t size)
{
    std::string_view const bytes(kept, size);
    if (type.type->is_compressed) {
        bool const is_right = is_zstd(bytes) ? check_frame(kept, size) : is_whole_object(bytes);
        return is_right ? std::optional(no_index) : std::nullopt;
    }
    if (!is_whole_object(bytes)) return std::nullopt;
    return indexer_.index(bytes);
}

bool whole_checker::check_frame(char* frame, std::size_t size)
{
    std::string_view const bytes(frame, size);
    image_dictionary const* used = nullptr;
    if (auto const number = dictionary_of(bytes)) {
        auto const found = std::ranges::find(dictionaries_, number, &image_dictionary::number);
        if (found == dictionaries_.end()) return false;
        if (!set_dictionary(frame, size, found->here->number())) return false;
        used = &*found;
    }
    if (!try_zstd_decompress(bytes, plain_, largest_compressed) || !is_whole_object(plain_)) return false;
    if (used) forms_.try_emplace(used, proto_message_of(plain_));
    return true;
}

void whole_checker::adopt_dictionaries(schema const& of) const
{
    std::map<proto_names const*, std::vector<zstd_dictionary const*>> by_form;
    for (auto const& dictionary : dictionaries_)
        if (auto const form = forms_.find(&dictionary); form != forms_.end())
            by_form[form->second].push_back(dictionary.here);
    for (auto const& [message, dictionaries] : by_form) {
        if (!message) {
            if (auto* const c = of.compressor()) c->adopt(dictionaries);
            continue;
        }
        std::string reason;
        auto const* const fields = proto_schema::find(of, message->message(), reason);
        if (auto* const c = fields ? fields->compressor() : nullptr) c->adopt(dictionaries);
    }
}

} // namespace coinformer::detail
