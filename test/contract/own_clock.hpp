#pragma once

#include <coinformer/core/time_source.hpp>

#include <memory>
#include <optional>
#include <set>
#include <utility>

/// The clocks of one process, based on those of the world. They run at a rate of their own. The wall clock
/// shows what the test likes. The monotonic one may jump, or stand still with its timers while the machine is
/// suspended.
///
/// Lifetime   if a std::shared_ptr owns it, as long as what was given it: a process may end with its clock
///            before the connections of its client have been closed.
class own_clock final : public coinformer::time_source, public std::enable_shared_from_this<own_clock> {
public:
    explicit own_clock(coinformer::time_source& world, double rate = 1) : world_(world), rate_(rate) {}

    std::shared_ptr<coinformer::time_source> shared() override
    {
        auto const owned = weak_from_this().lock();
        return owned ? owned : time_source::shared();
    }
    coinformer::time_point now() const noexcept override { return stood_ ? *stood_ : shown(); }
    coinformer::wall_time wall_now() const noexcept override
    {
        return wall_frozen_ ? wall_at_ : world_.wall_now() + wall_ahead_;
    }
    std::unique_ptr<coinformer::timer> make_timer(coinformer::executor ex) override
    {
        return std::make_unique<own_timer>(*this, world_.make_timer(std::move(ex)));
    }

    /// Timers that became due in between are due now.
    void jump(coinformer::duration by)
    {
        jumped_ += by;
        arm_all();
    }
    /// No timer fires before resume(). The first one that fires then is late by the time in between.
    void suspend()
    {
        stood_ = now();
        arm_all();
    }
    enum class suspended { counts, does_not_count };
    /// The now() of system_time() has counted the time in between. The clock of a guest that its host has
    /// paused has not.
    void resume(suspended time)
    {
        auto const missed = shown() - *stood_;
        for (auto* t : armed_) t->start_in(t->left());
        stood_.reset();
        late_ = true;
        if (time == suspended::does_not_count) jumped_ -= missed;
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
        own_timer(own_clock& clock, std::unique_ptr<coinformer::timer> real)
            : kept_(clock.shared()), clock_(clock), real_(std::move(real))
        {
        }
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
        coinformer::duration left() const { return when_ - clock_.now(); }
        void arm()
        {
            clock_.armed_.insert(this);
            if (clock_.stood_) return real_->cancel();
            start_in(left());
        }
        void start_in(coinformer::duration left)
        {
            auto const never = when_ == coinformer::time_point::max();
            real_->start(never ? when_ : clock_.in_world(left), [this] {
                clock_.armed_.erase(this);
                if (std::exchange(clock_.late_, false)) clock_.arm_all();
                auto const call = std::exchange(fire_, nullptr);
                call();
            });
        }
        struct by_age {
            bool operator()(own_timer const* a, own_timer const* b) const { return a->number_ < b->number_; }
        };

    private:
        std::shared_ptr<coinformer::time_source> kept_;
        own_clock& clock_;
        std::size_t number_ = clock_.timers_++;
        std::unique_ptr<coinformer::timer> real_;
        coinformer::time_point when_;
        std::function<void()> fire_;
    };

    void arm_all()
    {
        for (auto* t : armed_) t->arm();
    }
    coinformer::time_point shown() const
    {
        auto const passed =
            std::chrono::duration<double, coinformer::duration::period>(world_.now() - began_) * rate_;
        return began_ + std::chrono::duration_cast<coinformer::duration>(passed) + jumped_;
    }
    // Returns when this much of its own time will have passed, rounded up so that it is not too early.
    coinformer::time_point in_world(coinformer::duration mine) const
    {
        auto const left = std::chrono::duration<double, coinformer::duration::period>(mine) / rate_;
        return world_.now() + std::chrono::ceil<coinformer::duration>(left) +
               coinformer::duration(rate_ == 1 ? 0 : 1);
    }

    coinformer::time_source& world_;
    double rate_;
    coinformer::time_point began_ = world_.now();
    coinformer::duration jumped_{};
    std::optional<coinformer::time_point> stood_; ///< since that time, while suspended
    coinformer::wall_time::duration wall_ahead_{};
    coinformer::wall_time wall_at_{};
    bool wall_frozen_ = false;
    bool late_ = false; ///< no timer has fired since resume()
    std::size_t timers_ = 0;
    std::set<own_timer*, own_timer::by_age> armed_;
};
