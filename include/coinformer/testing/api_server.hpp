#pragma once

#include <coinformer/api/object_patch.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/testing/access.hpp>
#include <coinformer/testing/action.hpp>
#include <coinformer/testing/fault.hpp>
#include <coinformer/testing/managed_fields_policy.hpp>
#include <coinformer/testing/patch_type.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

class memory_network;
class tcp_listener;
class tls_listener;

/// How an api_server behaves; it does not change afterwards, but for tokens.
struct api_server_options {
    std::size_t history = 1000;                            ///< events kept of each resource; an older version is 410
    duration bookmark_interval = std::chrono::seconds(60); ///< of watches that ask for bookmarks
    std::string token = {};           ///< of one who may do everything; /healthz, /readyz and /livez need none
    std::vector<api_user> users = {}; ///< who else is known; neither token nor users: everybody may do everything
    std::uint64_t seed = 1;           ///< of uids and generated names
    std::size_t actions = 1000;       ///< requests that actions() remembers: the last ones
    managed_fields_policy managed_fields = managed_fields_policy::after_apply; ///< whose writers are kept
    /// Lists and watches are answered in protobuf if a client asks for it (client_options::encoding) and the kind is
    /// one that this server knows in protobuf: ConfigMap, Secret, Pod and others, see docs/testing.md. A real server
    /// does that always; JSON is easier to read while one looks for a mistake in a test.
    bool answers_protobuf = false;
};

/// All objects of a server at a version. Cheap: it shares them with the server, and may outlive it.
struct server_backup;

/// A Kubernetes API server inside the process: objects, history, list, watch and changes, without sockets (over a
/// memory_network) or with them (over a tcp_listener). It stores what it is given; no controller acts on it, no kind's
/// own rules are checked, nothing is defaulted.
///
/// Writes are a real server's: JSON, merge and strategic merge patch, server-side apply, dry runs, preconditions,
/// finalizers, deletecollection. A CustomResourceDefinition serves what it defines, in all its versions, without its
/// schema. What a cluster's controllers do is left out: a deleted pod or namespace without finalizers goes at once
/// (a namespace's objects stay), and owners' dependents stay. managedFields are kept of objects that were ever applied.
///
/// The namespaces default, kube-node-lease, kube-public and kube-system exist from the start.
///
/// Direct calls are a test's own hand. They take and return JSON text, and differ from a client's request in two
/// things: create() makes the object's namespace when it is missing, and keeps what it is given of `status`, uid,
/// creationTimestamp, generation and deletionTimestamp. A resourceVersion that is given does not count: it is a new
/// one. A namespaced object without metadata.namespace goes to "default".
///
/// Threads    one serial executor, the environment's; run() and serve_connection() are awaited on it.
/// Errors     direct calls throw api_error as a client would get it, with verb, path and the server's Status:
///            condition::not_found (also for a collection that is not served), conflict, rejected.
/// Lifetime   destroy it when run() and serve_connection() have ended, or when nobody runs the io_context any more. It
///            may go before or after the io_context.
class api_server {
public:
    explicit api_server(environment env, api_server_options options = {});
    api_server(api_server const&) = delete;
    api_server& operator=(api_server const&) = delete;
    ~api_server();

    /// Registers a collection, perhaps of a custom resource. May be repeated. Registered from the start:
    /// every built-in kind that has a stable version, in the newest of them. The resource's strings are copied.
    void serve(resource const& r);

    /// Creates all objects of a manifest, as create() does: YAML documents or JSON, lists among them, each with
    /// apiVersion and kind, as kubectl get -o yaml writes them. Definitions of custom resources stand before what they
    /// define.
    /// Result: how many. Errors: what create() throws, for the first that is refused; those before it are there.
    std::size_t load(std::string_view manifest);

    /// Results of what writes: the object as it is stored now. `subresource` is empty, "status" or "scale".
    std::string create(resource const& r, std::string_view json);
    /// Replaces what has the same name. A metadata.resourceVersion that is given has to be the current one.
    std::string replace(resource const& r, std::string_view json, std::string_view subresource = {});
    std::string patch(resource const& r, object_key key, std::string_view patch, std::string_view subresource = {},
                      patch_type type = patch_type::merge);
    /// Server-side apply of YAML or JSON with kind, apiVersion and metadata.name; makes the object when it is missing.
    /// Lists of built-in kinds are merged by their keys, as a real server does; lists of custom resources are atomic.
    std::string apply(resource const& r, std::string_view yaml, std::string_view field_manager,
                      apply_force force = apply_force::no, std::string_view subresource = {});
    std::string get(resource const& r, object_key key) const;
    /// The whole collection, or one namespace of it, as a client would list it: now, in one page.
    std::string list(resource const& r, std::string_view ns = {}) const;
    /// Deletes; an object with finalizers only gets its deletionTimestamp, and goes when the last one is removed.
    void remove(resource const& r, object_key key);
    /// Deletes all of a collection, or of one namespace of it, that a label selector selects, each as remove() does.
    void remove_collection(resource const& r, std::string_view ns = {}, std::string_view label_selector = {});

    /// The newest version, a decimal number; one counter for all resources, as in etcd.
    std::string resource_version() const;
    /// A new token in the place of one of options.token or options.users, as when a service account's expires; the old
    /// one is answered 401 then, watches that it began go on. Result: whether there was such a token.
    bool rotate_token(std::string_view old, std::string token);
    /// Forgets history: from every older version a watch, a `continue` and an exact list are 410 now.
    void compact();
    /// Breaks off every connection at once, in mid-answer too: over a memory_network by a reset, over TCP by a close.
    void disconnect();

    /// The server dies and comes back: connections are broken off, and history is forgotten. Objects stay.
    void restart();
    /// What restore() takes, any number of times.
    std::shared_ptr<server_backup const> backup() const;
    /// As restart(), with the objects of then: resource versions go back, as with etcd without --bump-revision.
    void restore(server_backup const& then);
    /// Lists that may be old (resourceVersion "0", NotOlderThan) are answered from up to so many versions ago, as by a
    /// watch cache that lags behind; never from before the version that is asked for. 0: they are not old.
    void lag(std::size_t versions) noexcept;

    /// How many requests came over connections, intercepted ones and refused ones among them. Direct calls do not
    /// count. `verb` is "list", "watch", "get", "create", "update", "patch", "delete" or "deletecollection".
    /// Errors: std::invalid_argument when it is another one.
    std::size_t requests(std::string_view verb, resource const& r) const;
    /// The last requests that came over connections, refused ones among them; the oldest first.
    std::vector<action> actions() const;
    void forget_actions() noexcept;
    std::size_t open_watches() const;     ///< whose answer has begun
    std::size_t open_connections() const; ///< idle ones among them

    /// Goes wrong from now on, as the fault says. Of several that fit a request the one injected first takes it. An
    /// answer of a fault comes before access rules and interceptors: known or not, who asks gets it.
    /// Errors: std::invalid_argument for a verb that is none, and for a resource that is not served now.
    void inject(fault f);
    /// Forgets the faults that are still to come. What is under way (a watch that is to end) goes on; so do lag(),
    /// intercept() and what a memory_network does.
    void heal() noexcept;
    /// Faults of which some are still to come: 0 at the end of a test tells that each was met.
    std::size_t pending_faults() const noexcept;

    /// Asked before each request, on the server's executor; an answer replaces the server's own. Null: none. It may use
    /// the server, and put another in its own place: what it writes then is there before the request is answered. When
    /// it throws the answer is a 500 that says why.
    using interceptor = std::function<std::optional<canned_answer>(action const&)>;
    void intercept(interceptor answer);

    /// Serves one connection, HTTP/1.1 with keep-alive, until the peer closes it or disconnect().
    ///
    /// Errors     none of the connection's.
    /// Cancel     closes the connection, throws condition::cancelled.
    [[nodiscard]] task<> serve_connection(std::unique_ptr<byte_stream> stream) &;

    /// Accepts connections and serves them until cancelled; ends when all of them have ended. Several may run at once.
    ///
    /// Result     never ends by itself.
    /// Cancel     closes the connections, throws condition::cancelled. The listener stays open.
    /// Lifetime   the network or listener outlives it.
    [[nodiscard]] task<> run(memory_network& network) &;
    [[nodiscard]] task<> run(tcp_listener& listener) &;
    [[nodiscard]] task<> run(tls_listener& listener) &;

private:
    class impl;
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer::testing
