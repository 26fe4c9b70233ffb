#include "api/protobuf/same_content.hpp"

#include "api/object/schema.hpp"
#include "api/protobuf/whole_form.hpp"

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/labels.hpp>
#include <coinformer/api/projection.hpp>

#include <algorithm>
#include <cstring>
#include <string>

namespace coinformer::detail {

namespace {

bool same_value(node const& type, char const* a, char const* b);

template <class X>
X const& as(char const* at) noexcept
{
    return *reinterpret_cast<X const*>(at);
}

bool same_members(record const& fields, char const* a, char const* b)
{
    for (std::size_t i = 0; i != fields.size(); ++i) {
        auto const& f = fields[i];
        if (!f.is_hidden && !same_value(*f.type, a + f.offset, b + f.offset)) return false;
    }
    return true;
}

std::string_view text_at(char const* at) noexcept
{
    auto const& ref = as<block_ref>(at); // the first and only member of every compact type
    return {ref.data<char>(), ref.size};
}

// Removes a leading `"kind":"Pod","apiVersion":"v1",`. A server writes it in front of the members of a
// built-in kind in a watch, and leaves it out in a list; for all other kinds it writes the same bytes in
// both.
std::string_view without_type(std::string_view json) noexcept
{
    auto rest = json;
    for (std::string_view const key : {R"({"kind":")", R"("apiVersion":")"}) {
        if (!rest.starts_with(key)) return json;
        auto const end = rest.find("\",", key.size());
        if (end == rest.npos) return json;
        rest.remove_prefix(end + 2);
    }
    return rest;
}

// Returns the members of a whole object without its type and without the brace in front, so that the two
// forms can be compared. `room` holds the bytes of a compressed object.
std::string_view members_of_whole(std::string_view kept, std::string& room)
{
    auto const whole = uncompressed(kept, room);
    auto const rest = without_type(whole);
    return rest.size() == whole.size() && whole.starts_with('{') ? whole.substr(1) : rest;
}

bool same_whole(std::string_view a, std::string_view b)
{
    if (a == b) return true;
    std::string room_of_a, room_of_b;
    return members_of_whole(a, room_of_a) == members_of_whole(b, room_of_b);
}

bool same_elements(node const& element, char const* a, char const* b, std::size_t count)
{
    for (; count != 0; --count, a += element.size, b += element.size)
        if (!same_value(element, a, b)) return false;
    return true;
}

bool same_list(node const& type, char const* at_a, char const* at_b)
{
    auto const& a = as<block_ref>(at_a);
    auto const& b = as<block_ref>(at_b);
    return a.size == b.size && same_elements(*type.element, a.data<char>(), b.data<char>(), a.size);
}

bool same_labels(labels const& a, labels const& b)
{
    auto const same = [](label const& x, label const& y) { return x.key == y.key && x.value == y.value; };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
}

bool same_std_elements(node const& type, char const* a, char const* b)
{
    auto const same = [](void const* element, void const* x, void const* y) {
        return same_value(*static_cast<node const*>(element), static_cast<char const*>(x),
                          static_cast<char const*>(y));
    };
    return type.type->same_elements(a, b, {same, type.element});
}

bool same_value(node const& type, char const* a, char const* b)
{
    switch (type.what) {
    case shape::text:
    case shape::raw:
    case shape::quantity: return text_at(a) == text_at(b);
    case shape::whole: return same_whole(text_at(a), text_at(b));
    case shape::record:
    case shape::element: return same_members(*type.fields, a, b);
    case shape::optional:
    case shape::vector:
    case shape::map: return same_std_elements(type, a, b);
    case shape::boxed:
    case shape::list:
    case shape::entries: return same_list(type, a, b);
    case shape::entry:
        return text_at(a) == text_at(b) && same_value(*type.element, a + sizeof(text), b + sizeof(text));
    case shape::interned: return as<interned_text>(a) == as<interned_text>(b);
    case shape::string: return as<std::string>(a) == as<std::string>(b);
    case shape::int_or_string: return as<int_or_string>(a) == as<int_or_string>(b);
    case shape::labels: return same_labels(as<labels>(a), as<labels>(b));
    case shape::boolean:
    case shape::integer:
    case shape::real:
    case shape::time:
    case shape::duration: return std::memcmp(a, b, type.size) == 0; // -0.0 and 0.0 count as different
    }
    return false;
}

} // namespace

bool has_same_content(object_ref const& a, object_ref const& b)
{
    if (a == b) return true;
    auto const& type = a->type();
    if (&type != &b->type()) return false;
    if (!type.fields) return type.is_equal && type.is_equal(a->object(), b->object());
    return same_members(type.fields->root(), static_cast<char const*>(a->object()),
                        static_cast<char const*>(b->object()));
}

} // namespace coinformer::detail
