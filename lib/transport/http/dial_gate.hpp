#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>

#include <cstdint>
#include <exception>

namespace coinformer::detail {

/// Lets one request dial while the others wait, if a connection will probably serve them all. Otherwise the
/// start of 200 informers would make 200 connections.
///
/// Threads    one serial executor.
class dial_gate {
public:
    explicit dial_gate(bool expects_sharing) noexcept : expects_sharing_(expects_sharing) {}

    /// Called after each dial: the next one will probably bring a connection of the same kind.
    void expect_sharing(bool expected) noexcept { expects_sharing_ = expected; }
    /// True if wait() makes sense: another request is dialling.
    bool is_closed() const noexcept { return expects_sharing_ && dialling_ != 0; }

    /// Waits until a dial has ended. Throws its failure: the waiting request asked for the same. After the
    /// cancellation of the request that dialled, the next one dials itself.
    [[nodiscard]] task<> wait() &
    {
        auto const failures = failures_;
        co_await ended_.wait();
        if (failures_ != failures) std::rethrow_exception(failure_);
    }

    /// Marks that a request dials, until the end of its scope.
    class turn {
    public:
        explicit turn(dial_gate& gate) noexcept : gate_(gate) { ++gate_.dialling_; }
        turn(turn const&) = delete;
        ~turn()
        {
            --gate_.dialling_;
            gate_.ended_.notify();
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
    unsigned dialling_ = 0;
    std::uint64_t failures_ = 0;
    std::exception_ptr failure_;
    wakeup ended_;
    bool expects_sharing_;
};

} // namespace coinformer::detail
