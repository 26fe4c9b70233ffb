#include "api/image/image_plan.hpp"

#include "api/object/zstd_dictionary.hpp"
#include "api/protobuf/field_table.hpp"
#include "core/hash_text.hpp"
#include "core/process_wide.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>

#if !defined(COINFORMER_LIBRARY_VERSION)
#define COINFORMER_LIBRARY_VERSION "unknown"
#endif

namespace coinformer::detail {

namespace {

constexpr std::uint64_t image_secret =
    0x636f'696e'666f'726d; // any number: a hash is to be the same everywhere
constexpr std::string_view image_format = "images 2";

// Default objects, in memory that was zero before. They are never destroyed, because only a whole object has
// a function for that; the memory belongs to the plan, which is never destroyed either.
struct default_object {
    explicit default_object(member_type const& type)
        : bytes(static_cast<char*>(::operator new(type.size)), [](char* p) { ::operator delete(p); })
    {
        std::memset(bytes.get(), 0, type.size);
        type.construct(bytes.get(), 1);
    }
    std::unique_ptr<char, void (*)(char*)> bytes;
};

// Returns true if the standard library puts the flag of an optional right behind the value.
template <class X>
bool flag_is_behind_value()
{
    alignas(std::optional<X>) char at[sizeof(std::optional<X>)]{};
    auto* const made = ::new (static_cast<void*>(at)) std::optional<X>;
    bool const none = at[sizeof(X)] == 0;
    made->emplace();
    bool const some = at[sizeof(X)] == 1 && static_cast<void*>(&**made) == at;
    made->~optional();
    return none && some;
}

struct odd_struct {
    std::int64_t a = 0;
    char b = 0; // behind it there is padding, into which a flag might go
};

bool knows_optional()
{
    static bool const does = flag_is_behind_value<int>() && flag_is_behind_value<std::string>() &&
                             flag_is_behind_value<odd_struct>() && flag_is_behind_value<bool>();
    return does;
}

/// Makes one plan: it goes through the schema, notes the steps, and writes down in words what it has seen.
/// The hash is that of the words.
class plan_maker {
public:
    explicit plan_maker(object_type const& type) { plan_.type = &type; }

    struct made {
        image_plan plan;
        std::deque<image_layout> layouts;
        std::deque<default_object> defaults;
    };
    made make()
    {
        auto const& type = *plan_.type;
        if (!type.fields) {
            refuse("they are computed by transform::derive(), which has to be asked again");
            return {std::move(plan_), {}, {}};
        }
        say(image_format);
        say(COINFORMER_LIBRARY_VERSION);
        say(std::endian::native == std::endian::little ? "little" : "big");
        for (auto const n : {sizeof(void*), sizeof(std::string), sizeof(object_header), sizeof(label_table)})
            say(n);
        auto& root = layouts_.emplace_back();
        root.size = type.size;
        add_fields(root, type.fields->root(), 0);
        if (plan_.refusal.empty()) look_at_defaults(root);
        for (bool changed = true; std::exchange(changed, false);)
            for (auto& layout : layouts_) changed |= spread_allocates(layout);
        plan_.hash = hash_text(words_, 0, make_hash_secret(image_secret));
        if (plan_.refusal.empty()) plan_.root = &root;
        return {std::move(plan_), std::move(layouts_), std::move(defaults_)};
    }

private:
    void say(std::string_view word) { words_.append(word) += '\n'; }
    void say(std::uint64_t number) { say(std::to_string(number)); }
    void refuse(std::string why)
    {
        if (plan_.refusal.empty()) plan_.refusal = std::move(why);
    }

    static bool spread_allocates(image_layout& layout)
    {
        bool const allocates = std::ranges::any_of(layout.steps, [](image_step const& s) {
            return s.what >= image_step::kind::string || (s.element && s.element->allocates);
        });
        return allocates != std::exchange(layout.allocates, allocates);
    }

    void add_fields(image_layout& to, record const& fields, std::uint32_t at)
    {
        say("{");
        for (std::size_t i = 0; i != fields.size(); ++i) {
            auto const& f = fields[i];
            if (f.is_hidden) continue;
            say(std::string_view(f.name, f.name_size));
            say(f.offset);
            if (f.is_match) say(f.match);
            add(to, *f.type, at + f.offset);
        }
        say(fields.required()); // an object that lacks one of these is a fault, and in no store
        say("}");
    }

    void add(image_layout& to, node const& type, std::uint32_t at)
    {
        using kind = image_step::kind;
        say(static_cast<std::uint64_t>(type.what));
        say(type.size);
        say(type.type->align);
        switch (type.what) {
        case shape::record: return add_fields(to, *type.fields, at);
        case shape::element:
            // Another element of the list has other values. The schema hides the key from add_fields() if the
            // struct has no member for it.
            say(type.type->match_key);
            say(type.type->match_value);
            return add_fields(to, *type.fields, at);
        case shape::text:
        case shape::quantity: return add_step(to, kind::text, type, at);
        case shape::raw: return add_step(to, kind::json, type, at);
        case shape::whole: return add_whole(to, type, at);
        case shape::int_or_string: return add_step(to, kind::number_or_text, type, at);
        case shape::interned: return add_step(to, kind::interned, type, at);
        case shape::labels: return add_step(to, kind::labels, type, at);
        case shape::string: return add_step(to, kind::string, type, at);
        case shape::vector: return add_step(to, kind::vector, type, at);
        case shape::map: return add_step(to, kind::std_map, type, at);
        case shape::list:
        case shape::boxed:
        case shape::entries: return add_step(to, kind::elements, type, at);
        case shape::optional: return add_step(to, kind::optional, type, at);
        case shape::entry:
            add_step(to, kind::text, type, at);
            return add(to, *type.element, at + static_cast<std::uint32_t>(sizeof(text)));
        case shape::boolean: add_step(to, kind::boolean, type, at); break;
        case shape::integer: say(type.is_signed); break;
        case shape::real: break;
        case shape::time:
        case shape::duration: say_ticks(type); break;
        }
        to.plain.emplace_back(at, type.size);
    }

    // A whole object in protobuf begins with the number of a message in the table, and what its fields mean
    // is in the table, too.
    void add_whole(image_layout& to, node const& type, std::uint32_t at)
    {
        say(type.type->any_form);
        if (type.type->any_form) say(proto_table_hash());
        if (type.type->is_compressed) say(has_zstd() ? "with zstd" : "without zstd");
        add_step(to, image_step::kind::whole, type, at);
    }

    void add_step(image_layout& to, image_step::kind what, node const& type, std::uint32_t at)
    {
        image_step step{what, at, 0, &type, nullptr};
        bool const is_optional = what == image_step::kind::optional;
        if (is_optional) {
            step.flag = type.element->size;
            if (!knows_optional()) refuse("this program's std::optional has its flag at an unknown place");
        }
        if (is_optional || what == image_step::kind::elements || what == image_step::kind::vector ||
            what == image_step::kind::std_map)
            step.element = layout_of(*type.element);
        to.steps.push_back(step);
    }

    // A struct may contain itself, by way of a list; so a layout is known before its members are.
    image_layout const* layout_of(node const& element)
    {
        auto const [known, is_new] = by_node_.try_emplace(&element, nullptr);
        if (!is_new) {
            say("element");
            say(static_cast<std::uint64_t>(std::ranges::find(order_, &element) - order_.begin()));
            return known->second;
        }
        order_.push_back(&element);
        auto& made = layouts_.emplace_back();
        known->second = &made;
        made.size = element.size;
        say("(");
        add(made, element, 0);
        say(")");
        return &made;
    }

    // Two types of times have the same size and other units. What becomes of a number of microseconds tells
    // them apart.
    void say_ticks(node const& type)
    {
        alignas(std::max_align_t) char at[16]{};
        if (type.size > sizeof at) return refuse("they have a time or a duration of an unknown type");
        type.type->set_ticks(at, 1'234'567'890'123'456);
        words_.append(at, type.size);
    }

    static void cover(image_layout const& layout, std::vector<bool>& covered)
    {
        auto const mark = [&](std::size_t at, std::size_t size) {
            std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(at), size, true);
        };
        for (auto const& [at, size] : layout.plain) mark(at, size);
        for (auto const& s : layout.steps)
            if (s.type->what == shape::entry)
                mark(s.at, sizeof(text));
            else
                mark(s.at, s.type->size);
    }

    // An image holds the members that the schema knows. If a struct has others, their bytes must be zero in a
    // new object, because they are zero in one that is read. The defaults of numbers and strings are part of
    // the hash: an object keeps them for members that the server left out.
    void look_at_defaults(image_layout const& root)
    {
        auto const& type = *plan_.type;
        look_at_default(root, {.what = shape::record, .size = type.size, .construct = type.construct});
        for (auto const* element : order_) look_at_default(*by_node_[element], *element->type);
    }

    void look_at_default(image_layout const& layout, member_type const& type)
    {
        if (!type.construct) return;
        char const* const at = defaults_.emplace_back(type).bytes.get();
        for (auto const& [place, size] : layout.plain) words_.append(at + place, size);
        for (auto const& s : layout.steps) look_at_default(s, at + s.at);
        std::vector<bool> covered(layout.size);
        cover(layout, covered);
        for (std::size_t i = 0; i != layout.size; ++i)
            if (!covered[i] && at[i] != 0)
                return refuse("a struct of theirs has a member that it does not describe");
    }

    void look_at_default(image_step const& step, char const* at)
    {
        using kind = image_step::kind;
        if (step.what == kind::string) say(*reinterpret_cast<std::string const*>(at));
        // An element of a std::vector would keep these, where the image says that there is nothing; and the
        // hash does not tell these values apart from others.
        bool const is_container = step.what == kind::std_map || step.what == kind::vector;
        bool const has_value = (step.what == kind::optional && at[step.flag] != 0) ||
                               (is_container && step.type->type->heap_bytes(at, {nullptr, nullptr}) != 0);
        if (has_value)
            refuse(
                "a std::optional, a std::vector or a std::map of theirs has a value of its own by default");
    }

    image_plan plan_;
    std::deque<image_layout> layouts_;
    std::deque<default_object> defaults_;
    std::map<node const*, image_layout const*> by_node_;
    std::vector<node const*> order_; // the keys of by_node_ in the order in which they were met
    std::string words_;
};

/// All plans of the process.
struct plan_table {
    std::mutex lock;
    std::map<object_type const*, plan_maker::made> plans;
};

} // namespace

image_plan const& image_plan_of(object_type const& type)
{
    static auto& table = process_wide<plan_table>();
    std::lock_guard const hold(table.lock);
    auto known = table.plans.find(&type);
    if (known == table.plans.end()) known = table.plans.emplace(&type, plan_maker(type).make()).first;
    return known->second.plan;
}

} // namespace coinformer::detail
