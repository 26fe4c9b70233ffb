#include "core/exceptions.hpp"
#include "core/parallel_executor.hpp"
#include "core/precondition_check.hpp"
#include "core/strand_of.hpp"
#include "transport/config/request_identity.hpp"
#include "transport/http/connection.hpp"
#include "transport/http/dial_gate.hpp"
#include "transport/http/http1_codec.hpp"
#include "transport/http/http2_codec.hpp"
#include "transport/http/http_exchange.hpp"
#include "transport/http/interruption.hpp"
#include "transport/http/request_check.hpp"
#include "transport/http/server_warnings.hpp"
#include "transport/http/shared_exchange.hpp"
#include "transport/stream/server_dialer.hpp"
#include "transport/stream/within.hpp"

#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace coinformer {

using namespace detail;

namespace {

http_options checked(http_options options)
{
    precondition_check const demand("HTTP client");
    demand(options.connect_timeout > duration::zero(), "http_options::connect_timeout is not positive");
    demand(options.tls_timeout > duration::zero(), "http_options::tls_timeout is not positive");
    demand(options.header_timeout > duration::zero(), "http_options::header_timeout is not positive");
    demand(options.idle_timeout >= duration::zero(), "http_options::idle_timeout is negative");
    demand(options.read_buffer_bytes > 0, "http_options::read_buffer_bytes is 0");
    if (options.version == http_version::http2 && !has_http2())
        throw api_error(errc::config_invalid, "http_options::version",
                        "coinformer was built without HTTP/2 (COINFORMER_WITH_HTTP2)");
    if (has_control(options.user_agent)) throw api_error(errc::config_invalid, "http_options::user_agent");
    // "Without a limit" may be duration::max(), and these times are added and multiplied: that for the answer
    // by up to http_request::most_patience.
    constexpr duration month = std::chrono::hours(30 * 24), year = std::chrono::hours(365 * 24);
    options.connect_timeout = std::min(options.connect_timeout, year);
    options.tls_timeout = std::min(options.tls_timeout, year);
    options.header_timeout = std::min(options.header_timeout, month);
    options.idle_timeout = std::min(options.idle_timeout, year);
    return options;
}

// A client may be destroyed after its execution context. An executor that is bound does not show any more
// that it runs on several threads at the same time.
environment made_to_outlive(environment env)
{
    demand_serial(env.ex, "http_client");
    env.ex = bound(std::move(env.ex));
    return env;
}

// Returns true if the server has probably closed the connection while it was unused, so that the request has
// not reached it.
bool went_stale(carrier const& c, error_code const& ec) noexcept
{
    return c.reused() && !c.answered() &&
           (ec == make_error_code(errc::connection_closed) || ec == make_error_code(errc::connection_reset));
}

constexpr unsigned most_attempts = 3; // a request that the server refuses unseen is sent so often

} // namespace

/// The inside of an http_client: takes a connection out of the pool or makes one, sends a request over it,
/// and hands both to the response.
///
/// States     open, or closed for good; `pool_` knows which.
/// Threads    the client's strand.
class http_client::impl {
public:
    impl(environment env, endpoint server, http_options options, std::unique_ptr<dialer> dial)
        : env_(made_to_outlive(std::move(env))), options_(checked(std::move(options))),
          url_(parse_server_url(server.server)),
          pool_(std::make_shared<connection_pool>(env_, options_, server.tls)),
          identity_(env_, server,
                    [pool = std::weak_ptr(pool_)] {
                        if (auto const present = pool.lock()) present->retire();
                    }),
          dialer_(dial ? std::move(dial)
                       : std::make_unique<server_dialer>(env_, server, options_, &identity_)),
          has_certificate_(!server.tls.client_certificate.empty()), has_proxy_(!server.proxy.url.empty()),
          warnings_(*env_.time, *env_.log),
          gate_(env_, options_.idle_connections != 0 &&
                          (options_.version == http_version::http2 ||
                           (options_.version == http_version::automatic && url_.tls && has_http2()))),
          announced_streams_(std::make_shared<std::size_t>(http2_limits::first_streams))
    {
    }
    ~impl();

    task<http_response> send(http_request request);
    task<> ready() { return while_open(identity_.ready()); }
    task<> while_open(task<> body);
    bool is_closed() const noexcept { return pool_->closed(); }
    void close() noexcept;
    void reread_credentials() noexcept
    {
        identity_.reread();
        pool_->retire(); // a certificate is shown only once, when a connection is made
    }
    void stop_sharing() noexcept { pool_->stop_sharing(); }

private:
    using answer = std::unique_ptr<http_exchange>;

    task<> exchange(http_request const& request, answer& result);
    task<> exchange_once(http_request const& request, answer& result);
    task<bool> try_reused(http_request const& request, answer& result);
    task<std::unique_ptr<carrier>> connect();
    void log_protocol(std::string_view protocol);
    task<std::unique_ptr<byte_stream>> dial();
    task<credential_mask> talk(http_request const& request, carrier& c);
    credential_mask open(http_request const& request, carrier& c);

    environment env_;
    http_options options_;
    server_url url_;
    std::shared_ptr<connection_pool> pool_; // shared with the responses, which may outlive a request
    request_identity identity_;
    std::unique_ptr<dialer> dialer_;
    bool has_certificate_, has_proxy_;
    server_warnings warnings_;
    dial_gate gate_;
    std::shared_ptr<std::size_t> announced_streams_; // by the server: see make_http2_codec()
    interruption closing_;                           // ends the requests under way
    std::string_view protocol_;                      // the protocol of the connection that was made last
};

// The last owner of a client may be on any thread, but connections of HTTP/2 may still be at work on the
// strand, and that is where they have to be closed.
http_client::impl::~impl()
{
    try {
        boost::asio::post(env_.ex, [pool = std::move(pool_)] {});
    } catch (...) { // there is no memory, or the executor has refused: then they are closed here
    }
}

task<http_response> http_client::impl::send(http_request request)
{
    check_request(request);
    bool const accepts_gzip = request.accepts_gzip;
    answer result;
    co_await while_open(exchange(request, result));
    warnings_.log_warnings(result->head(), request, result->mask());
    identity_.answered(result->head().status, result->mask());
    if (has_certificate_) result->note_verdict();
    co_return http_response(std::move(result), accepts_gzip);
}

task<> http_client::impl::while_open(task<> body)
{
    if (pool_->closed()) throw api_error(errc::stopped, {}, "the client was closed");
    try {
        co_await closing_.run(std::move(body));
    } catch (boost::system::system_error const& e) {
        // close() has cancelled the body: the error below says so
        if (!pool_->closed() || e.code() != condition::cancelled) throw;
    }
    // perhaps after the body had ended, but before this coroutine went on
    if (pool_->closed())
        throw api_error(errc::connection_closed, {}, "the client was closed during the request");
}

// A request that the server has refused unseen is sent again, whatever its method.
task<> http_client::impl::exchange(http_request const& request, answer& result)
{
    co_await identity_.ready();
    for (unsigned attempt = 1; !result; ++attempt) {
        try {
            co_await exchange_once(request, result);
        } catch (api_error const& e) {
            if (attempt == most_attempts || e.code() != make_error_code(errc::request_refused)) throw;
        }
    }
}

task<> http_client::impl::exchange_once(http_request const& request, answer& result)
{
    bool answered = co_await try_reused(request, result);
    for (auto const came = env_.time->now(); !answered && gate_.is_closed();) {
        co_await gate_.wait(came);
        answered = co_await try_reused(request, result);
    }
    if (answered) co_return;
    auto fresh = co_await connect();
    auto mask = co_await talk(request, *fresh);
    result = std::make_unique<http_exchange>(pool_, std::move(fresh), std::move(mask));
}

// Returns false if no connection can be used again, or if it was stale and the request may be repeated on a
// new one.
task<bool> http_client::impl::try_reused(http_request const& request, answer& result)
{
    auto reused = pool_->take();
    if (!reused) co_return false;
    credential_mask mask;
    try {
        mask = co_await talk(request, *reused);
    } catch (api_error const& e) {
        // The others have been unused for even longer.
        bool const is_sound =
            e.code() == condition::cancelled || e.code() == make_error_code(errc::request_refused);
        if (!is_sound) pool_->drop_idle();
        if (request.method != "GET" || !went_stale(*reused, e.code())) throw;
        reused.reset();
    }
    if (!reused) co_return false;
    result = std::make_unique<http_exchange>(pool_, std::move(reused), std::move(mask));
    co_return true;
}

task<std::unique_ptr<carrier>> http_client::impl::connect()
{
    auto const epoch = pool_->epoch(); // before the dialer reads the credential files
    auto stream = co_await dial();
    auto const protocol = stream->protocol();
    // Without TLS to the server, the protocol is that of the TLS to a proxy, if there is one.
    bool const by_knowledge = options_.version == http_version::http2 && (protocol.empty() || !url_.tls);
    bool const is_http2 = protocol == "h2" || by_knowledge;
    gate_.expect_sharing(is_http2 && options_.idle_connections != 0);
    std::unique_ptr<carrier> made;
    if (is_http2) {
        auto shared = std::make_shared<shared_connection>(
            env_, std::move(stream), make_http2_codec(announced_streams_), options_.read_buffer_bytes, epoch);
        pool_->share(shared);
        made = std::make_unique<shared_exchange>(std::move(shared));
    } else if (options_.version == http_version::http2) {
        throw api_error(errc::config_invalid, "connect to " + url_.authority,
                        "http_options::version demands HTTP/2, and the server does not agree to it (ALPN)");
    } else {
        auto own =
            std::make_unique<connection>(std::move(stream), make_http1_codec(), options_.read_buffer_bytes);
        own->set_epoch(epoch);
        made = std::move(own);
    }
    log_protocol(made->protocol());
    co_return made;
}

// Writes a line for the first connection over TLS, where the server has a say, and another one if a later
// connection differs.
void http_client::impl::log_protocol(std::string_view protocol)
{
    if (!url_.tls || std::exchange(protocol_, protocol) == protocol) return;
    bool const is_free = options_.version == http_version::automatic;
    env_.log->log(log_level::info, "connected to the API server",
                  {{"server", url_.authority},
                   {"protocol", protocol},
                   {"because",
                    is_free ? "that is what the server agrees to (ALPN)" : "http_options::version says so"}});
}

task<std::unique_ptr<byte_stream>> http_client::impl::dial()
{
    // A dialer may have no time-out of its own. With a proxy there are two ways, to the proxy and to the
    // server.
    auto const limit = (options_.connect_timeout + options_.tls_timeout) * (has_proxy_ ? 2 : 1);
    dial_gate::turn turn(gate_);
    auto const doing = "connect to " + url_.authority;
    // The dialer runs in a coroutine thread of its own, and cannot reset this state.
    auto const asked = co_await boost::asio::this_coro::cancellation_state;
    std::exception_ptr failure;
    try {
        auto stream = co_await within(*env_.time, limit, dialer_->dial(), doing);
        if (stream) co_return stream;
        throw api_error(errc::connect_failed, doing, "the dialer has returned no stream");
    } catch (...) { // a dialer of the user's may throw anything
        failure = std::current_exception();
    }
    if (asked.cancelled() != boost::asio::cancellation_type::none) // whatever words the dialer has for it
        throw api_error(errc::cancelled, doing);
    failure = with_code(failure, errc::connect_failed, doing);
    if (code_of(failure)) turn.failed(failure);
    std::rethrow_exception(failure);
}

// Sends the request and waits for the header of the answer. Returns the mask of the token that was sent.
task<credential_mask> http_client::impl::talk(http_request const& request, carrier& c)
{
    auto mask = open(request, c);
    co_await within(*env_.time, options_.header_timeout, c.write(), "send request to " + url_.authority);
    auto const patience = std::clamp(request.patience, 1u, http_request::most_patience);
    co_await within(*env_.time, options_.header_timeout * patience, c.read_head(),
                    "wait for an answer of " + url_.authority);
    co_return mask;
}

credential_mask http_client::impl::open(http_request const& request, carrier& c)
{
    auto const path = url_.prefix + request.target;
    std::vector<header_field> fields;
    fields.push_back({"User-Agent", options_.user_agent});
    if (!request.accept.empty()) fields.push_back({"Accept", request.accept});
    for (auto const& [name, value] : identity_.fields()) fields.push_back({name, value});
    for (auto const& [name, value] : request.headers) fields.push_back({name, value});
    if (request.accepts_gzip) fields.push_back({"Accept-Encoding", "gzip"});
    if (!request.content_type.empty()) fields.push_back({"Content-Type", request.content_type});
    std::string_view const scheme = url_.tls ? "https" : "http";
    auto const mask = identity_.mask();
    stream_request const stream{request.method, url_.authority, path, fields, request.body, scheme, mask};
    c.open(stream);
    return mask;
}

// The order matters: a request that is interrupted looks at closed(), and it must not have ended, with its
// connection, before the interruption arrives.
void http_client::impl::close() noexcept
{
    pool_->mark_closed();
    identity_.stop();
    closing_.interrupt();
    pool_->close();
}

http_client::http_client(environment env, endpoint server, http_options options, std::unique_ptr<dialer> dial)
    : impl_(std::make_unique<impl>(std::move(env), std::move(server), std::move(options), std::move(dial)))
{
}

http_client::~http_client() = default;

task<http_response> http_client::send(http_request request) &
{
    return impl_->send(std::move(request));
}

task<> http_client::ready() &
{
    return impl_->ready();
}

task<> http_client::while_open(task<> body) &
{
    return impl_->while_open(std::move(body));
}

bool http_client::is_closed() const noexcept
{
    return impl_->is_closed();
}

void http_client::close() noexcept
{
    impl_->close();
}

void http_client::reread_credentials() noexcept
{
    impl_->reread_credentials();
}

void http_client::stop_sharing() noexcept
{
    impl_->stop_sharing();
}

} // namespace coinformer
