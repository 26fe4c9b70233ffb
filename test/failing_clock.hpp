#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace test {

/// A clock that shows another one's time, and whose timers have no memory for the next `failures` starts.
///
/// Lifetime   it outlives everything that was given it, and `inner` outlives it.
class failing_clock final : public coinformer::time_source {
public:
    explicit failing_clock(coinformer::time_source& inner) noexcept : inner_(inner) {}

    coinformer::time_point now() const noexcept override { return inner_.now(); }
    coinformer::wall_time wall_now() const noexcept override { return inner_.wall_now(); }
    std::unique_ptr<coinformer::timer> make_timer(coinformer::executor ex) override
    {
        return std::make_unique<failing_timer>(*this, inner_.make_timer(std::move(ex)));
    }

    std::size_t failures = 0;

private:
    class failing_timer final : public coinformer::timer {
    public:
        failing_timer(failing_clock& of, std::unique_ptr<coinformer::timer> inner)
            : of_(of), inner_(std::move(inner))
        {
        }
        void start(coinformer::time_point when, std::function<void()> fire) override
        {
            if (of_.failures != 0) {
                --of_.failures;
                throw std::bad_alloc();
            }
            inner_->start(when, std::move(fire));
        }
        void cancel() noexcept override { inner_->cancel(); }

    private:
        failing_clock& of_;
        std::unique_ptr<coinformer::timer> inner_;
    };

    coinformer::time_source& inner_;
};

} // namespace test
