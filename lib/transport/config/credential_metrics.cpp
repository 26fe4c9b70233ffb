#include "transport/config/credential_metrics.hpp"

namespace coinformer::detail {

namespace {

constexpr metric_family renewals{
    .name = "coinformer_credential_renewals_total",
    .help = "Attempts to renew a credential: another one was found or issued, or it failed."};

} // namespace

credential_metrics make_credential_metrics(metrics const& make, std::string_view kind)
{
    auto const with_result = [&](std::string_view result) {
        metric_label const labels[] = {{"kind", kind}, {"result", result}};
        return make.counter(renewals, labels);
    };
    return {.renewed = with_result("renewed"), .failed = with_result("failed")};
}

} // namespace coinformer::detail
