#pragma once

#include <coinformer/core/time_source.hpp>

#include <string>

namespace coinformer {

/// The outcome of reconciling one key. A reconcile that throws has failed as well.
class reconcile_result {
public:
    /// The reconcile has succeeded. The key is reconciled again when one of its objects changes.
    static reconcile_result done() { return reconcile_result(verdict::done); }
    /// The reconcile has succeeded. The key is reconciled again after `delay`, even if nothing changes.
    static reconcile_result again_after(duration delay)
    {
        reconcile_result r(verdict::again);
        r.delay_ = delay;
        return r;
    }
    /// The reconcile has failed and is repeated after the key's back-off. `why` is written to the log and to
    /// controller_status::last_error.
    static reconcile_result failed(std::string why)
    {
        reconcile_result r(verdict::failed);
        r.why_ = std::move(why);
        return r;
    }

    bool has_failed() const noexcept { return verdict_ == verdict::failed; }
    bool is_done() const noexcept { return verdict_ == verdict::done; }
    duration delay() const noexcept { return delay_; }       ///< that of again_after(); otherwise zero
    std::string const& why() const noexcept { return why_; } ///< that of failed(); otherwise empty

private:
    enum class verdict { done, again, failed };
    explicit reconcile_result(verdict v) noexcept : verdict_(v) {}

    verdict verdict_;
    duration delay_ = duration::zero();
    std::string why_;
};

} // namespace coinformer
