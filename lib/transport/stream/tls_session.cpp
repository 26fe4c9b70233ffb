#include "transport/stream/tls_session.hpp"

#include <boost/asio/ssl/error.hpp>

#include <openssl/bio.h>
#include <openssl/err.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>

namespace coinformer::detail {

namespace {

constexpr int at_most(std::size_t size) noexcept
{
    return static_cast<int>(std::min<std::size_t>(size, std::numeric_limits<int>::max()));
}

// Checks the calls that fail only if there is no memory, or if OpenSSL cannot work at all.
void demand(bool succeeded, char const* what)
{
    if (succeeded) return;
    error_code const why(static_cast<int>(ERR_get_error()), boost::asio::error::get_ssl_category());
    ERR_clear_error();
    throw api_error(errc::tls_failed, what, why.message());
}

} // namespace

/// The input and output of a session, as OpenSSL sees them: a BIO that reads the bytes of
/// tls_session::input(), and appends to the session's output.
struct tls_bio {
    static int read(BIO* bio, char* into, int size)
    {
        auto& s = *static_cast<tls_session*>(BIO_get_data(bio));
        BIO_clear_retry_flags(bio);
        auto const n =
            s.unused_input_.empty() ? take(s.input_, into, size) : take_unused(s.unused_input_, into, size);
        if (n == 0) BIO_set_retry_read(bio);
        return n == 0 ? -1 : n;
    }

    static int write(BIO* bio, char const* from, int size) noexcept
    {
        BIO_clear_retry_flags(bio);
        try {
            static_cast<tls_session*>(BIO_get_data(bio))
                ->output_.append(from, static_cast<std::size_t>(size));
        } catch (std::exception const&) { // no memory: no exception may pass through OpenSSL, which is in C
            ERR_raise(ERR_LIB_BIO, ERR_R_MALLOC_FAILURE);
            return -1;
        }
        return size;
    }

    static long control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

    static BIO* make(tls_session& session)
    {
        static BIO_METHOD* const method = make_method();
        auto* const bio = BIO_new(method);
        demand(bio != nullptr, "TLS buffer");
        BIO_set_data(bio, &session);
        BIO_set_init(bio, 1);
        return bio;
    }

private:
    // Throws if it fails. The next session then tries again, because a static whose initialiser throws is
    // initialised anew.
    static BIO_METHOD* make_method()
    {
        auto const index = BIO_get_new_index();
        demand(index != -1, "TLS buffer");
        auto* const m = BIO_meth_new(index | BIO_TYPE_SOURCE_SINK, "coinformer");
        demand(m && BIO_meth_set_read(m, &read) == 1 && BIO_meth_set_write(m, &write) == 1 &&
                   BIO_meth_set_ctrl(m, &control) == 1,
               "TLS buffer");
        return m;
    }

    static int take(std::string_view& from, char* into, int size) noexcept
    {
        auto const n = std::min(from.size(), static_cast<std::size_t>(size));
        if (n != 0) std::memcpy(into, from.data(), n);
        from.remove_prefix(n);
        return static_cast<int>(n);
    }

    static int take_unused(std::string& from, char* into, int size)
    {
        std::string_view view(from);
        auto const n = take(view, into, size);
        from.erase(0, static_cast<std::size_t>(n));
        return n;
    }
};

tls_session::tls_session(SSL_CTX* context, role r) : session_(SSL_new(context))
{
    demand(session_ != nullptr, "TLS session");
    auto* const bio = tls_bio::make(*this);
    SSL_set_bio(native(), bio, bio); // the session owns the BIO from here on
    SSL_set_mode(native(), SSL_MODE_RELEASE_BUFFERS);
    if (r == role::client)
        SSL_set_connect_state(native());
    else
        SSL_set_accept_state(native());
}

template <class Call>
tls_session::outcome tls_session::attempt(Call call)
{
    ERR_clear_error();
    auto const result = call();
    if (result > 0) return outcome::done;
    switch (SSL_get_error(native(), result)) {
    case SSL_ERROR_WANT_READ: return outcome::wants_input;
    // After an alert that ended the session, OpenSSL reports a failure once, and from then on what looks like
    // a goodbye.
    case SSL_ERROR_ZERO_RETURN: return failure_ ? outcome::failed : outcome::ended;
    default:
        if (auto const why = ERR_get_error(); why != 0 || !failure_) // the second time it does not say why
            failure_ = error_code(static_cast<int>(why), boost::asio::error::get_ssl_category());
        ERR_clear_error();
        return outcome::failed;
    }
}

tls_session::outcome tls_session::shake_hands()
{
    auto const how = attempt([&] { return SSL_do_handshake(native()); });
    keep_unused_input();
    return how;
}

tls_session::outcome tls_session::read(std::span<char> into, std::size_t& size)
{
    size = 0;
    auto how = outcome::done;
    while (how == outcome::done && size != into.size()) {
        auto const room = into.subspan(size);
        int n = 0;
        how = attempt([&] { return n = SSL_read(native(), room.data(), at_most(room.size())); });
        if (how == outcome::done) size += static_cast<std::size_t>(n);
    }
    keep_unused_input();
    return size != 0 ? outcome::done : how; // an end or a failure is reported again by the next call
}

tls_session::outcome tls_session::write(std::span<char const> bytes)
{
    if (bytes.empty()) return outcome::done;
    return attempt([&] { return SSL_write(native(), bytes.data(), at_most(bytes.size())); });
}

tls_session::outcome tls_session::say_goodbye()
{
    return attempt([&] { return SSL_shutdown(native()) < 0 ? -1 : 1; });
}

void tls_session::keep_unused_input()
{
    unused_input_.append(input_);
    input_ = {};
    if (unused_input_.empty()) unused_input_ = std::string();
}

std::string_view tls_session::protocol() const noexcept
{
    unsigned char const* name = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(native(), &name, &size);
    return {reinterpret_cast<char const*>(name), size};
}

} // namespace coinformer::detail
