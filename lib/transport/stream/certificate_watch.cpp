#include "transport/stream/certificate_watch.hpp"

#include "transport/config/client_pair.hpp"
#include "transport/stream/tls_context.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

namespace {

constexpr duration check_interval = std::chrono::seconds(2);

tls_options pair_of(tls_options const& tls)
{
    tls_options pair;
    pair.client_certificate = tls.client_certificate;
    pair.client_key = tls.client_key;
    return pair;
}

credential_files files_of(tls_options const& pair)
{
    endpoint of;
    of.tls = pair;
    return credential_files(of);
}

bool fits_together(tls_options const& pair)
{
    try {
        auto const material = read_tls_material(pair);
        return is_usable_pair(material.certificate, material.key);
    } catch (api_error const&) {
        return false; // a file cannot be read
    }
}

} // namespace

certificate_watch::certificate_watch(environment const& env, tls_options const& tls)
    : time_(*env.time), log_(*env.log), pair_(pair_of(tls)), files_(files_of(pair_))
{
    if (!files_.empty()) counts_ = make_credential_metrics(env.metrics, "certificate files");
}

bool certificate_watch::has_changed()
{
    if (files_.empty() || time_.now() < next_check_) return false;
    next_check_ = time_.now() + check_interval;
    is_unread_ |= files_.check_for_change();
    if (!is_unread_ || !fits_together(pair_)) return false;
    is_unread_ = false;
    counts_.renewed.add();
    log_.log(log_level::info, "the client certificate was renewed; later requests use new connections",
             {{"file", pair_.client_certificate.file}});
    return true;
}

} // namespace coinformer::detail
