#pragma once

#include <coinformer/status_page/status_page.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace coinformer {

/// A small HTTP server for a status_page, for programs that have no server of their own. Only programs on the
/// same machine reach it, because it listens at 127.0.0.1 only. To see the page from elsewhere, forward the
/// port, for example with `kubectl port-forward` or `ssh -L`.
///
///     status_page page(env);
///     status_page_server page_server(page, 9465);
///     std::cout << "see " << page_server.url() << '\n';
///     work.start(page_server.run());
///
/// It answers GET and HEAD. A request whose header Host is not a loopback name gets 403, because otherwise a
/// web page of somebody else could read this one through a name that it points at 127.0.0.1 (DNS rebinding).
///
/// Bounds     64 connections at a time; 8 KiB for the header of a request; 10 s to receive a request, or to
///            send an answer. A connection without a request is closed after 60 s.
/// Threads    any.
/// Lifetime   may be destroyed before or after the page, the execution context, and the tasks that run() has
///            returned. The port is closed when the server and its tasks are gone.
class status_page_server {
public:
    /// Opens the port; with 0 the system chooses a free one. Connections are served on a strand of the page's
    /// executor.
    ///
    /// Errors     api_error with the system's code if the port cannot be opened, such as one that is in use.
    explicit status_page_server(status_page const& page, std::uint16_t port = 0);
    status_page_server(status_page_server const&) = delete;
    ~status_page_server();

    std::uint16_t port() const noexcept;
    std::string url() const; ///< "http://127.0.0.1:9465/"

    /// Serves the page until it is cancelled.
    ///
    /// Errors     condition::cancelled; errc::already_running. Errors of connections are not thrown.
    /// Cancel     closes the connections, and ends when all of them are closed.
    [[nodiscard]] task<> run();

private:
    class impl;
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer
