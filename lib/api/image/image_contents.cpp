// The second walk of the image reader: it gives the members of std types their contents. An object that is
// refused here is destroyed as any other, because each of its members is whole.

#include "api/image/image_reader.hpp"

#include <cstring>

namespace coinformer::detail {

bool image_reader::take(std::size_t size, std::string_view& from_rest) noexcept
{
    if (size > rest_.size()) return false;
    from_rest = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
}

bool image_reader::take_number(std::uint32_t& number) noexcept
{
    std::string_view bytes;
    if (!take(sizeof number, bytes)) return false;
    std::memcpy(&number, bytes.data(), sizeof number);
    return true;
}

bool image_reader::fill(image_layout const& layout, char* at)
{
    for (auto const& step : layout.steps)
        if (!fill_step(step, at + step.at)) return false;
    return true;
}

// Fills a member in the block. check() has limited the depth.
bool image_reader::fill_step(image_step const& step, char* at)
{
    using kind = image_step::kind;
    switch (step.what) {
    case kind::string: return fill_string(*reinterpret_cast<std::string*>(at));
    case kind::vector:
    case kind::std_map: return fill_container(step, at, 0);
    case kind::optional: return at[step.flag] == 0 || !step.element->allocates || fill(*step.element, at);
    case kind::elements: {
        if (!step.element->allocates) return true;
        auto const& ref = *reinterpret_cast<block_ref const*>(at);
        for (std::size_t i = 0; i != ref.size; ++i)
            if (!fill(*step.element, const_cast<char*>(ref.data<char>()) + i * step.element->size))
                return false;
        return true;
    }
    default: return true;
    }
}

bool image_reader::fill_string(std::string& to)
{
    std::uint32_t size = 0;
    std::string_view characters;
    if (!take_number(size) || !take(size, characters)) return false;
    to = characters;
    return true;
}

// Each element has at least as many bytes in the image as in memory, so that `count` cannot claim more memory
// than the image justifies.
bool image_reader::fill_container(image_step const& step, char* at, unsigned depth)
{
    std::uint32_t count = 0;
    auto const& element = *step.element;
    if (!take_number(count) || depth == deepest_image) return false;
    if (count > rest_.size() / element.size) return false;
    bool const is_vector = step.what == image_step::kind::vector;
    auto* one = is_vector ? static_cast<char*>(step.type->type->open(at, count)) : nullptr;
    for (; count != 0; --count) {
        if (!is_vector) {
            std::string key;
            if (!fill_string(key)) return false;
            one = static_cast<char*>(step.type->type->slot(at, std::move(key)));
            if (!one) return false; // the key is there twice
        }
        std::string_view image;
        if (!take(element.size, image) || !fill_outside(element, one, image.data(), depth + 1)) return false;
        if (is_vector) one += element.size;
    }
    return true;
}

// Fills an element that lies outside the block, where the container has made it. `from` is its image.
bool image_reader::fill_outside(image_layout const& layout, char* at, char const* from, unsigned depth)
{
    for (auto const& step : layout.steps)
        if (!fill_step_outside(step, at + step.at, from + step.at, depth)) return false;
    for (auto const& [place, size] : layout.plain) std::memcpy(at + place, from + place, size);
    return true;
}

bool image_reader::fill_step_outside(image_step const& step, char* at, char const* from, unsigned depth)
{
    using kind = image_step::kind;
    switch (step.what) {
    case kind::boolean: return static_cast<unsigned char>(*from) <= 1;
    case kind::interned: {
        std::uint64_t number = 0;
        std::memcpy(&number, from, sizeof number);
        if (number > tables_.texts.size()) return false;
        *reinterpret_cast<interned_text*>(at) = number == 0 ? interned_text() : tables_.texts[number - 1];
        return true;
    }
    case kind::string: return fill_string(*reinterpret_cast<std::string*>(at));
    case kind::vector:
    case kind::std_map: return fill_container(step, at, depth);
    case kind::optional: {
        auto const flag = static_cast<unsigned char>(from[step.flag]);
        if (flag == 0) return true;
        return flag == 1 &&
               fill_outside(*step.element, static_cast<char*>(step.type->type->open(at, 1)), from, depth);
    }
    default: return false; // compact members cannot lie outside a block
    }
}

} // namespace coinformer::detail
