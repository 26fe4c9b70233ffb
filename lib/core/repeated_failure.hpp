#pragma once

#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Decides which failures of something that is tried again and again deserve a line in the log: one line for
/// each cause, not one for each attempt. The caller writes the line, because it knows the words and the
/// level, and because it may hold a lock which the user's log must not be called under.
///
/// A cause that goes on is logged again after each `reminder_interval`, with the number of failures since its
/// last line. The first success after a logged failure is logged, too. A cause that returns sooner than
/// `calm` after a success counts as the one that was logged, so that something which fails and succeeds in
/// turns cannot fill the log.
///
/// Threads    one at a time.
class repeated_failure {
public:
    static constexpr duration reminder_interval = std::chrono::minutes(10);
    static constexpr duration calm = std::chrono::minutes(1);
    /// Further causes count as one, which bounds lines and memory. A cause that has not returned for
    /// reminder_interval makes room for another.
    static constexpr std::size_t most_causes = 8;

    /// `time` outlives this object.
    explicit repeated_failure(time_source const& time) noexcept : time_(time) {}

    /// Counts a failure. If its cause is due for a line, returns the number of failures of this cause since
    /// its last line, this one included; otherwise returns nothing.
    [[nodiscard]] std::optional<std::size_t> failed(std::string_view cause)
    {
        auto const now = time_.now();
        if (succeeded_ && now - *succeeded_ >= calm) causes_.clear();
        succeeded_.reset();
        auto& known = find(cause, now);
        known.failed = now;
        ++known.failures;
        if (known.logged && now - *known.logged < reminder_interval) return std::nullopt;
        known.logged = now;
        is_success_due_ = true;
        return std::exchange(known.failures, 0);
    }

    /// Notes a success. Returns true if it is the first one after a line about a failure, and so deserves a
    /// line. That line should have the level of the failure's, so that a log which shows how an outage begins
    /// shows its end, too.
    [[nodiscard]] bool succeeded()
    {
        if (causes_.empty()) return false; // as almost always
        if (!succeeded_) succeeded_ = time_.now();
        return std::exchange(is_success_due_, false);
    }

    /// How a line says that it stands for several failures; empty for one.
    static std::string times(std::size_t failures)
    {
        if (failures < 2) return {};
        return ", " + std::to_string(failures) + " times since the last such line";
    }

private:
    struct cause {
        std::optional<time_point> logged;
        time_point failed;        // the last time
        std::size_t failures = 0; // since the last line
    };

    cause& find(std::string_view text, time_point now)
    {
        if (auto const known = causes_.find(text); known != causes_.end()) return known->second;
        if (causes_.size() >= most_causes) // forget those that are over
            std::erase_if(causes_, [&](auto const& c) { return now - c.second.failed >= reminder_interval; });
        return causes_[causes_.size() < most_causes ? std::string(text) : std::string("others")];
    }

    time_source const& time_;
    std::map<std::string, cause, std::less<>> causes_;
    std::optional<time_point> succeeded_; // since the last failure
    bool is_success_due_ = false;
};

} // namespace coinformer::detail
