#pragma once

#include <coinformer/core/error.hpp>

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer {

/// TLS without I/O: takes what came from the peer, gives what is to be sent. While nothing is under way it holds no
/// buffers: those of OpenSSL are released, and Asio's stream, which keeps some 70 KB of them, is not used.
///
/// Threads    one.
class tls_session {
public:
    enum class role { client, server };
    tls_session(SSL_CTX* context, role r);
    tls_session(tls_session const&) = delete;
    tls_session& operator=(tls_session const&) = delete;

    enum class outcome {
        done,
        wants_input,
        ended, ///< the peer said goodbye
        failed ///< failure()
    };
    /// What came from the peer. Held until the next call that uses it up, or keeps what is left.
    void input(std::string_view encrypted) noexcept { fresh_ = encrypted; }
    outcome shake_hands();
    /// Decrypts until `into` is full or the input is used up. Result: done when something was, with how much.
    outcome read(std::span<char> into, std::size_t& size);
    outcome write(std::span<char const> bytes);
    outcome say_goodbye();

    bool has_output() const noexcept { return !output_.empty(); }
    std::string take_output() noexcept { return std::exchange(output_, {}); }

    bool is_established() const noexcept { return SSL_is_init_finished(session_.get()) != 0; }
    /// OpenSSL's reason.
    error_code const& failure() const noexcept { return failure_; }
    /// The application protocol agreed on; empty when none was.
    std::string_view protocol() const noexcept;
    SSL* native() const noexcept { return session_.get(); }

private:
    struct free_session {
        void operator()(SSL* s) const noexcept { SSL_free(s); }
    };
    friend struct tls_bio;

    template <class Call>
    outcome attempt(Call call);
    void keep_rest();

    std::unique_ptr<SSL, free_session> session_;
    std::string_view fresh_; // of the caller
    std::string rest_;       // of what he gave earlier, in front of it
    std::string output_;
    error_code failure_;
};

} // namespace coinformer
