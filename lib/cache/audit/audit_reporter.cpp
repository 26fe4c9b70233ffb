#include "cache/audit/audit_reporter.hpp"

#include "core/exceptions.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t most_in_log = 3; // differences that a line of the log describes

std::string first_in_words(audit_report const& found)
{
    std::string text;
    for (std::size_t i = 0; i != std::min(found.first.size(), most_in_log); ++i)
        text.append(i == 0 ? "" : "; ").append(to_string(found.first[i]));
    return text;
}

} // namespace

void audit_reporter::report(audit_report const& found, std::string_view next)
{
    counts_.was_done(found);
    last_[found.collection] = {.compared_at = time_.now(),
                               .objects = found.objects,
                               .differences = found.differences(),
                               .last_failure = {}};
    std::string const by = found.by_list ? "a list that was read anyway" : "a census of the server";
    if (found.differences() == 0)
        return log_.log(log_level::debug, "an audit has found the copy equal to the server's",
                        {{"collection", found.collection},
                         {"by", by},
                         {"objects", std::to_string(found.objects)},
                         {"version", found.version}});
    log_.log(log_level::error, "an audit has found that the copy differs from the server's",
             {{"collection", found.collection},
              {"by", by},
              {"version", found.version},
              {"objects", std::to_string(found.objects)},
              {"missing", std::to_string(found.missing)},
              {"surplus", std::to_string(found.surplus)},
              {"stale", std::to_string(found.stale)},
              {"first", first_in_words(found)},
              {"next", std::string(next)}});
    call_on_difference(found);
}

void audit_reporter::was_left_out(std::string_view result, std::string const& path, std::string const& why)
{
    counts_.was_left_out(result);
    last_[path].last_failure = why;
    log_.log(log_level::debug, "an audit was left out", {{"collection", path}, {"error", why}});
}

audit_status audit_reporter::status() const
{
    audit_status all;
    bool is_first = true;
    for (auto const& [path, one] : last_) {
        // an empty time is the smallest
        all.compared_at =
            std::exchange(is_first, false) ? one.compared_at : std::min(all.compared_at, one.compared_at);
        all.objects += one.objects;
        all.differences += one.differences;
        if (all.last_failure.empty()) all.last_failure = one.last_failure;
    }
    return all;
}

void audit_reporter::call_on_difference(audit_report const& found) const
{
    if (!options_.on_difference) return;
    try {
        options_.on_difference(found);
    } catch (...) {
        log_.log(log_level::error, "audit_options::on_difference has thrown an exception",
                 {{"collection", found.collection}, {"error", message_of(std::current_exception())}});
    }
}

} // namespace coinformer::detail
