#include "cache/memory_budget.hpp"

#include "core/exceptions.hpp"

namespace coinformer::detail {

namespace {

// Says what helps against the largest part of the memory.
std::string_view advice(memory_account const& now)
{
    if (now.backlogs > now.objects + now.indices)
        return "an informer takes more memory than its budget, most of it for changes that wait: make "
               "the slow handler faster, or give it a smaller capacity or overflow::merge";
    return "an informer takes more memory than its budget: declare fewer fields in its projection, limit the "
           "collection by a selector, keep whole objects as compressed_object, or let index() return shorter "
           "values";
}

} // namespace

void memory_budget::check(memory_account const& now)
{
    auto const total = now.total();
    if (is_over_) {
        is_over_ = total >= bytes_ - bytes_ / 10;
    } else if (total > bytes_) {
        is_over_ = true;
        report(now);
    }
}

void memory_budget::report(memory_account const& now)
{
    auto const budget = std::to_string(bytes_), total = std::to_string(now.total());
    auto const objects = std::to_string(now.objects), indices = std::to_string(now.indices),
               backlogs = std::to_string(now.backlogs);
    log_.log(log_level::warning, advice(now),
             {{"collection", collection_},
              {"budget", budget},
              {"bytes", total},
              {"objects", objects},
              {"indices", indices},
              {"backlogs", backlogs},
              {"next", "the informer goes on, and keeps all objects"}});
    if (!on_over_budget_) return;
    try {
        on_over_budget_(now);
    } catch (...) {
        log_.log(log_level::error, "informer_options::on_over_budget has thrown an exception",
                 {{"collection", collection_}, {"error", message_of(std::current_exception())}});
    }
}

} // namespace coinformer::detail
