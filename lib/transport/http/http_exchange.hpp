#pragma once

#include "transport/config/credential_mask.hpp"
#include "transport/http/body_observer.hpp"
#include "transport/http/connection_pool.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// An answer on its connection. The connection goes back to the pool when the body was read; otherwise it is
/// closed, or with HTTP/2 the stream is.
///
/// Threads    the client's strand.
class http_exchange {
public:
    http_exchange(std::shared_ptr<connection_pool> pool, std::unique_ptr<carrier> c, credential_mask mask);
    http_exchange(http_exchange const&) = delete;
    ~http_exchange();

    response_head const& head() const noexcept { return head_; }
    std::string_view protocol() const noexcept { return protocol_; }
    credential_mask const& mask() const noexcept { return mask_; }
    [[nodiscard]] task<std::span<std::string_view const>> read() &;
    /// Tells the pool whether the server has accepted the client certificate of the connection. Called before
    /// the body is read.
    void note_verdict() noexcept { pool_->note_verdict(*connection_, head_.status); }
    bool is_retired() const { return connection_ && pool_->is_retired(*connection_); }
    void observe(std::unique_ptr<body_observer> observer) { observer_ = std::move(observer); }
    /// Closes the connection or the stream, unless it was given back.
    void abandon() noexcept;

private:
    void release();
    void report(std::span<std::string_view const> pieces) noexcept;

    std::shared_ptr<connection_pool> pool_;
    std::unique_ptr<carrier> connection_;
    connection_pool::exchanges::iterator entry_;
    std::string_view protocol_;
    response_head head_;
    credential_mask mask_;
    std::unique_ptr<body_observer> observer_; // null if nobody asked
};

} // namespace coinformer::detail
