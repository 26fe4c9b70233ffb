#include "api/watch_rules.hpp"

#include <coinformer/api/resource.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

std::chrono::seconds watch_duration(duration base, random_source& random)
{
    auto const least = std::chrono::duration_cast<std::chrono::seconds>(base).count();
    auto const more = random.below(static_cast<std::uint64_t>(least));
    return std::chrono::seconds(least + static_cast<std::int64_t>(more));
}

void demand_version(std::string_view text, std::string what)
{
    bool const is_decimal = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    if (is_decimal && text.front() != '0') return;
    throw api_error(errc::bad_request, std::move(what),
                    "\"" + std::string(text.substr(0, 40)) +
                        "\" is no resource version; take one that the server gave");
}

bool goes_back(std::string_view version, std::string_view known)
{
    auto const is_decimal = [](std::string_view v) {
        return !v.empty() && v.find_first_not_of("0123456789") == v.npos;
    };
    return is_decimal(version) && is_decimal(known) && compare_resource_versions(version, known) < 0;
}

duration retry_pause(std::chrono::seconds retry_after, backoff& own, random_source& random)
{
    // in seconds: what is longer, or less than nothing, may be no `duration`
    retry_after = std::clamp(retry_after, std::chrono::seconds(0), std::chrono::seconds(status_limits::retry_after));
    auto const wait = std::max<duration>(std::min<duration>(retry_after, std::chrono::minutes(5)), own.next());
    return wait + duration(random.below(static_cast<std::uint64_t>(wait.count() / 10) + 1));
}

api_error too_many_faults(std::string where, std::size_t limit)
{
    return {
        errc::unexpected_content, std::move(where),
        "more than " + std::to_string(limit) +
            " objects of the list do not decode: correct the projection, or raise client_options::max_faults_per_list"};
}

fault_reporter::fault_reporter(log_sink& log, time_source const& time, std::string collection)
    : log_(log), time_(time), collection_(std::move(collection))
{
}

void fault_reporter::report(decode_fault const& fault, std::function<void(decode_fault const&)> const& on_fault)
{
    if (is_to_be_logged())
        log_.log(log_level::warning, "object not decoded", {{"collection", collection_}, {"error", fault.message()}});
    else
        ++not_logged_;
    try {
        if (on_fault) on_fault(fault);
    } catch (...) { // the user's own trouble: the stream goes on
        log_.log(log_level::error, "on_fault threw", {{"collection", collection_}});
    }
}

bool fault_reporter::is_to_be_logged()
{
    auto const now = time_.now();
    if (!period_began_ || now - *period_began_ >= period) {
        flush();
        period_began_ = now;
        in_period_ = 0;
    }
    return ++in_period_ <= logged_faults;
}

void fault_reporter::flush()
{
    if (not_logged_ == 0) return;
    auto const count = std::to_string(std::exchange(not_logged_, 0));
    log_.log(log_level::warning, "more objects not decoded; on_fault is told each of them",
             {{"collection", collection_}, {"count", count}});
}

} // namespace coinformer::detail
