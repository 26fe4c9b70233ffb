#include "choices.hpp"

#include "end_report.hpp"

#include <algorithm>
#include <stdexcept>

namespace small_worlds {

namespace {

constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";

} // namespace

choices::choices(std::string_view id)
{
    for (char const c : id) {
        auto const chosen = digits.find(c);
        if (chosen == digits.npos)
            throw std::invalid_argument("the ID of a world has digits and small letters only");
        made_.push_back({static_cast<unsigned>(chosen), static_cast<unsigned>(digits.size())});
    }
}

unsigned choices::choose(unsigned options)
{
    if (options <= 1) return 0;
    if (options > digits.size())
        throw std::invalid_argument("a decision has more options than an ID has digits");
    if (used_ == made_.size()) made_.push_back({0, options});
    auto& d = made_[used_++];
    d.options = options;
    if (d.chosen >= options) throw std::invalid_argument("there is no world with this ID in this scope");
    test::end_report::append(digits[d.chosen]);
    return d.chosen;
}

bool choices::next_behind(std::size_t depth)
{
    made_.resize(std::min({depth, used_, made_.size()}));
    while (!made_.empty() && made_.back().chosen + 1 == made_.back().options) made_.pop_back();
    used_ = 0;
    if (made_.empty()) return false;
    changed_at_ = made_.size() - 1;
    ++made_.back().chosen;
    return true;
}

std::string choices::id() const
{
    std::string id;
    for (std::size_t i = 0; i != used_; ++i) id += digits[made_[i].chosen];
    id.erase(id.find_last_not_of('0') + 1);
    return id;
}

} // namespace small_worlds
