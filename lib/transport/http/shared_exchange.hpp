#pragma once

#include "transport/http/carrier.hpp"
#include "transport/http/receive_window.hpp"
#include "transport/http/received_body.hpp"
#include "transport/http/shared_connection.hpp"

#include <coinformer/core/wakeup.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// One exchange on a shared_connection. It has the bytes that have come and were not read yet, no more than
/// its stream's window.
///
/// States     Under way from open() until on_end(); it ends early when it is closed or destroyed.
/// Threads    the client's strand. The connection calls the on_ functions while it reads; they wake the
///            consumer, which runs later.
class shared_exchange final : public carrier {
public:
    explicit shared_exchange(std::shared_ptr<shared_connection> on) : connection_(std::move(on)) {}
    shared_exchange(shared_exchange const&) = delete;
    ~shared_exchange() override { leave(); }

    void open(stream_request const& request) override;
    [[nodiscard]] task<> write() & override { co_return; } // the connection writes by itself
    [[nodiscard]] task<> read_head() & override;
    [[nodiscard]] task<std::span<std::string_view const>> read_body() & override;
    response_head take_head() noexcept override { return std::exchange(head_, {}); }
    std::string_view protocol() const noexcept override { return "HTTP/2"; }
    /// True if any byte has come on the connection since open(): the server had not closed it then.
    bool answered() const noexcept override { return connection_->reads() != reads_before_; }
    bool reused() const noexcept override { return connection_->reused(); }
    bool reusable() const noexcept override { return false; } // the pool has the connection
    std::uint64_t epoch() const noexcept override { return connection_->epoch(); }
    void release_memory() noexcept override {}
    void close() noexcept override;

    void on_head(int status, std::span<header_field const> fields);
    /// Called with bytes of the body, which lie in `block`.
    void on_data(std::string_view bytes, received_body::block const& block);
    /// Called before the connection's next read.
    void before_read() { body_.keep(); }
    /// Called once, at the end. `why` is null if the whole answer has come.
    void on_end(std::exception_ptr why) noexcept;

private:
    void give_credit();
    void leave() noexcept;

    std::shared_ptr<shared_connection> connection_;
    stream_id id_ = 0;
    time_point began_;
    response_head head_;
    received_body body_;
    receive_window window_;
    wakeup changed_;
    std::exception_ptr failure_;
    std::uint64_t reads_before_ = 0; // the connection's reads before open()
    bool has_head_ = false, ended_ = false;
};

} // namespace coinformer::detail
