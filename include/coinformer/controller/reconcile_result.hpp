#pragma once

#include <coinformer/core/time_source.hpp>

#include <string>

namespace coinformer {

/// What a reconcile says about its key. To throw is to have failed, too.
class reconcile_result {
public:
    /// All is as it should be, as far as one can tell now. A change makes the key come again.
    static reconcile_result done() { return reconcile_result(verdict::done); }
    /// All is well, and is to be looked at again when `delay` has passed, changed or not.
    static reconcile_result again_after(duration delay)
    {
        reconcile_result r(verdict::again);
        r.delay_ = delay;
        return r;
    }
    /// To be tried again after the key's back-off. `why` is for the log and controller_status::last_error.
    static reconcile_result failed(std::string why)
    {
        reconcile_result r(verdict::failed);
        r.why_ = std::move(why);
        return r;
    }

    bool has_failed() const noexcept { return verdict_ == verdict::failed; }
    bool is_done() const noexcept { return verdict_ == verdict::done; }
    duration delay() const noexcept { return delay_; }       ///< of again_after()
    std::string const& why() const noexcept { return why_; } ///< of failed()

private:
    enum class verdict { done, again, failed };
    explicit reconcile_result(verdict v) noexcept : verdict_(v) {}

    verdict verdict_;
    duration delay_ = duration::zero();
    std::string why_;
};

} // namespace coinformer
