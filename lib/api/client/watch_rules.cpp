#include "api/client/watch_rules.hpp"

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

bool is_resource_version(std::string_view text) noexcept
{
    return !text.empty() && text.front() != '0' && text.find_first_not_of("0123456789") == text.npos;
}

void demand_version(std::string_view text, std::string what)
{
    if (is_resource_version(text)) return;
    throw api_error(errc::bad_request, std::move(what),
                    "\"" + std::string(text.substr(0, 40)) +
                        "\" is no resource version that has an order (a decimal number without leading "
                        "zeros): pass one that the server has returned; if it returns others, use "
                        "shared_informer::until()");
}

bool goes_back(std::string_view version, std::string_view known)
{
    auto const is_decimal = [](std::string_view v) {
        return !v.empty() && v.find_first_not_of("0123456789") == v.npos;
    };
    return is_decimal(version) && is_decimal(known) && compare_resource_versions(version, known) < 0;
}

duration retry_pause(std::chrono::seconds retry_after, backoff& own, random_source& random, duration most)
{
    // clamped in seconds first: the server's number may be too large, or too negative, for a `duration`
    retry_after =
        std::clamp(retry_after, std::chrono::seconds(0), std::chrono::seconds(status_limits::retry_after));
    auto own_pause = own.next();
    if (retry_after.count() != 0)
        own_pause =
            std::min(own_pause, std::max<duration>({own.first(), 4 * retry_after, std::chrono::seconds(5)}));
    auto const wait = std::max(std::min<duration>(retry_after, most), own_pause);
    return wait + duration(random.below(static_cast<std::uint64_t>(wait.count() / 10) + 1));
}

std::size_t page_size_after(std::size_t page_size, unsigned expired) noexcept
{
    constexpr std::size_t largest = 10'000;
    auto size = page_size;
    for (unsigned n = 1; n < expired && size < largest; ++n) size *= 4;
    return std::max(page_size, std::min(size, largest));
}

api_error too_many_faults(std::string where, std::size_t limit)
{
    return {errc::too_many_faults, std::move(where),
            "more than " + std::to_string(limit) + " objects of the list do not decode"};
}

line_quota::line_quota(log_sink& log, time_source const& time, std::string collection, std::string_view rest)
    : log_(log), time_(time), collection_(std::move(collection)), rest_(rest)
{
}

bool line_quota::admits()
{
    auto const now = time_.now();
    if (!period_began_ || now - *period_began_ >= period) {
        flush();
        period_began_ = now;
        in_period_ = 0;
    }
    if (++in_period_ <= logged_lines) return true;
    ++left_out_;
    return false;
}

void line_quota::flush()
{
    if (left_out_ == 0) return;
    auto const count = std::to_string(std::exchange(left_out_, 0));
    log_.log(log_level::warning, rest_, {{"collection", collection_}, {"count", count}});
}

fault_reporter::fault_reporter(log_sink& log, time_source const& time, std::string collection)
    : quota_(log, time, std::move(collection),
             "more objects could not be decoded; on_fault gets each of them")
{
}

namespace {

std::string what_to_do(decode_fault const& fault)
{
    auto const hint = advice(fault.code);
    return hint.empty() ? std::string() : " (" + std::string(hint) + ')';
}

} // namespace

void fault_reporter::report(decode_fault const& fault,
                            std::function<void(decode_fault const&)> const& on_fault)
{
    auto& log = quota_.log();
    auto const& collection = quota_.collection();
    if (quota_.admits())
        log.log(log_level::warning, "an object could not be decoded, and is left out",
                {{"collection", collection}, {"error", fault.message() + what_to_do(fault)}});
    try {
        if (on_fault) on_fault(fault);
    } catch (...) { // an error in the user's callback must not end the stream
        log.log(log_level::error, "on_fault threw an exception; decoding goes on",
                {{"collection", collection}});
    }
}

} // namespace coinformer::detail
