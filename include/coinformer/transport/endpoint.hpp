#pragma once

#include <coinformer/core/secret.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace coinformer {

class token_source; // token_source.hpp

/// PEM text, or the file that holds it. The file is read for each connection, so that rotated certificates
/// are used. If both are given, `data` counts.
struct pem_source {
    std::string data = {};
    std::string file = {};

    bool empty() const noexcept { return data.empty() && file.empty(); }
};

/// How the client recognises the server, and how it identifies itself.
struct tls_options {
    pem_source ca = {};                 ///< empty: the certificate authorities that the system trusts
    pem_source client_certificate = {}; ///< empty: the client sends none
    pem_source client_key = {};
    /// The name that the certificate must have, also sent as SNI. Empty: the URL's host.
    std::string server_name = {};
    bool insecure_skip_verify = false; ///< accepts any server; a warning is logged for each client
};

/// How the client proves to the server which user it is. One kind is used: `token`, otherwise `token_file`,
/// otherwise `username`, otherwise `source`. Each of them may stand beside the client certificate of
/// tls_options.
///
/// They are sent to the server of the endpoint whatever its URL is: use https.
struct credentials {
    secret token = {}; ///< sent as `Authorization: Bearer`
    /// Before a request the file is read again if the last read was at least a minute ago, so that a rotated
    /// token is used. While an informer backs off after a failure, a new file is noticed within two seconds.
    /// If the file cannot be read any more, the old token stays in use.
    std::string token_file = {};
    std::string username = {}; ///< sent with the password as `Authorization: Basic`; without a colon
    secret password = {};
    std::shared_ptr<token_source> source = {}; ///< issues tokens or certificates, and renews them
    /// How long `source` may take to issue a credential. A person who logs in may need more. A longer time
    /// than a day counts as a day.
    duration source_limit = std::chrono::minutes(1);
};

/// The user as whom the requests are made, if that is another one than the user of the credentials. The user
/// of the credentials needs the verb `impersonate` for it.
struct impersonated_user {
    std::string name = {}; ///< empty: nobody is impersonated
    std::vector<std::string> groups = {};
    std::string uid = {};
    /// Further attributes, as the server's authenticator would add. The server turns keys into lower case.
    std::map<std::string, std::vector<std::string>> extra = {};
};

/// The proxy through which connections to the server are made. It carries them as they are: the client asks
/// it for a tunnel (HTTP CONNECT or SOCKS 5), also to a server without TLS, and speaks TLS with the server
/// inside of it. A proxy resolves the server's name itself.
struct proxy_options {
    /// "http://host:3128", "https://host:443" (TLS to the proxy as well), "socks5://host:1080" or
    /// "socks5h://…", which is the same. The ports that a URL need not name are 80, 443 and 1080. Empty:
    /// connections are direct.
    std::string url = {};
    std::string username = {}; ///< empty: the client does not log in to the proxy; without a colon
    secret password = {};
    /// Says in messages where the choice comes from ("HTTPS_PROXY"), or why there is no proxy.
    std::string reason = {};
    /// For an https proxy. By default its certificate has to be of an authority that the system trusts; the
    /// authorities of the server do not count.
    tls_options tls = {};
};

/// The address of an API server, and what is needed to speak with it. Fill it in by hand, or call
/// load_endpoint() (kubeconfig.hpp). An endpoint that is filled in by hand has no proxy unless `proxy` is
/// set: only load_endpoint() reads HTTPS_PROXY and its companions, and proxy_from_environment() for others.
struct endpoint {
    std::string server = {}; ///< "https://host:port/prefix"; http is accepted for proxies and tests
    std::string ns = {};     ///< the namespace of the kubeconfig's context; empty if it names none
    tls_options tls = {};
    credentials user = {};
    impersonated_user impersonate = {};
    proxy_options proxy = {};
    bool disable_compression = false; ///< client_options::compression `automatic` then asks for none
    std::string origin =
        {}; ///< where it came from, for messages: "context shop of /home/me/.kube/config", "in-cluster"
};

} // namespace coinformer
