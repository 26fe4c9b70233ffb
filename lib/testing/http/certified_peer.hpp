#pragma once

#include "testing/http/access_control.hpp"

namespace coinformer::testing::detail {

/// A stream that may know its peer's certificate.
class certified_peer {
public:
    virtual ~certified_peer() = default;

    /// The subject of the client's certificate, if the server's CA has signed it; otherwise null. It is known
    /// after the first read.
    virtual certificate_subject const* client() const noexcept = 0;
};

} // namespace coinformer::testing::detail
