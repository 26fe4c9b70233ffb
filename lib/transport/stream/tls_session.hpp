#pragma once

#include <coinformer/core/error.hpp>

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// TLS without I/O: takes the bytes that came from the peer, and gives the bytes to send. While nothing is
/// under way it holds no buffers: OpenSSL releases its own, and Asio's TLS stream, which keeps some 70 KB, is
/// not used. That matters for ten thousand idle watches.
///
/// States     shaking hands until is_established(); a read that has ended or failed does so again.
/// Threads    one.
class tls_session {
public:
    enum class role { client, server };
    tls_session(SSL_CTX* context, role r);
    tls_session(tls_session const&) = delete;
    tls_session& operator=(tls_session const&) = delete;

    /// What a call has achieved.
    enum class outcome {
        done,
        wants_input, ///< it needs more bytes from the peer
        ended,       ///< the peer has said goodbye
        failed       ///< failure() says why
    };
    /// Hands over bytes from the peer. They must stay valid until the next call, which uses them or keeps the
    /// rest.
    void input(std::string_view encrypted) noexcept { input_ = encrypted; }
    outcome shake_hands();
    /// Decrypts until `into` is full or the input is used up. Returns done if `size` bytes were decrypted.
    outcome read(std::span<char> into, std::size_t& size);
    outcome write(std::span<char const> bytes);
    outcome say_goodbye();

    bool has_output() const noexcept { return !output_.empty(); }
    std::string take_output() noexcept { return std::exchange(output_, {}); }

    /// True if something has come that no read has returned yet: bytes, half a record, the goodbye, or a
    /// failure.
    bool has_input() const noexcept
    {
        return failure_ || !unused_input_.empty() || SSL_has_pending(native()) != 0 ||
               (SSL_get_shutdown(native()) & SSL_RECEIVED_SHUTDOWN) != 0;
    }

    bool is_established() const noexcept { return SSL_is_init_finished(session_.get()) != 0; }
    /// The reason that OpenSSL gives for outcome::failed.
    error_code const& failure() const noexcept { return failure_; }
    /// Returns the application protocol that the two sides agreed on; empty if there is none.
    std::string_view protocol() const noexcept;
    SSL* native() const noexcept { return session_.get(); }

private:
    struct free_session {
        void operator()(SSL* s) const noexcept { SSL_free(s); }
    };
    friend struct tls_bio;

    template <class Call>
    outcome attempt(Call call);
    void keep_unused_input();

    std::unique_ptr<SSL, free_session> session_;
    std::string_view input_;   // the caller's bytes
    std::string unused_input_; // unused bytes of earlier calls, which come before `input_`
    std::string output_;
    error_code failure_;
};

} // namespace coinformer::detail
