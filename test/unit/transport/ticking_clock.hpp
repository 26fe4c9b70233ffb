#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstdint>

namespace test {

/// A clock that shows another one's time, and a nanosecond more at each reading. A virtual clock stands still
/// while code runs, so that two readings are equal that on a real clock never are.
///
/// Lifetime   it outlives everything that was given it, and `inner` outlives it.
class ticking_clock final : public coinformer::time_source {
public:
    explicit ticking_clock(coinformer::time_source& inner) noexcept : inner_(inner) {}

    coinformer::time_point now() const noexcept override
    {
        return inner_.now() + coinformer::duration(++readings_);
    }
    coinformer::wall_time wall_now() const noexcept override { return inner_.wall_now(); }
    std::unique_ptr<coinformer::timer> make_timer(coinformer::executor ex) override
    {
        return inner_.make_timer(std::move(ex));
    }

private:
    coinformer::time_source& inner_;
    mutable std::int64_t readings_ = 0;
};

} // namespace test
