#include "api/watch_rules.hpp"

#include <coinformer/api/resource.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>

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
    retry_after = std::min(retry_after, status_limits::retry_after); // in seconds: a longer one is no `duration`
    auto const wait = std::max<duration>(std::min<duration>(retry_after, std::chrono::minutes(5)), own.next());
    return wait + duration(random.below(static_cast<std::uint64_t>(wait.count() / 10) + 1));
}

void report_fault(log_sink& log, std::string_view path, decode_fault const& fault,
                  std::function<void(decode_fault const&)> const& on_fault)
{
    auto const message = fault.message();
    log.log(log_level::warning, "object not decoded", {{"collection", path}, {"error", message}});
    try {
        if (on_fault) on_fault(fault);
    } catch (...) { // the user's own trouble: the stream goes on
        log.log(log_level::error, "on_fault threw", {{"collection", path}});
    }
}

} // namespace coinformer::detail
