#pragma once

#include <coinformer/api/labels.hpp>
#include <coinformer/cache/shared_informer.hpp>

#include <boost/describe.hpp>

#include <atomic>
#include <map>
#include <string>
#include <thread>

namespace chaos {

using coinformer::duration;
using coinformer::final_state;
using coinformer::handlers;
using coinformer::initial_list;
using coinformer::snapshot;
using coinformer::task;

struct thing_metadata {
    coinformer::labels labels;
};
struct thing {
    thing_metadata metadata;
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(thing_metadata, (), (labels))
BOOST_DESCRIBE_STRUCT(thing, (), (metadata, data))

} // namespace chaos

template <>
inline constexpr coinformer::resource coinformer::resource_of<chaos::thing>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

namespace chaos {

inline constexpr auto things = coinformer::resource_of<thing>;

using versions = std::map<std::string, std::string>; // UID and resource version, by key
using ptr = coinformer::object_ptr<thing>;

inline std::string identity(ptr const& o)
{
    return std::string(o.uid()).append(1, ' ').append(o.resource_version());
}

inline versions stored(snapshot<thing> const& s)
{
    versions all;
    for (auto const& o : s.list()) all.emplace(to_string(o.key()), identity(o));
    return all;
}

/// A handler that judges its own calls. Its record is not locked, because its calls come one after the other
/// (P13), and the thread sanitizer sees if they do not. P4: each call must fit what was shown before.
class witness {
public:
    std::atomic<bool> over{false}; ///< no call is allowed any more
    std::atomic<int> lasts{0};     ///< how many of the objects that are made after all others it was shown
    versions folded;
    std::string wrong;

    handlers<thing> fast(duration takes)
    {
        handlers<thing> h;
        h.added = [this, takes](ptr const& o, initial_list) { call(takes, {}, o); };
        h.updated = [this, takes](ptr const& a, ptr const& b) { call(takes, a, b); };
        h.deleted = [this, takes](ptr const& o, final_state) { call(takes, o, {}); };
        return h;
    }
    handlers<thing> slow(duration takes)
    {
        handlers<thing> h;
        h.added = [this, takes](ptr const& o, initial_list) { return slowly(this, takes, {}, o); };
        h.updated = [this, takes](ptr const& a, ptr const& b) { return slowly(this, takes, a, b); };
        h.deleted = [this, takes](ptr const& o, final_state) { return slowly(this, takes, o, {}); };
        return h;
    }

private:
    struct turn {
        explicit turn(witness& w) : of(w)
        {
            if (of.busy_.exchange(true)) of.wrong += "P13: called while another call was under way\n";
            if (of.over) of.wrong += "P13: called after its end\n";
        }
        ~turn() { of.busy_ = false; }
        witness& of;
    };

    void call(duration takes, ptr const& was, ptr const& is)
    {
        turn const mine(*this);
        note(was, is);
        std::this_thread::sleep_for(takes);
    }
    static task<> slowly(witness* self, duration takes, ptr was, ptr is)
    {
        turn const mine(*self);
        self->note(was, is);
        co_await coinformer::system_time().sleep_for(takes);
    }

    void note(ptr const& was, ptr const& is)
    {
        auto const key = to_string(is ? is.key() : was.key());
        auto const had = folded.find(key);
        if (!was && had != folded.end()) wrong += "P4: added twice: " + key + '\n';
        if (was && had == folded.end()) wrong += "P4: never added: " + key + '\n';
        if (was && is && (was.uid() != is.uid() || had->second != identity(was)))
            wrong += "P4: its old state was not the one shown last: " + key + '\n';
        if (!is) folded.erase(key);
        if (is) folded[key] = identity(is);
        if (!was && is.key().name == "last") ++lasts;
    }

    std::atomic<bool> busy_{false};
};

} // namespace chaos
