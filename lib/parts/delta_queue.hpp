#pragma once

#include "cache/reflector/delta_fifo.hpp"

#include <coinformer/core/keyed_backoff.hpp>
#include <coinformer/parts/delta_fifo.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace coinformer::parts::detail {

/// The queue of an informer, and beside it the deltas whose processing has failed, which wait there until they
/// are queued again.
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
    [[nodiscard]] task<std::vector<untyped_delta>> pop(std::size_t most) &;

private:
    struct retry {
        untyped_delta what;
        time_point due;
    };
    retry retry_of(std::string const& key, untyped_delta d);
    bool is_superseded(object_key const& key) const;
    void forget_superseded(std::vector<untyped_delta> const& popped);
    void arm();
    void queue_due();

    environment env_;
    coinformer::detail::delta_fifo fifo_;
    keyed_backoff<std::string> pauses_;
    std::map<std::string, retry> retries_; // changes of objects, by key
    std::optional<retry> whole_;           // a delta that is about the whole collection
    std::unique_ptr<timer> alarm_;         // rings when the first of retries_ is due; made when it is needed
};

} // namespace coinformer::parts::detail
