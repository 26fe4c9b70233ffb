#include "status_page/changed_objects.hpp"

#include "status_page/largest_first.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

class counting_callable final : public closure {
public:
    explicit counting_callable(std::shared_ptr<changed_objects> into) : into_(std::move(into)) {}

    void call(change const& c) override
    {
        bool const is_resync = c.what == event_kind::updated && c.old == c.cur;
        if (c.initial == initial_list::no && !is_resync) into_->count(c.cur->key());
    }
    task<> start(change const&, borrowed_objects&) override { return {}; }
    bool holds(object_ref const&) override { return true; }
    bool awaitable() const noexcept override { return false; }

private:
    std::shared_ptr<changed_objects> into_;
};

} // namespace

void frequent_objects::count(std::string object)
{
    if (auto const known = counts_.find(object); known != counts_.end()) {
        ++known->second;
        return;
    }
    std::uint64_t from = 0;
    if (counts_.size() == most_objects) {
        auto const least = std::ranges::min_element(counts_, {}, [](auto const& c) { return c.second; });
        from = least->second;
        counts_.erase(least);
    }
    counts_.emplace(std::move(object), from + 1);
}

std::vector<change_count> frequent_objects::counts() const
{
    std::vector<change_count> all;
    for (auto const& [object, changes] : counts_) all.push_back({object, changes});
    return all;
}

untyped_handler changed_objects::handler_for(std::shared_ptr<changed_objects> into)
{
    untyped_handler made;
    made.added = std::make_unique<counting_callable>(into);
    made.updated = std::make_unique<counting_callable>(into);
    made.deleted = std::make_unique<counting_callable>(std::move(into));
    made.called = true;
    return made;
}

void changed_objects::count(object_key of)
{
    auto name = to_string(of);
    std::lock_guard const held(lock_);
    present_.count(std::move(name));
}

void changed_objects::begin_period()
{
    std::lock_guard const held(lock_);
    before_ = std::exchange(present_, {});
}

std::vector<change_count> changed_objects::counts() const
{
    std::lock_guard const held(lock_);
    auto all = present_.counts();
    for (auto const& old : before_.counts()) {
        auto const known = std::ranges::find(all, old.object, &change_count::object);
        if (known == all.end())
            all.push_back(old);
        else
            known->changes += old.changes;
    }
    sort_largest_first(all, &change_count::changes);
    return all;
}

} // namespace coinformer::detail
