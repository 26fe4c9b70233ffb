#pragma once

#include <coinformer/core/secret.hpp>

#include <string>

namespace coinformer {

/// PEM text, or the file that holds it (read when a connection is made, so that rotation is seen). Data wins.
struct pem_source {
    std::string data = {};
    std::string file = {};

    bool empty() const noexcept { return data.empty() && file.empty(); }
};

/// How to recognise the server and to be recognised by it.
struct tls_options {
    pem_source ca = {};                 ///< empty: the system's trusted CAs
    pem_source client_certificate = {}; ///< empty: none is shown
    pem_source client_key = {};
    std::string server_name = {};      ///< expected in the certificate and sent as SNI; empty: the URL's host
    bool insecure_skip_verify = false; ///< any server is believed; a warning is logged for each client
};

/// Who we are. At most one kind is used: token, then token_file, then the client certificate of tls_options.
struct credentials {
    secret token = {}; ///< sent as `Authorization: Bearer`
    /// Read again for a request when the last read is a minute old, so that a rotated token is used. While an informer
    /// backs off after a failure, for example because no request gets through, a new file is noticed within two
    /// seconds. If the file cannot be read any more, the old token stays in use.
    std::string token_file = {};
};

/// An API server and what is needed to speak with it. Made by hand, or by load_endpoint() (kubeconfig.hpp).
struct endpoint {
    std::string server = {}; ///< "https://host:port/prefix"; http is accepted for proxies and tests
    std::string ns = {};     ///< the context's namespace; empty when it names none
    tls_options tls = {};
    credentials user = {};
    std::string origin = {}; ///< for messages: "context shop of /home/me/.kube/config", "in-cluster"
};

} // namespace coinformer
