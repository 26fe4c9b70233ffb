#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/core/wakeup.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// Tells whether an informer was run and has ended, and wakes those who wait for its progress.
///
/// States     Not run; running, after begin(); ended, after end(). An informer that is never run may be ended
///            as well.
/// Threads    the client's strand. informer_core owns it.
class informer_life {
    struct question {
        explicit question(std::function<bool()> const* condition) : holds(condition) {}
        void ask() noexcept
        {
            if (is_met || failure || !holds) return;
            try {
                is_met = (*holds)();
            } catch (...) {
                failure = std::current_exception();
            }
        }

        std::function<bool()> const* holds; // null after the wait
        bool is_met = false;
        std::exception_ptr failure;
    };

public:
    /// Returns true for the first call, which begins the run.
    bool begin() noexcept { return !std::exchange(has_begun_, true); }
    /// `why` is the error that ended the run; null if there was none.
    void end(std::exception_ptr why)
    {
        why_ = std::move(why);
        has_ended_ = true;
        note_progress();
    }
    bool has_ended() const noexcept { return has_ended_; }
    std::exception_ptr const& why() const noexcept { return why_; }

    /// Wakes all callers that wait: the store, the causes of failures, or this state has changed.
    void note_progress()
    {
        auto const present = conditions_; // a caller's function may end the wait of another caller
        for (auto const& one : present) one->ask();
        progressed_.notify();
    }
    /// Waits for the next note_progress(). Cancel: at any time.
    [[nodiscard]] task<> progress() { return progressed_.wait(); }

    /// A condition on the store that a caller waits for. It is asked at each note_progress(), and not only
    /// when the caller has its turn: the store may have left the state by then.
    class condition {
    public:
        /// Asks for the first time. `holds` outlives this object.
        condition(informer_life& of, std::function<bool()> const& holds)
            : of_(of), asked_(std::make_shared<question>(&holds))
        {
            asked_->ask();
            of_.conditions_.push_back(asked_);
        }
        condition(condition const&) = delete;
        ~condition()
        {
            asked_->holds = nullptr;
            std::erase(of_.conditions_, asked_);
        }

        /// True if the condition has held once. Throws what the caller's function has thrown.
        bool is_met() const
        {
            if (asked_->failure) std::rethrow_exception(asked_->failure);
            return asked_->is_met;
        }

    private:
        informer_life& of_;
        std::shared_ptr<question> const asked_;
    };

private:
    bool has_begun_ = false, has_ended_ = false;
    std::exception_ptr why_;
    std::vector<std::shared_ptr<question>> conditions_; // one for each caller that waits
    wakeup progressed_;
};

} // namespace coinformer::detail
