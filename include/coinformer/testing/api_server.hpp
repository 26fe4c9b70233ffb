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

/// How an api_server behaves. Only tokens can change later (api_server::rotate_token()).
struct api_server_options {
    /// Events kept of each resource; a watch from before them gets 410. With 0, each change of a resource
    /// ends its open watches without saying what has changed.
    std::size_t history = 1000;
    /// The time between bookmarks of a watch that asks for them, greater than zero. With duration::max()
    /// there are none.
    duration bookmark_interval = std::chrono::seconds(60);
    /// The bearer token of a user who may do everything. /healthz, /readyz and /livez need no token.
    std::string token = {};
    /// Further users. If there is neither a token nor a user, everybody may do everything.
    std::vector<api_user> users = {};
    std::uint64_t seed = 1;     ///< the seed of uids and generated names
    std::size_t actions = 1000; ///< the number of requests that actions() remembers
    /// Which objects have metadata.managedFields.
    managed_fields_policy managed_fields = managed_fields_policy::after_apply;
    /// If true, the server answers lists and watches in protobuf when a client asks for it
    /// (client_options::encoding) and the server knows the kind in protobuf: ConfigMap, Secret, Pod and
    /// others, see docs/testing.md. A real server always does that. The default is JSON, because it is easier
    /// to read for a person who looks for a mistake in a test.
    bool answers_protobuf = false;
    /// The size in bytes from which on an answer is compressed for a client that asks for it
    /// (client_options::compression). Streamed lists are compressed whatever their size. The default is a
    /// kube-apiserver's.
    std::size_t gzip_threshold = 128 * 1024;
    /// If true, lists and watches with the parameter `shardSelector` bring only the objects of that shard
    /// (KEP-5866, informer_options::shard). The default ignores the parameter, as a kube-apiserver without
    /// the feature gate ShardedListAndWatch does, which Kubernetes 1.37 has off.
    bool shards_lists = false;
};

/// All objects of an api_server at one version. It is cheap, because it shares them with the server, and it
/// may outlive the server.
struct server_backup;

/// A Kubernetes API server inside the process: it keeps objects and their history, and serves lists,
/// watches and writes. Clients reach it without sockets, over a memory_network, or with them, over a
/// tcp_listener or tls_listener. It stores what it is given, and no controller acts on it. It checks
/// metadata, the events of both groups, and CustomResourceDefinitions; no other rules of single kinds are
/// checked. Absent fields get no defaults, except that a definition gets the rest of its names, its
/// conversion and its conditions, and a namespace gets its label and its phase.
///
/// Writes are as a real server's: JSON patch, merge patch and strategic merge patch, server-side apply, dry
/// runs, preconditions, finalizers, deletecollection. After a CustomResourceDefinition is created, its
/// resource is served in all its versions, and objects are not checked against its schema. The server does
/// not do what the controllers of a cluster do: a deleted pod or namespace without finalizers is removed at
/// once (the objects of a namespace stay), and dependents stay when their owner is removed. Nobody but the
/// test removes the finalizers foregroundDeletion and orphan, which a deletion with such a propagation policy
/// sets. managedFields are kept for objects that were ever applied.
///
/// The namespaces default, kube-node-lease, kube-public and kube-system exist from the start.
///
/// Direct calls, such as create() and get(), are for the test itself. They take and return JSON text, and
/// differ from a client's request in two things: create() makes the object's namespace if it is missing,
/// and keeps `status`, uid, creationTimestamp, generation and deletionTimestamp of the given object. It
/// ignores a given resourceVersion, and sets a new one. For calls with a whole object, a namespaced object
/// without metadata.namespace is one of "default". Calls with an object_key need its namespace: without it
/// they find no such object.
///
/// Threads    one serial executor, the environment's; run() and serve_connection() are awaited on it.
/// Errors     direct calls throw api_error as a client would get it, with verb, path and the server's Status:
///            condition::not_found (also for a resource that is not served), conflict, rejected.
/// Lifetime   destroy it when run() and serve_connection() have ended, or when nothing runs the io_context
///            any more. It may be destroyed before or after the io_context.
class api_server {
public:
    /// Errors     std::invalid_argument if options.bookmark_interval is not greater than zero.
    explicit api_server(environment env, api_server_options options = {});
    api_server(api_server const&) = delete;
    api_server& operator=(api_server const&) = delete;
    ~api_server();

    /// Registers a resource, for example a custom resource without a definition. It may be called again for
    /// the same resource. Registered from the start is every built-in kind that has a stable version, in the
    /// newest of them. The resource's strings are copied.
    void serve(resource const& r);

    /// Creates all objects of a manifest, as create() does. The manifest holds YAML documents or JSON, also
    /// lists, as `kubectl get -o yaml` writes them; each object has apiVersion and kind. The definition of a
    /// custom resource has to stand before the objects of this resource.
    /// Result     the number of objects.
    /// Errors     as create(), for the first object that is refused. The objects before it have been created.
    std::size_t load(std::string_view manifest);

    /// Creates an object. Returns it as it is stored now; so do replace(), patch() and apply().
    std::string create(resource const& r, std::string_view json);
    /// Replaces the object of this name. If metadata.resourceVersion is given, it has to be the current one.
    /// `subresource` is empty, "status" or "scale", here and below.
    std::string replace(resource const& r, std::string_view json, std::string_view subresource = {});
    std::string patch(resource const& r, object_key key, std::string_view patch,
                      std::string_view subresource = {}, patch_type type = patch_type::merge);
    /// Applies YAML or JSON with kind, apiVersion and metadata.name (server-side apply), and creates the
    /// object if it is missing. These lists of built-in kinds are merged by their keys, as in a real server:
    /// finalizers and owner references; of pods and their templates nearly all, such as containers, ports,
    /// volumes and conditions; the ports of services, the addresses of nodes, webhooks, and match conditions.
    /// Other lists, and those of custom resources, are replaced as a whole.
    std::string apply(resource const& r, std::string_view yaml, std::string_view field_manager,
                      apply_force force = apply_force::no, std::string_view subresource = {});
    std::string get(resource const& r, object_key key) const;
    /// Returns the present collection, or one namespace of it, in one page, as the list that a client would
    /// get.
    std::string list(resource const& r, std::string_view ns = {}) const;
    /// Deletes an object. If it has finalizers, it only gets its deletionTimestamp, and is removed with its
    /// last finalizer.
    void remove(resource const& r, object_key key);
    /// Deletes those objects of a collection, or of one namespace of it, that the label selector selects,
    /// each as remove() does.
    void remove_collection(resource const& r, std::string_view ns = {}, std::string_view label_selector = {});

    /// Returns the newest resource version, a decimal number. There is one counter for all resources, as in
    /// etcd.
    std::string resource_version() const;
    /// Replaces one of the tokens in options.token or options.users, as when the token of a service account
    /// expires. Requests with the old token get 401 then; watches that began with it go on. Returns false if
    /// there was no such token.
    bool rotate_token(std::string_view old, std::string token);
    /// Forgets the history. A watch, a continue token or an exact list from an older version gets 410 from
    /// now on.
    void compact();
    /// Breaks off every connection at once, also in the middle of an answer: over a memory_network by a
    /// reset, over TCP by a close.
    void disconnect();

    /// Acts as if the server had died and come back: breaks off connections and forgets history. Objects
    /// stay.
    void restart();
    /// Returns the present objects for restore(), which may be called with them any number of times.
    std::shared_ptr<server_backup const> backup() const;
    /// As restart(), with the objects of the backup. Resource versions go back to it, as with etcd without
    /// --bump-revision.
    void restore(server_backup const& then);
    /// Lets lists that may be old (resourceVersion "0", NotOlderThan) be answered from a state that is up to
    /// `versions` versions old, as by a watch cache that lags behind. Such an answer is never older than the
    /// requested version. 0: lists are up to date, as at the start.
    void lag(std::size_t versions) noexcept;

    /// Returns how many requests came over connections, those that were intercepted or refused included.
    /// Direct calls are not counted. `verb` is "list", "watch", "get", "create", "update", "patch", "delete"
    /// or "deletecollection". An informer reads its first copy by a streamed watch if it can, which counts as
    /// "watch": so "list" may stay 0.
    /// Errors     std::invalid_argument for any other verb.
    std::size_t requests(std::string_view verb, resource const& r) const;
    /// Returns the last requests that came over connections, refused ones included, the oldest first.
    std::vector<action> actions() const;
    void forget_actions() noexcept;
    std::size_t open_watches() const;     ///< watches whose answer has begun
    std::size_t open_connections() const; ///< idle connections included

    /// Injects a fault for later requests. If several faults match a request, the one that was injected first
    /// applies. A fault's answer precedes access rules and interceptors.
    /// Errors     std::invalid_argument for an unknown verb, and for a resource that is not served now.
    void inject(fault f);
    /// Forgets the faults that are still to come. Faults that have begun go on, such as that of a watch that
    /// is to end later. lag(), intercept() and the conditions of a memory_network stay as they are.
    void heal() noexcept;
    /// Returns how many faults are still to come, wholly or in part. Zero at the end of a test proves that
    /// each fault was met.
    std::size_t pending_faults() const noexcept;

    /// A function that the server calls on its executor before it answers a request. If it returns an answer,
    /// the client gets that in place of the server's own. It may call the server, whose answer then shows
    /// what the interceptor has written; it may also replace itself by intercept(). If it throws, the client
    /// gets a 500 with the message of the exception.
    using interceptor = std::function<std::optional<canned_answer>(action const&)>;
    /// Sets the interceptor; null removes it.
    void intercept(interceptor answer);

    /// Serves one connection, HTTP/1.1 with keep-alive, until the peer closes it or disconnect() is called.
    ///
    /// Errors     an error of the connection ends it, and is not thrown.
    /// Cancel     closes the connection and throws condition::cancelled.
    [[nodiscard]] task<> serve_connection(std::unique_ptr<byte_stream> stream) &;

    /// Accepts connections and serves them until it is cancelled; it ends when all of them have ended.
    /// Several run() may be awaited at the same time.
    ///
    /// Errors     those of the listener's accept(), which end it, and close the connections.
    /// Cancel     closes the connections and throws condition::cancelled. The listener stays open.
    /// Lifetime   the network or the listener has to outlive it.
    [[nodiscard]] task<> run(memory_network& network) &;
    [[nodiscard]] task<> run(tcp_listener& listener) &;
    [[nodiscard]] task<> run(tls_listener& listener) &;

private:
    class impl;
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer::testing
