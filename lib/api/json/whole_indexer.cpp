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
    return visit(begin, 0, rank::object) ? made_.finish() : no_index;
}

char const* whole_indexer::visit(char const* p, unsigned depth, rank r)
{
    bool const is_object = *p == '{';
    char const closing = *p == '{' ? '}' : ']';
    auto const* const begin = p;
    auto const group = made_.open(position_of(p), r);
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
            p = visit_member(name.view(), p, depth, r);
        } else {
            return skip_container(p);
        }
        if (p) p = next(p, closing, is_last);
        if (!p) return nullptr;
    }
    bool const is_inner = r == rank::member || r == rank::inner;
    if (is_inner && static_cast<std::size_t>(p - begin) < shortest_listed) made_.drop(group);
    return p;
}

void whole_indexer::decode(string_token& name)
{
    decoded_ = decode_escapes(name.view());
    name.data = decoded_.data();
    name.size = static_cast<std::uint32_t>(decoded_.size());
}

// Goes over the value of a member, if it is to be listed, or skips it.
char const* whole_indexer::visit_member(std::string_view key, char const* p, unsigned depth, rank r)
{
    if (r == rank::object && key == "metadata" && !std::exchange(has_metadata_, true) && *p == '{')
        return visit(p, depth + 1, rank::metadata);
    if (r == rank::metadata)
        for (auto const part : {whole_part::labels, whole_part::annotations}) {
            if (key != name_of(part) || std::exchange(has_part_[static_cast<std::size_t>(part)], true))
                continue;
            if (*p == '{') return visit(p, depth + 1, whole_index_writer::rank_of(part));
            made_.give_up(part);
        }
    if (depth >= deepest_ || !is_filled_container(p)) return skip_value(p);
    return visit(p, depth + 1, depth == 0 ? rank::member : rank::inner);
}

} // namespace coinformer::detail
