#pragma once

#include "transport/http/carrier.hpp"
#include "transport/http/shared_connection.hpp"
#include "transport/stream/certificate_watch.hpp"

#include <coinformer/transport/http.hpp>

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

namespace coinformer::detail {

/// The connections of one client: the unused ones of HTTP/1.1, to be used again, those of HTTP/2, which many
/// exchanges share, and a list of the exchanges under way.
/// No timer watches the unused ones, because it would keep an io_context running that has nothing else to do;
/// instead each call drops those whose time is over.
///
/// Threads    the client's strand.
/// Lifetime   shared by the http_client and its responses.
class connection_pool {
public:
    /// The files of the client certificate that `tls` names are watched: a new one begins an epoch.
    connection_pool(environment const& env, http_options const& options, tls_options const& tls = {});
    connection_pool(connection_pool const&) = delete;
    ~connection_pool();

    /// Returns a stream of an HTTP/2 connection that has room; otherwise the connection that was used last,
    /// because the server is least likely to have closed that one; nullptr if there is none. A connection
    /// that its server is seen to have closed is dropped.
    std::unique_ptr<carrier> take();
    /// Keeps an HTTP/2 connection, from which take() makes streams. Of unused ones, no more are kept than
    /// http_options::idle_connections says.
    void share(std::shared_ptr<shared_connection> c);
    /// Makes no more streams of the present HTTP/2 connections. Those under way go on.
    void stop_sharing() noexcept;
    /// Keeps a connection if it can be used again, and otherwise closes it. One of an earlier epoch cannot be
    /// used again.
    void give_back(std::unique_ptr<carrier> c);
    void drop_idle() noexcept;
    /// True if the connection is of an earlier epoch. A watch on it should move to another one.
    bool is_retired(carrier const& c);

    /// The number of calls of retire().
    std::uint64_t epoch() const noexcept { return epoch_; }
    /// Begins a new epoch: no connection that exists now is used again. The server may know their client
    /// certificate, which belongs to a connection for its whole life, while later requests are to be made
    /// with another one.
    void retire() noexcept
    {
        ++epoch_;
        is_accepted_ = false;
        drop_idle();
    }
    /// Called with the status of an answer, if connections show a client certificate. A 401 retires the
    /// connections of the present epoch, because the certificate may have expired, and the next connection
    /// reads its file again. It does not if the server has accepted this certificate in another answer: then
    /// one API refuses the user (an aggregated one), and the watches of the others would be moved for
    /// nothing, again and again. A new file is noticed in any case (certificate_watch).
    void note_verdict(carrier const& c, int http_status) noexcept;

    /// Closes everything, including connections that come back later.
    void close() noexcept;
    /// As the beginning of close(): from now on closed() is true.
    void mark_closed() noexcept { closed_ = true; }
    bool closed() const noexcept { return closed_; }

    /// The connections of the exchanges under way, which close() has to reach.
    using exchanges = std::list<carrier*>;
    exchanges::iterator enter(carrier& c) { return under_way_.insert(under_way_.end(), &c); }
    void leave(exchanges::iterator it) noexcept { under_way_.erase(it); }

private:
    // An unused connection, and when its time is over.
    struct idle_connection {
        std::unique_ptr<carrier> held;
        time_point expires;
    };
    template <class F>
    void forget_shared(F which) noexcept;
    void drop_expired() noexcept;
    void drop_surplus() noexcept;
    void check_certificate();

    time_ref time_;
    certificate_watch certificate_;
    duration idle_timeout_;
    std::size_t capacity_;
    std::list<idle_connection> idle_; // the one that was used last is at the end
    std::vector<std::shared_ptr<shared_connection>> shared_;
    exchanges under_way_;
    std::uint64_t epoch_ = 0;
    bool is_accepted_ = false; // an answer in this epoch was neither a 401 nor a failure of the server
    bool closed_ = false;
};

} // namespace coinformer::detail
