#include "ledger.hpp"

#include "shard_process.hpp"

#include <algorithm>

namespace simulation {

ledger::position ledger::begin(shard_process const& by, object of, std::int64_t number)
{
    auto& known = objects_[of];
    if (by.is_acting()) {
        auto const who = by.identity() + " with number " + std::to_string(number);
        if (number < known.greatest)
            note({"M2", who + " begins " + of.first + " after number " + std::to_string(known.greatest)});
        for (auto const& other : running_)
            if (other.of == of && !other.is_excused && other.by->is_acting())
                note({"M6", who + " begins " + of.first + " while " + other.by->identity() + " works on it"});
    }
    known.greatest = std::max(known.greatest, number);
    return running_.insert(running_.end(), {&by, std::move(of), number, !by.is_acting()});
}

bool ledger::write(position p, std::string state, bool believes)
{
    auto& known = objects_[p->of];
    if (p->number >= known.greatest) {
        known.state = std::move(state);
        known.number = p->number;
        return true;
    }
    ++rejected_;
    if (believes || !p->is_excused)
        note({"M7", p->by->identity() + " writes " + p->of.first + " with number " +
                        std::to_string(p->number) + " after number " + std::to_string(known.greatest)});
    return false;
}

void ledger::excuse(shard_process const& who)
{
    for (auto& one : running_) one.is_excused |= one.by == &who;
}

ledger::written ledger::last_of(object const& of) const
{
    auto const found = objects_.find(of);
    return found == objects_.end() ? written() : found->second;
}

} // namespace simulation
