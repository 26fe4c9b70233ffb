#pragma once

#include "transport/config/credential_mask.hpp"
#include "transport/http/connection.hpp"

#include <coinformer/transport/http.hpp>

#include <cstdint>
#include <list>
#include <memory>

namespace coinformer {

/// The connections of one client: those unused, for reuse, and a list of the exchanges under way. No timer watches the
/// unused ones: it would keep an io_context running that has nothing else to do.
class connection_pool {
public:
    connection_pool(environment const& env, http_options const& options);
    connection_pool(connection_pool const&) = delete;
    ~connection_pool();

    /// The one used last, as it is the least likely to have been closed by the server; null when there is none.
    std::unique_ptr<connection> take();
    /// Keeps it when it can be used again, else closes it. A connection of an earlier epoch cannot.
    void give_back(std::unique_ptr<connection> c);
    void drop_idle() noexcept;

    /// Counts the calls of retire().
    std::uint64_t epoch() const noexcept { return epoch_; }
    /// Begins a new epoch: no connection that exists now is used again. The server may know their client certificate,
    /// which belongs to a connection for its whole life, while requests are to be made with another one.
    void retire() noexcept
    {
        ++epoch_;
        drop_idle();
    }

    /// Closes everything, also what comes back later.
    void close() noexcept;
    bool closed() const noexcept { return closed_; }

    using exchanges = std::list<connection*>;
    exchanges::iterator enter(connection& c) { return under_way_.insert(under_way_.end(), &c); }
    void leave(exchanges::iterator it) noexcept { under_way_.erase(it); }

private:
    struct idle_connection {
        std::unique_ptr<connection> held;
        time_point expires;
    };
    void drop_expired() noexcept;

    time_ref time_;
    duration idle_timeout_;
    std::size_t capacity_;
    std::list<idle_connection> idle_; // the one used last is the last
    exchanges under_way_;
    std::uint64_t epoch_ = 0;
    bool closed_ = false;
};

/// An answer on its connection, which goes back to the pool when the body was read, and is closed otherwise.
class http_response::exchange {
public:
    exchange(std::shared_ptr<connection_pool> pool, std::unique_ptr<connection> c, credential_mask mask);
    exchange(exchange const&) = delete;
    ~exchange();

    response_head const& head() const noexcept { return head_; }
    credential_mask const& mask() const noexcept { return mask_; }
    [[nodiscard]] task<std::span<std::string_view const>> read() &;
    /// Closes the connection, unless it was given back.
    void abandon() noexcept;

private:
    void release();

    std::shared_ptr<connection_pool> pool_;
    std::unique_ptr<connection> connection_;
    connection_pool::exchanges::iterator entry_;
    response_head head_;
    credential_mask mask_;
};

} // namespace coinformer
