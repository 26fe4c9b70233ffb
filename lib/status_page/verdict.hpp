#pragma once

#include <coinformer/cache/health.hpp>

#include <string>
#include <vector>

namespace coinformer::detail {

/// The verdict at the top of the page.
struct page_verdict {
    health_report health;
    std::string text = {}; ///< one or two sentences for people
};

/// Judges informers as health() does. `endings` are the errors that have ended informers, in one line each.
page_verdict judge_for_page(std::vector<informer_report> const& informers,
                            std::vector<std::string> const& endings, health_limits const& limits);

} // namespace coinformer::detail
