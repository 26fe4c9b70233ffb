#include "cache/present_objects.hpp"

#include <algorithm>

namespace coinformer::detail {

pending_changes::pending_changes(std::vector<change> const& pending, std::string version) : version_(std::move(version))
{
    for (auto const& c : pending) {
        if (c.what == change::kind::added) ++growth_;
        if (c.what == change::kind::deleted) --growth_;
        // an update from a state to itself, as after a restore of the server, neither brings nor replaces anything
        if (c.what != change::kind::deleted && c.cur != c.old) brought_.push_back(c.cur.get());
    }
    std::sort(brought_.begin(), brought_.end());
    for (auto const& c : pending) {
        bool const changes = c.what == change::kind::deleted || c.cur != c.old;
        if (c.old && changes && !brings(c.old)) replaced_.push_back(c.old);
    }
}

bool pending_changes::brings(object_ref const& state) const noexcept
{
    return std::binary_search(brought_.begin(), brought_.end(), state.get());
}

object_ref const& present_objects::at(std::size_t place) const noexcept
{
    static object_ref const none;
    if (place >= store_.slots()) return pending_->replaced()[place - store_.slots()];
    auto const& object = store_.at(static_cast<std::uint32_t>(place));
    return object && pending_ && pending_->brings(object) ? none : object;
}

} // namespace coinformer::detail
