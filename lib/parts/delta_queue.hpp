#pragma once

#include "cache/reflector/delta_fifo.hpp"
#include "core/timed_wakeup.hpp"
#include "core/undelivered.hpp"

#include <coinformer/core/keyed_backoff.hpp>
#include <coinformer/parts/delta_fifo.hpp>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coinformer::parts::detail {

/// Returns a strand of the executor. What runs on the strand is serial with what runs on the executor itself,
/// which is serial, too. But only a strand is known to run inline what is dispatched from inside of it, which
/// the cancellation of a task needs (decision 9). Errors: errc::bad_request if the executor is known not to
/// be serial; `part` is named in the message.
executor serial(executor const& ex, std::string part);

/// The objects that some deltas concern: the keys of single objects, and the namespaces of lists. While these
/// deltas are on their way, a failed or repeated state of such an object is out of date.
class touched_objects {
public:
    void add(untyped_delta const& d);
    void remove(std::string const& key) { keys_.erase(key); }
    void clear() noexcept;
    std::set<std::string, std::less<>> const& keys() const noexcept { return keys_; }
    bool contains(object_key const& key) const;

private:
    std::set<std::string, std::less<>> keys_;
    std::set<std::string, std::less<>> lists_; // namespaces; "" stands for all of them
};

/// The queue of an informer, and beside it the deltas whose processing has failed, which wait there until
/// they are queued again.
///
/// States     As delta_fifo. While `whole_` is set, pop() returns nothing but that delta, after its pause.
/// Threads    the serial executor of the environment.
class delta_queue {
public:
    delta_queue(environment env, delta_fifo_options options);

    /// The queue itself, for a reflector.
    coinformer::detail::delta_fifo& fifo() noexcept { return fifo_; }
    coinformer::detail::delta_fifo const& fifo() const noexcept { return fifo_; }

    void push(untyped_delta d);
    void requeue(untyped_delta d);
    void resync(coinformer::detail::snapshot_ref const& objects);
    void close();
    [[nodiscard]] task<std::vector<untyped_delta>> pop(std::size_t most) &;
    /// The deltas that were popped for a call which was cancelled, or had no memory to return them.
    std::shared_ptr<coinformer::detail::undelivered<std::vector<untyped_delta>>> late() const noexcept
    {
        return late_;
    }

private:
    using due_keys = std::set<std::pair<time_point, std::string>>;
    struct retry {
        untyped_delta what;
        time_point due;
        due_keys::iterator place = {}; // in due_, if it is a change of an object
    };
    struct taken {
        touched_objects returned; // what the last pop() has returned, without changes that were given back
        std::vector<untyped_delta> unreturned; // what a pop() had no memory for, and the next one returns
    };
    retry retry_of(std::string const& key, untyped_delta d);
    touched_objects queued() const;
    void end_processing();
    void note_popped(std::span<untyped_delta const> deltas);
    void forget_superseded();
    void forget(std::map<std::string, retry>::iterator at) noexcept;
    void arm(time_point not_before = time_point::min());
    void queue_due();
    void move_due();

    environment env_;
    coinformer::detail::delta_fifo fifo_;
    keyed_backoff<std::string> pauses_;    // "" is the key of deltas about a whole collection
    std::map<std::string, retry> retries_; // changes of objects, by key
    due_keys due_;                         // the keys of retries_, by their time
    std::optional<retry> whole_;           // a delta that is about a whole collection
    std::shared_ptr<coinformer::detail::undelivered<std::vector<untyped_delta>>> const late_ =
        std::make_shared<coinformer::detail::undelivered<std::vector<untyped_delta>>>();
    taken popped_;
    bool is_popping_ = false, is_closed_ = false;
    coinformer::detail::timed_wakeup closed_; // notified by close()
    // rings when the first of retries_ is due; null if it was not needed yet, or could not be started
    std::unique_ptr<timer> alarm_;
};

} // namespace coinformer::parts::detail
