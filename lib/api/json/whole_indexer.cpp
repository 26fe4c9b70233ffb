#include "api/json/whole_indexer.hpp"

#include "api/object/scalar.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

constexpr unsigned deepest_listed = 2;      // the object's own level is 0
constexpr std::size_t shortest_listed = 64; // bytes; going over fewer is as quick as a search in the index

bool is_filled_container(char const* p) noexcept
{
    return (*p == '{' || *p == '[') && p[1] != *p + 2; // the closing brackets are 2 behind the opening ones
}

} // namespace

std::string whole_indexer::index(char const* begin, char const* end, std::string_view left_out)
{
    start(end);
    begin_ = begin;
    left_out_ = left_out;
    has_metadata_ = has_part_[0] = has_part_[1] = false;
    made_.begin(static_cast<std::size_t>(end - begin) - left_out.size());
    if (!visit(begin, 0, place::root, whole_index_writer::no_part)) made_.give_up();
    return made_.finish();
}

char const* whole_indexer::visit(char const* p, unsigned depth, place at, std::size_t part)
{
    bool const is_object = *p == '{';
    char const closing = *p == '{' ? '}' : ']';
    auto const* const begin = p;
    auto const group = made_.open(position_of(p), depth, part);
    p = skip_space(p + 1);
    bool is_last = *p == closing;
    if (is_last) ++p;
    while (!is_last) {
        auto const* const member = p;
        std::string decoded;
        std::string_view name;
        if (is_object) {
            string_token token;
            p = key(p, token);
            if (!p) return nullptr;
            name = token.view();
            if (token.is_escaped) name = decoded = decode_escapes(name);
        }
        if (is_left_out(member)) {
            p = skip_value(p);
        } else if (made_.add(group, position_of(member), key_tag(name))) {
            p = visit_member(name, p, depth, at);
        } else {
            return skip_container(p);
        }
        if (p) p = next(p, closing, is_last);
        if (!p) return nullptr;
    }
    bool const is_short = static_cast<std::size_t>(p - begin) < shortest_listed;
    if (is_short && depth != 0 && part == whole_index_writer::no_part) made_.drop(group);
    return p;
}

char const* whole_indexer::visit_member(std::string_view key, char const* p, unsigned depth, place at)
{
    if (at == place::root && key == "metadata" && !std::exchange(has_metadata_, true) && *p == '{')
        return visit(p, depth + 1, place::metadata, whole_index_writer::no_part);
    if (at == place::metadata)
        for (auto const part : {whole_part::labels, whole_part::annotations}) {
            auto const i = static_cast<std::size_t>(part);
            if (key != name_of(part) || std::exchange(has_part_[i], true)) continue;
            if (*p == '{') return visit(p, depth + 1, place::elsewhere, i);
            made_.give_up(part);
        }
    bool const is_listed = depth != deepest_listed && is_filled_container(p);
    return is_listed ? visit(p, depth + 1, place::elsewhere, whole_index_writer::no_part) : skip_value(p);
}

} // namespace coinformer::detail
