#pragma once

#include "core/permits.hpp"

#include <coinformer/api/client.hpp>

#include <string>

namespace coinformer::detail {

/// Knows which cluster a client talks to, in a form that is the same in the next run of the program: by the
/// UID of the namespace kube-system, which each cluster gets when it is made, and keeps. It is asked for
/// once.
///
/// A client that may not read this namespace, or a server that has none, is known by the server's address.
/// The address is the weaker identity, because another cluster may get it.
///
/// Threads    the client's strand.
class server_identity {
public:
    /// Returns the identity. `api` outlives the call.
    ///
    /// Cancel     at any time.
    /// Errors     those of a request which may be answered later: condition::unavailable,
    ///            condition::unauthorized and so on.
    [[nodiscard]] task<std::string> of(client::impl& api) &;

private:
    std::string known_;
    permits one_{1}; // one informer asks, and the others wait
};

} // namespace coinformer::detail
