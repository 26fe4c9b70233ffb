#include "api/object/scanned_object.hpp"

#include <coinformer/api/allocated_bytes.hpp>

#include <bit>
#include <limits>

namespace coinformer::detail {

namespace {

constexpr std::size_t largest_kept_tape = 16'384; // entries; a larger one is freed, after a very large object
// the sizes that object_header has room for; 255 marks a packed UID
constexpr std::size_t longest_identity[identity_count]{255, 65'535, 254, 65'535};
// distances inside a block are 32-bit and signed (block_ref)
constexpr std::size_t largest_block = std::numeric_limits<std::int32_t>::max() / 2;

} // namespace

void scanned_object::begin(needed_objects need)
{
    if (tape_.capacity() > largest_kept_tape) tape_ = tape();
    tape_.clear();
    made_.clear();
    identity_.fill({});
    list_bytes_ = text_bytes_ = heap_bytes_ = 0;
    is_fault_ = false;
    match_ = match::unknown;
    need_ = need;
    asks_ = need.known || need.share;
    is_foreign_ = was_looked_up_ = false;
    known_object_ = {};
}

bool scanned_object::finish()
{
    if (list_bytes_ + text_bytes_ > largest_block) {
        fail(errc::object_too_large, "", "");
        return false;
    }
    put(tape_entry::form::end);
    return true;
}

// The share is asked first, because a cache has no foreign objects. Each question is asked once for an
// identity.
bool scanned_object::settle_by_identity(bool has_ended)
{
    if (is_settled()) return true;
    auto const uid = identity_of(identity::uid);
    if (need_.share) {
        auto const holds = need_.share->holds_if_known(identity_key(), uid, has_ended);
        is_foreign_ = holds == false;
        if (is_foreign_) return true;
        if (holds) need_.share = nullptr;
    }
    if (!need_.known || std::exchange(was_looked_up_, true)) return false;
    known_object_ = need_.known->find(identity_key(), uid, identity_of(identity::version));
    return is_settled();
}

bool scanned_object::set_identity(identity i, std::string_view value)
{
    auto const longest = longest_identity[static_cast<std::size_t>(i)];
    if (value.size() > longest) {
        fail(errc::out_of_range, "string of at most " + std::to_string(longest) + " bytes",
             "a longer string");
        return false;
    }
    identity_[static_cast<std::size_t>(i)] = value;
    was_looked_up_ = false;
    return true;
}

void scanned_object::rewind_to(checkpoint const& c)
{
    tape_.resize(c.entries, tape_entry(tape_entry::form::end));
    list_bytes_ = c.list_bytes;
    text_bytes_ = c.text_bytes;
    heap_bytes_ = c.heap_bytes;
}

std::size_t scanned_object::open_container()
{
    put(tape_entry::form::container);
    return mark() - 1;
}

// Ends a container: now its number of elements is known, and so is the room that it takes, in the block or in
// memory of its own.
void scanned_object::close_container(std::size_t container, node const& type, std::uint32_t count)
{
    tape_[container].size = count;
    if (type.what == shape::list || type.what == shape::entries)
        list_bytes_ += list_room(std::size_t(count) * type.element->size);
    if (type.what == shape::vector) heap_bytes_ += std::size_t(count) * type.element->size;
    if (type.what == shape::map)
        heap_bytes_ += std::size_t(count) * (sizeof(std::string) + type.element->size + tree_links);
    if (type.what != shape::labels || count == 0) return;
    auto const* const first = tape_.data() + container + 1;
    tape_[container].keys = keys_.shared(first, count);
    list_bytes_ += list_room(label_table::bytes(count, width_of_values(first, count)));
    if (!tape_[container].keys) list_bytes_ += list_room(key_set_bytes(first, count));
}

void scanned_object::fail(errc code, std::string expected, std::string found)
{
    is_fault_ = true;
    auto const [ns, name] = identity_key();
    fault_ = {code, {}, std::move(expected), std::move(found), std::string(ns), std::string(name)};
}

void scanned_object::fail_missing(record const& fields, std::uint64_t present)
{
    auto const missing = fields.required() & ~present;
    fail(errc::missing_field, "a value", "nothing");
    fault_.path = fields[static_cast<std::size_t>(std::countr_zero(missing))].name;
}

void scanned_object::prepend_to_path(std::string_view step)
{
    if (!is_fault_) return;
    auto const needs_dot = !fault_.path.empty() && fault_.path.front() != '[';
    fault_.path = std::string(step) + (needs_dot ? "." : "") + fault_.path;
}

std::string expected_number(node const& type)
{
    if (type.what == shape::real) return "number";
    auto const bits = 8 * type.size;
    auto const most = ~std::uint64_t(0) >> (64 - bits + (type.is_signed ? 1 : 0));
    auto const least = type.is_signed ? "-" + std::to_string(most + 1) : std::string("0");
    return "integer in [" + least + ", " + std::to_string(most) + "]";
}

} // namespace coinformer::detail
