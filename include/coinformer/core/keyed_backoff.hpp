#pragma once

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/text_hash.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <unordered_map>

namespace coinformer {

/// A back-off for each of many keys, for code without a work_queue (which counts failures by itself). A plain
/// value without a clock and without I/O. A key is forgotten once its delay has been over for twice the
/// `cap`.
///
/// Threads    one at a time.
template <class Key, class Hash = default_hash<Key>>
class keyed_backoff {
public:
    /// Errors     errc::bad_request if the options are not valid: see backoff_options::is_valid().
    keyed_backoff(backoff_options options, random_source random) : options_(options), random_(random)
    {
        if (!options.is_valid())
            throw api_error(errc::bad_request, "keyed_backoff",
                            "0 < first <= cap <= 24 h, jitter_percent <= 1000");
    }

    /// Counts a failure of a key, and returns how long to leave the key alone.
    duration next(Key const& key, time_point now)
    {
        if (keys_.size() >= sweep_at_) sweep(now);
        auto& e = keys_.try_emplace(key, entry{backoff(options_, random_.fork()), now}).first->second;
        if (is_old(e, now)) e.delays.reset();
        auto const delay = e.delays.next();
        e.until = now + delay;
        return delay;
    }
    /// True if the delay of a key is not over yet.
    bool waits(Key const& key, time_point now) const
    {
        auto const at = keys_.find(key);
        return at != keys_.end() && now < at->second.until;
    }
    /// Forgets the failures of a key, after a success.
    void reset(Key const& key) { keys_.erase(key); }

    std::size_t size() const noexcept { return keys_.size(); }

private:
    struct entry {
        backoff delays;
        time_point until;
    };

    bool is_old(entry const& e, time_point now) const { return now - e.until > 2 * options_.cap; }
    void sweep(time_point now)
    {
        std::erase_if(keys_, [&](auto const& k) { return is_old(k.second, now); });
        sweep_at_ = std::max<std::size_t>(64, 2 * keys_.size()); // at least doubled: little work per key
    }

    backoff_options options_;
    random_source random_;
    std::unordered_map<Key, entry, Hash> keys_;
    std::size_t sweep_at_ = 64;
};

} // namespace coinformer
