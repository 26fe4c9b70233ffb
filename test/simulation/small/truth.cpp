#include "truth.hpp"

#include <algorithm>
#include <charconv>

namespace small_worlds {

version number_in(std::string_view text)
{
    version n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
}

state read_state(coinformer::object_ptr<thing> const& object)
{
    auto const uid = object.uid();
    return {.life = static_cast<unsigned>(number_in(std::string_view(uid).substr(uid.rfind('-') + 1))),
            .at = number_in(object.resource_version()),
            .value = number_in(object->data.value_or("v", ""))};
}

unsigned object_of(coinformer::object_key const& key)
{
    return key.name == "a" ? 0 : 1;
}

std::string name_of(unsigned object)
{
    return object == 0 ? "a" : "b";
}

std::string to_string(state const& s)
{
    return "life " + std::to_string(s.life) + ", version " + std::to_string(s.at) + ", value " +
           std::to_string(s.value);
}

void truth::put(unsigned object)
{
    auto const& before = now_[object];
    state is{.at = newest_ + 1, .value = ++values_};
    is.life = before ? before->life : left_[object] != 0 ? left_[object] : ++lives_;
    left_[object] = 0;
    known_ = std::max(known_, object + 1);
    add(object, false, is);
}

void truth::remove(unsigned object)
{
    auto is = *now_[object];
    is.at = newest_ + 1;
    add(object, true, is);
}

void truth::leave(unsigned object)
{
    left_[object] = now_[object]->life;
    remove(object);
}

void truth::add(unsigned object, bool deleted, state is)
{
    newest_ = is.at;
    events_.push_back(
        {.at = is.at, .object = object, .deleted = deleted, .is_first = !now_[object], .is = is});
    now_[object].reset();
    if (!deleted) now_[object] = is;
}

void truth::go_back(version to)
{
    auto const first = std::ranges::find_if(events_, [&](event const& e) { return e.at > to; });
    undone_.insert(undone_.end(), first, events_.end());
    events_.erase(first, events_.end());
    newest_ = to;
    now_ = at(to);
    left_ = {};
}

objects truth::at(version v) const
{
    objects then;
    for (auto const& e : events_) {
        if (e.at > v) break;
        then[e.object].reset();
        if (!e.deleted) then[e.object] = e.is;
    }
    return then;
}

bool truth::ended_since(unsigned object, version v) const
{
    return std::ranges::any_of(events_,
                               [&](event const& e) { return e.object == object && e.deleted && e.at > v; });
}

bool truth::ever(unsigned object, state const& s, bool ended) const
{
    auto const is_it = [&](event const& e) { return e.object == object && e.is == s && e.deleted == ended; };
    return std::ranges::any_of(events_, is_it) || std::ranges::any_of(undone_, is_it);
}

} // namespace small_worlds
