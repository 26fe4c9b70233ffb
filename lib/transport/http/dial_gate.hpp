#pragma once

#include "core/timed_wakeup.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <utility>

namespace coinformer::detail {

/// Lets one request dial while the others wait, if a connection will probably serve them all. Otherwise the
/// start of 200 informers would make 200 connections.
///
/// A dial may hang until the time-outs of TCP and TLS are both over: behind a load balancer one server may be
/// stuck while the others answer. So when the newest dial has lasted for a second, one of the requests
/// that wait, or a new one, makes a dial of its own, and the first one that succeeds serves all requests that
/// wait. Each further dial waits a second longer, so that an API server that is overloaded gets a few of
/// them, and not one each second from every client.
///
/// A dial that fails says nothing about one that is still under way, so the requests go on waiting for that
/// one. But while no server answers, some dial is always under way. So a request that has waited for
/// `longest_wait` shares the next failure.
///
/// Threads    one serial executor.
class dial_gate {
public:
    static constexpr duration longest_wait = std::chrono::seconds(10);

    dial_gate(environment const& env, bool expects_sharing)
        : time_(env.time), changed_(*time_, env.ex), expects_sharing_(expects_sharing)
    {
    }

    /// Called after each dial: the next one will probably bring a connection of the same kind.
    void expect_sharing(bool expected) noexcept { expects_sharing_ = expected; }
    /// True if wait() makes sense: another request is dialling, and does not seem to hang.
    bool is_closed() const noexcept
    {
        return expects_sharing_ && dialling_ != 0 && time_->now() < opens_at();
    }

    /// Waits until a dial has ended, or until the newest one seems to hang; then the caller looks at
    /// is_closed() again. Throws the failure of a dial if no other one is under way, or if the request has
    /// waited for long: it asked for the same, and came at `came`. After the cancellation of the request that
    /// dialled, the next one dials itself.
    [[nodiscard]] task<> wait(time_point came) &
    {
        auto const failures = failures_;
        co_await changed_.wait_until(opens_at());
        bool const gives_up = dialling_ == 0 || time_->now() - came >= longest_wait;
        if (failures_ != failures && gives_up) std::rethrow_exception(failure_);
    }

    /// Marks that a request dials, until the end of its scope.
    class turn {
    public:
        explicit turn(dial_gate& gate) noexcept : gate_(gate)
        {
            ++gate_.dialling_;
            gate_.newest_began_ = gate_.time_->now();
        }
        turn(turn const&) = delete;
        ~turn()
        {
            --gate_.dialling_;
            gate_.changed_.notify();
        }
        /// Says why the dial has failed.
        void failed(std::exception_ptr why) noexcept
        {
            ++gate_.failures_;
            gate_.failure_ = std::move(why);
        }

    private:
        dial_gate& gate_;
    };

private:
    time_point opens_at() const noexcept { return newest_began_ + std::chrono::seconds(dialling_); }

    time_ref time_;
    unsigned dialling_ = 0;
    time_point newest_began_{}; // when the newest dial began
    std::uint64_t failures_ = 0;
    std::exception_ptr failure_;
    timed_wakeup changed_; // notified when a dial has ended
    bool expects_sharing_;
};

} // namespace coinformer::detail
