#include "cache/metrics/audit_metrics.hpp"

namespace coinformer::detail {

namespace {

constexpr metric_family audits{.name = "coinformer_audits_total",
                               .help = "Audits of the copy against the server, by result."};
constexpr metric_family audit_differences{.name = "coinformer_audit_differences_total",
                                          .help = "Objects that differed in audits, by kind of difference."};
constexpr metric_family audit_probes{.name = "coinformer_audit_probes_total",
                                     .help = "Comparisons of the mere number of objects, by result."};

// Returns the kind of reading with which an audit compared the copy, as a label.
std::string_view compared_with(audit_report const& found)
{
    return found.by_list ? "list" : "census";
}

} // namespace

audit_metrics::audit_metrics(metrics to, informer_labels labels)
    : to_(std::move(to)), labels_(std::move(labels))
{
    for (auto const* const by : {"census", "list"}) count_differences(by, {});
}

void audit_metrics::was_done(audit_report const& found)
{
    auto const by = compared_with(found);
    count(audits, {{"by", by}, {"result", found.differences() == 0 ? "equal" : "different"}}, 1);
    count_differences(by, found);
}

void audit_metrics::count_differences(std::string_view by, audit_report const& found)
{
    count(audit_differences, {{"by", by}, {"kind", "missing"}}, found.missing);
    count(audit_differences, {{"by", by}, {"kind", "surplus"}}, found.surplus);
    count(audit_differences, {{"by", by}, {"kind", "stale"}}, found.stale);
}

void audit_metrics::was_left_out(std::string_view why)
{
    count(audits, {{"by", "census"}, {"result", why}}, 1);
}

void audit_metrics::was_probed(std::string_view result)
{
    count(audit_probes, {{"result", result}}, 1);
}

void audit_metrics::count(metric_family const& family, std::initializer_list<metric_label> which,
                          std::size_t n)
{
    if (!to_) return;
    std::string key(family.name);
    for (auto const& label : which) key.append(1, ' ').append(label.value);
    auto const [place, is_new] = counters_.try_emplace(std::move(key));
    if (is_new) place->second = to_.counter(family, labels_.with(which));
    if (n != 0) place->second.add(n);
}

} // namespace coinformer::detail
