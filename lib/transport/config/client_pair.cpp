#include "transport/config/client_pair.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/ssl/context.hpp>

namespace coinformer::detail {

bool is_usable_pair(std::string const& certificate, secret const& key)
{
    namespace ssl = boost::asio::ssl;
    ssl::context context(ssl::context::tls_client);
    // without this, OpenSSL would ask for the password of an encrypted key on the terminal
    context.set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); });
    error_code unusable;
    context.use_certificate_chain(boost::asio::buffer(certificate), unusable);
    if (!unusable) context.use_private_key(boost::asio::buffer(key.reveal()), ssl::context::pem, unusable);
    return !unusable;
}

} // namespace coinformer::detail
