#pragma once

#include <coinformer/core/metrics.hpp>

#include <string_view>

namespace coinformer::detail {

/// The counters of the renewals of one credential. If default-constructed, they count nothing.
struct credential_metrics {
    counter renewed; ///< another credential is in use now
    counter failed;  ///< an attempt to read or to issue one has failed
};

/// Returns counters that count nothing if nobody listens. `kind` says where the credential is from: "token
/// file", "certificate files" or "token source".
credential_metrics make_credential_metrics(metrics const& make, std::string_view kind);

} // namespace coinformer::detail
