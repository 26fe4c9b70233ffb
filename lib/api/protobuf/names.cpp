#include "api/protobuf/names.hpp"

#include "api/object/whole_index.hpp"
#include "core/process_wide.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace coinformer::detail {

namespace {

/// All messages of the process that were compiled. The lock guards `known` and `others`.
struct proto_names_registry {
    std::mutex lock;
    std::map<proto_message, std::unique_ptr<proto_names const>> known;
    std::vector<proto_names const*> others; // those that the table lacks
    /// The messages of the table once more, to be read without the lock. The table has some 500.
    std::array<std::atomic<proto_names const*>, 1024> by_number{};
};

proto_names_registry& all_proto_names()
{
    static auto& one = process_wide<proto_names_registry>();
    return one;
}

// Returns true if the message, and all messages inside it, can be written as JSON. `seen` ends recursion.
bool is_complete(proto_names const& names, std::set<proto_names const*>& seen)
{
    if (!seen.insert(&names).second) return true;
    return std::ranges::all_of(names.fields(), [&](auto const& f) {
        return f.name == "managedFields" ||
               (f.type == proto_type::message ? is_complete(f.inner(), seen) : f.type != proto_type::opaque);
    });
}

} // namespace

proto_names const& proto_names::of(proto_message const& message)
{
    auto& r = all_proto_names();
    std::lock_guard const hold(r.lock);
    auto& known = r.known[message];
    if (known) return *known;
    auto const& table = all_proto_messages();
    auto const place = static_cast<std::size_t>(std::ranges::find(table, message) - table.begin());
    bool const is_in_table = place != table.size() && place < r.by_number.size();
    auto const number = is_in_table ? place : std::max(table.size(), r.by_number.size()) + r.others.size();
    known.reset(new proto_names(message, static_cast<std::uint16_t>(number)));
    if (is_in_table)
        r.by_number[place].store(known.get(), std::memory_order_release);
    else
        r.others.push_back(known.get());
    return *known;
}

proto_names const& proto_names::numbered(std::uint16_t number)
{
    auto& r = all_proto_names();
    if (number < r.by_number.size()) {
        auto const* const known = r.by_number[number].load(std::memory_order_acquire);
        return known ? *known : of(all_proto_messages()[number]);
    }
    std::lock_guard const hold(r.lock);
    return *r.others[number - std::max(all_proto_messages().size(), r.by_number.size())];
}

proto_names::proto_names(proto_message const& message, std::uint16_t number)
    : message_(message), number_(number)
{
    for (auto const& f : fields_of(message)) fields_.emplace_back(f);
    by_name_.resize(std::bit_ceil(2 * fields_.size() + 1));
    for (auto const& f : fields_)
        if (f.count != proto_field::cardinality::inlined) add_name(f);
}

void proto_names::add_name(entry const& e)
{
    auto const mask = by_name_.size() - 1; // the size is a power of two
    auto at = key_tag(e.name) & mask;
    while (by_name_[at]) at = (at + 1) & mask;
    by_name_[at] = &e;
}

bool proto_names::is_complete() const
{
    std::set<proto_names const*> seen;
    return detail::is_complete(*this, seen);
}

proto_names::entry const* proto_names::find(std::uint32_t field) const noexcept
{
    auto const at = std::ranges::lower_bound(fields_, field, {}, &entry::number);
    return at != fields_.end() && at->number == field ? &*at : nullptr;
}

proto_names::entry const* proto_names::find(std::string_view name) const noexcept
{
    auto const mask = by_name_.size() - 1; // the size is a power of two
    auto at = key_tag(name) & mask;
    while (by_name_[at] && by_name_[at]->name != name) at = (at + 1) & mask;
    return by_name_[at];
}

proto_names const& proto_names::entry::inner() const
{
    auto const* known = inner_.load(std::memory_order_acquire);
    // Threads that come here together store the same value.
    if (!known) inner_.store(known = &of(message), std::memory_order_release);
    return *known;
}

} // namespace coinformer::detail
