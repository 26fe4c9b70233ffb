#include "api/json/whole_indexer.hpp"

#include "api/object/scalar.hpp"

#include <utility>

namespace coinformer::detail {

namespace {

// The index of a small object has no room for more than two levels, of which the object's own is 0.
constexpr std::size_t small_object = 4'096;
constexpr unsigned deepest_of_small = 1, deepest_of_large = 2;
constexpr std::size_t shortest_listed = 64; // bytes; going over fewer is as quick as a search in the index

bool is_filled_container(char const* p) noexcept
{
    return (*p == '{' || *p == '[') && p[1] != *p + 2; // the closing brackets are 2 behind the opening ones
}

} // namespace

std::string_view whole_indexer::index(char const* begin, char const* end, std::string_view left_out)
{
    start(end);
    begin_ = begin;
    left_out_ = left_out;
    has_metadata_ = has_part_[0] = has_part_[1] = false;
    auto const size = static_cast<std::size_t>(end - begin) - left_out.size();
    deepest_ = size < small_object ? deepest_of_small : deepest_of_large;
    made_.begin(size);
    return visit(begin, 0, place::root, whole_index_writer::no_part) ? made_.finish() : no_index;
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
        string_token name;
        if (is_object && !(p = key(p, name))) return nullptr;
        if (name.is_escaped) decode(name);
        if (is_left_out(member)) { // managedFields, to the end of which no search is needed
            p = left_out_.data() + left_out_.size() - left_out_.ends_with(',');
        } else if (made_.add(group, position_of(member), key_tag(name.view()))) {
            p = at == place::elsewhere && depth >= deepest_ ? skip_value(p) : visit_member(name.view(), p, depth, at);
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

void whole_indexer::decode(string_token& name)
{
    decoded_ = decode_escapes(name.view());
    name.data = decoded_.data();
    name.size = static_cast<std::uint32_t>(decoded_.size());
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
    bool const is_listed = depth < deepest_ && is_filled_container(p);
    return is_listed ? visit(p, depth + 1, place::elsewhere, whole_index_writer::no_part) : skip_value(p);
}

} // namespace coinformer::detail
