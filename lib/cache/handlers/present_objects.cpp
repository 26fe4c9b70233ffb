#include "cache/handlers/present_objects.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

object_ref const none;

} // namespace

std::ptrdiff_t growth_of(change const& c) noexcept
{
    return c.what == change::kind::added ? 1 : c.what == change::kind::deleted ? -1 : 0;
}

void batch_effect::add(change const& c, std::size_t index)
{
    // An update from a state to itself, as after a restore of the server, neither brings nor replaces a
    // state.
    if (c.what != change::kind::deleted && c.cur == c.old) return;
    if (c.what != change::kind::deleted) brought_.push_back({c.cur.get(), index});
    if (c.old) replaced_.push_back({c.old, index});
}

void batch_effect::seal()
{
    std::sort(brought_.begin(), brought_.end());
}

bool batch_effect::brings(object_ref const& state, std::size_t from) const noexcept
{
    auto const at = std::lower_bound(brought_.begin(), brought_.end(), brought_state{state.get(), from});
    return at != brought_.end() && at->state == state.get();
}

pending_changes::pending_changes(std::shared_ptr<batch_effect const> batch, std::size_t from,
                                 std::ptrdiff_t growth, std::string version)
    : batch_(std::move(batch)), from_(from), growth_(growth), version_(std::move(version))
{
    auto const& all = batch_->replaced();
    auto const is_in_log = [from](auto const& r) { return r.index < from; };
    first_replaced_ =
        static_cast<std::size_t>(std::partition_point(all.begin(), all.end(), is_in_log) - all.begin());
}

object_ref const& pending_changes::replaced_at(std::size_t i) const noexcept
{
    auto const& state = batch_->replaced()[first_replaced_ + i].state;
    return brings(state) ? none : state;
}

object_ref const& present_objects::at(std::size_t slot) const noexcept
{
    if (slot >= store_.slots()) return pending_->replaced_at(slot - store_.slots());
    auto const& object = store_.at(static_cast<std::uint32_t>(slot));
    return object && pending_ && pending_->brings(object) ? none : object;
}

} // namespace coinformer::detail
