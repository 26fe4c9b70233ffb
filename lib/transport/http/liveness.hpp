#pragma once

#include <coinformer/core/time_source.hpp>

#include <optional>

namespace coinformer::detail {

/// How a shared connection finds out that its peer has gone silent.
struct silence_limits {
    static constexpr duration before_ping = std::chrono::seconds(30); ///< without a byte received
    static constexpr duration for_answer = std::chrono::seconds(15);
    /// A connection is doubted if requests on it are given up without an answer, and no byte has come for
    /// this long while they waited. The waiting times of several requests are added up. Otherwise a user who
    /// gives up after half a second each time would stay on a dead connection for ever.
    static constexpr duration doubtful = std::chrono::seconds(1);
};

/// Judges from what comes on a shared connection whether its peer is still there, and whether the connection
/// should take new exchanges. It has no clock and no I/O.
///
/// Bytes alone do not prove that requests reach the peer: something in between may take them and lose them,
/// while a watch still brings events. So a PING is due after a long silence, and also when a request is given
/// up although bytes have come for others. Only its answer proves both directions.
///
/// States     Sound; asked, while a PING has no answer; and doubted beside either of them. Silence is final.
/// Threads    the connection's.
class liveness {
public:
    enum class verdict {
        wait,   ///< until due()
        ask,    ///< a PING is due: call asked()
        silent, ///< the peer is gone
    };

    /// An exchange begins on a connection that was not used.
    void begin(time_point now) noexcept;
    /// A read has brought something. `is_writable` is false while a write is stuck: then the doubt stays.
    void byte_came(time_point now, bool is_writable) noexcept;
    /// The answer to a PING has come.
    void answer_came() noexcept;
    /// A request that was sent at `waits_since` was given up without an answer. Returns true if a PING is
    /// due.
    bool given_up(time_point waits_since, time_point now) noexcept;
    /// A PING was sent.
    void asked(time_point now) noexcept;

    verdict judge(time_point now) noexcept;
    time_point due() const noexcept; ///< when judge() has to be called next
    /// True if the connection should take no new exchange.
    bool is_doubted() const noexcept { return doubted_; }

private:
    bool waits_for_any_byte() const noexcept { return asked_at_ && !byte_since_asked_; }

    time_point received_at_;             // the last bytes came then, or the first exchange began
    time_point counted_until_;           // the end of the time that waited_in_vain_ has counted
    duration waited_in_vain_{};          // by requests that were given up, without a byte received
    std::optional<time_point> asked_at_; // empty if each PING has been answered
    bool byte_since_asked_ = false;
    bool overdue_ = false; // bytes come, and the answer to a PING does not
    bool doubted_ = false;
    bool second_chance_ = false; // judge() came late once, and has waited a little longer for that
};

} // namespace coinformer::detail
