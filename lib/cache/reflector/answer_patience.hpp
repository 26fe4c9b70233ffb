#pragma once

#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

/// How much longer than usual a reflector waits until the server begins an answer.
///
/// The usual time (http_options::header_timeout) is short, so that a dead connection is noticed soon. A
/// server that lives and is slower than that would never be heard, and each request that is given up adds to
/// its load. So each request in a row that got no answer in time doubles the time of the next one, up to four
/// times the usual time: with the default that is two minutes, and a kube-apiserver ends a request after one
/// by itself (--request-timeout).
///
/// Threads    the client's strand.
class answer_patience {
public:
    static constexpr unsigned most = 4;

    /// Returns the factor for the request that is sent now.
    unsigned request_begins(time_point now) noexcept
    {
        asked_at_ = now;
        waits_ = true;
        return factor_;
    }
    /// The patience ends if the answer would have come in the usual time, too.
    void answer_begins(time_point now) noexcept
    {
        waits_ = false;
        if (now - asked_at_ < usual_) factor_ = 1;
    }
    /// The attempt has ended because its time was over. This counts only if no answer had begun.
    void time_was_over(time_point now) noexcept
    {
        if (!std::exchange(waits_, false)) return;
        if (factor_ == 1) usual_ = now - asked_at_;
        factor_ = std::min(2 * factor_, most);
    }

private:
    unsigned factor_ = 1;
    bool waits_ = false; // a request is under way, and its answer has not begun
    time_point asked_at_{};
    duration usual_{}; // how long the first request of the row had waited
};

} // namespace coinformer::detail
