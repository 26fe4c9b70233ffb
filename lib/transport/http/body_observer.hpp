#pragma once

#include <coinformer/core/error.hpp>

#include <cstddef>

namespace coinformer::detail {

/// Is told of the body of an answer: of each part that comes, and of its end. If it is destroyed before
/// ended(), nobody has read on.
///
/// Threads    the client's strand. The destructor: any.
class body_observer {
public:
    body_observer() = default;
    body_observer(body_observer const&) = delete;
    virtual ~body_observer() = default;

    /// `bytes` as they came from the network: compressed, if the body is.
    virtual void received(std::size_t bytes) noexcept = 0;
    /// Without a code, the whole body has come.
    virtual void ended(error_code why) noexcept = 0;
};

} // namespace coinformer::detail
