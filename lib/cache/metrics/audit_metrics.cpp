#include "cache/metrics/audit_metrics.hpp"

namespace coinformer::detail {

namespace {

constexpr metric_family audits{.name = "coinformer_audits_total",
                               .help = "Audits of the copy against the server, by result."};
constexpr metric_family audit_differences{.name = "coinformer_audit_differences_total",
                                          .help = "Objects that differed in audits, by kind of difference."};

} // namespace

void audit_metrics::was_done(audit_report const& found)
{
    count(audits, "result", found.differences() == 0 ? "equal" : "different", 1);
    count(audit_differences, "kind", "missing", found.missing);
    count(audit_differences, "kind", "surplus", found.surplus);
    count(audit_differences, "kind", "stale", found.stale);
}

void audit_metrics::was_left_out(std::string_view why)
{
    count(audits, "result", why, 1);
}

void audit_metrics::count(metric_family const& family, std::string_view label, std::string_view value,
                          std::size_t n)
{
    if (!to_) return;
    auto const [place, is_new] = counters_.try_emplace(std::string(value));
    if (is_new) place->second = to_.counter(family, labels_.with({{label, value}}));
    if (n != 0) place->second.add(n);
}

} // namespace coinformer::detail
