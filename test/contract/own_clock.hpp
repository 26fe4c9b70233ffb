#pragma once

#include <coinformer/core/time_source.hpp>

#include <set>
#include <utility>

/// One process's clocks over the world's: they run at a rate of their own, the wall clock shows what it likes, and the
/// monotonic one may jump, as that of a virtual machine that stood still.
class own_clock final : public coinformer::time_source {
public:
    explicit own_clock(coinformer::time_source& world, double rate = 1) : world_(world), rate_(rate) {}

    coinformer::time_point now() const noexcept override
    {
        auto const passed = std::chrono::duration<double, coinformer::duration::period>(world_.now() - began_) * rate_;
        return began_ + std::chrono::duration_cast<coinformer::duration>(passed) + jumped_;
    }
    coinformer::wall_time wall_now() const noexcept override
    {
        return wall_frozen_ ? wall_at_ : world_.wall_now() + wall_ahead_;
    }
    std::unique_ptr<coinformer::timer> make_timer(coinformer::executor ex) override
    {
        return std::make_unique<own_timer>(*this, world_.make_timer(std::move(ex)));
    }

    /// What was due in between is due now.
    void jump(coinformer::duration by)
    {
        jumped_ += by;
        auto const armed = std::exchange(armed_, {});
        for (auto* t : armed) t->arm();
    }
    void set_wall(coinformer::duration ahead)
    {
        wall_ahead_ = std::chrono::duration_cast<coinformer::wall_time::duration>(ahead);
        wall_frozen_ = false;
    }
    void freeze_wall()
    {
        wall_at_ = wall_now();
        wall_frozen_ = true;
    }

private:
    class own_timer final : public coinformer::timer {
    public:
        own_timer(own_clock& clock, std::unique_ptr<coinformer::timer> real) : clock_(clock), real_(std::move(real)) {}
        ~own_timer() override { cancel(); }
        void start(coinformer::time_point when, std::function<void()> fire) override
        {
            when_ = when;
            fire_ = std::move(fire);
            arm();
        }
        void cancel() noexcept override
        {
            clock_.armed_.erase(this);
            real_->cancel();
        }
        void arm()
        {
            clock_.armed_.insert(this);
            real_->start(clock_.in_world(when_), [this] {
                clock_.armed_.erase(this);
                auto const call = std::exchange(fire_, nullptr);
                call();
            });
        }

    private:
        own_clock& clock_;
        std::unique_ptr<coinformer::timer> real_;
        coinformer::time_point when_;
        std::function<void()> fire_;
    };

    // Not before it: rounded up.
    coinformer::time_point in_world(coinformer::time_point mine) const
    {
        if (mine == coinformer::time_point::max()) return mine;
        auto const left = std::chrono::duration<double, coinformer::duration::period>(mine - now()) / rate_;
        return world_.now() + std::chrono::ceil<coinformer::duration>(left) + coinformer::duration(rate_ == 1 ? 0 : 1);
    }

    coinformer::time_source& world_;
    double rate_;
    coinformer::time_point began_ = world_.now();
    coinformer::duration jumped_{};
    coinformer::wall_time::duration wall_ahead_{};
    coinformer::wall_time wall_at_{};
    bool wall_frozen_ = false;
    std::set<own_timer*> armed_;
};
