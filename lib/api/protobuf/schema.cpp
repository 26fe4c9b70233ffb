#include "api/protobuf/schema.hpp"

#include "api/object/tape.hpp"
#include "core/process_wide.hpp"

#include <bit>
#include <mutex>

namespace coinformer::detail {

namespace {

using cardinality = proto_field::cardinality;

// Returns true for the types that protobuf leaves out when they are zero or empty.
bool is_scalar(proto_type type) noexcept
{
    return type == proto_type::string || type == proto_type::integer || type == proto_type::boolean ||
           type == proto_type::bytes;
}

// Returns true if every value that JSON makes of the type is one that the shape takes, so that no value has
// to be looked at.
bool can_give(proto_type type, shape what) noexcept
{
    auto const is_string = what == shape::text || what == shape::string || what == shape::interned;
    switch (type) {
    case proto_type::string:
    case proto_type::quantity: return is_string || what == shape::quantity;
    case proto_type::bytes: return is_string;
    case proto_type::boolean: return what == shape::boolean;
    case proto_type::integer: return what == shape::integer || what == shape::real || what == shape::duration;
    case proto_type::time:
    case proto_type::micro_time: return is_string || what == shape::time;
    case proto_type::int_or_string: return what == shape::int_or_string;
    case proto_type::json: return what == shape::raw;
    case proto_type::message: return what == shape::record;
    case proto_type::opaque: return false;
    }
    return false;
}

// Binds the value itself, inside whatever says that it may be absent.
void bind_value(proto_binding& b, node const& type)
{
    b.value = &type;
    for (; b.value->what == shape::optional || b.value->what == shape::boxed; b.value = b.value->element)
        if (b.value->what == shape::boxed) b.boxed_bytes = list_room(b.value->element->size);
}

bool is_container(node const& type, cardinality count) noexcept
{
    if (count == cardinality::list)
        return type.what == shape::list || type.what == shape::vector || type.what == shape::element;
    return type.what == shape::labels || type.what == shape::map || type.what == shape::entries ||
           type.what == shape::record;
}

// Returns the names for a projection that keeps whole objects in protobuf; nullptr if it keeps none, or
// cannot.
proto_names const* whole_of(schema const& of, proto_message const& message)
{
    auto const* const f = of.root().whole();
    if (!f || !f->type->type->any_form) return nullptr;
    auto const& names = proto_names::of(message);
    return names.is_complete() ? &names : nullptr;
}

} // namespace

void proto_record::add(std::uint32_t number, proto_binding b)
{
    if (by_number_.size() <= number) by_number_.resize(number + 1);
    by_number_[number] = b;
}

proto_schema const* proto_schema::find(schema const& of, proto_message const& message, std::string& reason)
{
    static std::mutex lock;
    static auto& compiled = process_wide<std::map<std::pair<schema const*, proto_message>, proto_schema>>();
    std::lock_guard const hold(lock);
    auto const& found = compiled.try_emplace({&of, message}, of, message).first->second;
    reason = found.reason();
    return reason.empty() ? &found : nullptr;
}

proto_schema::proto_schema(schema const& of, proto_message const& message)
    : whole_(whole_of(of, message)), root_(bind(of.root(), message))
{
    if (whole_ && of.compressor()) compressor_ = std::make_unique<detail::compressor>();
}

proto_record const* proto_schema::bind(record const& of, proto_message const& message)
{
    auto& known = bound_[{&of, message}];
    if (known) return known;
    auto& made = records_.emplace_back(of);
    known = &made;
    auto const missing = of.all() & ~bind_fields(made, message);
    if (!reason_.empty()) return known;
    bool const keeps_it = whole_ && known == &records_.front();
    if (of.whole() && !keeps_it)
        reason_ = std::string(of.whole()->name) + ": protobuf has no JSON to keep";
    else if (missing)
        reason_ = std::string(of[static_cast<std::size_t>(std::countr_zero(missing))].name) +
                  ": no such field in " + std::string(message.name);
    return known;
}

std::uint64_t proto_schema::bind_fields(proto_record& into, proto_message const& message)
{
    std::uint64_t found = 0;
    for (auto const& from : fields_of(message)) {
        if (!reason_.empty()) break;
        if (from.count == cardinality::inlined) {
            auto& inlined = records_.emplace_back(into.of());
            auto const inner = bind_fields(inlined, from.message);
            if (inner)
                into.add(from.number,
                         {.count = cardinality::inlined, .type = proto_type::message, .fields = &inlined});
            found |= inner;
        } else if (auto const* f = into.of().named(from.name)) {
            bool const is_unread = f->is_hidden && f->is_left_out; // whole_form() leaves it out
            if (!is_unread) bind_field(into, from, *f);
            found |= std::uint64_t(1) << f->index;
        }
    }
    return found;
}

void proto_schema::bind_field(proto_record& into, proto_field const& from, field const& f)
{
    proto_binding b{.count = from.count, .type = from.type, .form = form_of(from.type), .of = &f};
    b.omits_zero = from.count == cardinality::one && is_scalar(from.type) && !from.keeps_zero;
    bind_value(b, *f.type);
    auto const is_one = from.count == cardinality::one;
    auto is_right = is_one || is_container(*b.value, from.count);
    bool const has_keys = from.count == cardinality::map && b.value->what == shape::record;
    if (is_right && !is_one) {
        b.container = b.value;
        auto const* element = b.container->element;
        if (b.container->what == shape::entries) element = element->element;
        if (!has_keys) bind_value(b, *element);
    }
    is_right = is_right && (has_keys ? bind_keys(b, from) : can_give(from.type, b.value->what));
    if (f.is_match) is_right = is_right && is_one && from.type == proto_type::string;
    if (!is_right) {
        reason_ = std::string(f.name) + ": protobuf has another type";
        return;
    }
    if (from.type == proto_type::message) {
        auto const& fields =
            b.container && b.container->what == shape::element ? *b.container->fields : *b.value->fields;
        b.fields = bind(fields, from.message);
        if (!reason_.empty()) reason_ = std::string(f.name) + '.' + reason_;
    }
    into.add(from.number, b);
}

// Binds a struct that is read from a map: its members are keys of the map, so all of them have the map's
// type.
bool proto_schema::bind_keys(proto_binding& b, proto_field const& from)
{
    auto const& fields = *b.container->fields;
    auto& made = records_.emplace_back(fields);
    b.fields = &made;
    for (std::size_t i = 0; i != fields.size(); ++i) {
        proto_binding key{.type = from.type, .form = b.form, .of = &fields[i]};
        bind_value(key, *fields[i].type);
        if (from.type == proto_type::message || !can_give(from.type, key.value->what)) return false;
        made.add(static_cast<std::uint32_t>(i), key);
    }
    return true;
}

} // namespace coinformer::detail
