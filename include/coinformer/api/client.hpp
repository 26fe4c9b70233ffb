#pragma once

#include <coinformer/api/list_options.hpp>
#include <coinformer/api/object_list.hpp>
#include <coinformer/api/object_patch.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/api/scale.hpp>
#include <coinformer/api/write_options.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/transport/byte_stream.hpp>
#include <coinformer/transport/endpoint.hpp>
#include <coinformer/transport/http.hpp>

#include <memory>
#include <string>

namespace coinformer {

/// How objects are written in lists and watches.
enum class encoding {
    json,
    /// Smaller and faster to read, for built-in kinds; the objects come out the same. Everything else is JSON as ever:
    /// custom resources, projections with raw_json or whole_json (dynamic_object; whole_object takes either), with
    /// members that the published .proto files do not have, and what the server does not have in protobuf. The log says
    /// of which collection, and why.
    protobuf,
};

/// What a client does about a projection with a member that objects of its kind do not have, for example because the
/// member's name is misspelt: it would stay empty for ever.
enum class unknown_fields {
    warn,  ///< logs one warning for each such member, with its path and the field that was probably meant
    error, ///< the call that uses the projection throws errc::unknown_field, which says the same
    ignore,
};

struct client_options {
    http_options http = {};
    /// The most bytes of one object, list item or watch event; at least 1. A larger one is a fault
    /// (errc::object_too_large), and so is one that would take more than 8 times as many bytes in memory (8 MB in any
    /// case).
    std::size_t max_object_bytes = 16 * 1024 * 1024;
    std::size_t concurrent_lists = 4; ///< informers that may list at the same time (the rest wait); at least 1
    /// Pauses between attempts while no request of this client gets through to the server: there is no connection, no
    /// answer, an untrusted certificate or a credential file that cannot be read, or the answer is 401, 502 or 503
    /// and asks for no pause. One attempt speaks for all informers of the client, so that attempts may be more frequent
    /// than with informer_options::retry, which holds after all other answers (403, 429, 500).
    /// Has to be valid: see backoff_options::is_valid().
    backoff_options reconnect = {.first = std::chrono::milliseconds(800), .cap = std::chrono::seconds(10)};
    coinformer::encoding encoding = coinformer::encoding::json; ///< what lists and watches ask for
    /// The most objects of one list that may fail to decode. A list with more of them is refused as a whole
    /// (errc::too_many_faults), which bounds the memory that a server can take with objects that are none. With 0, a
    /// list is refused if a single object of it fails to decode.
    std::size_t max_faults_per_list = 10'000;
    /// Checks every byte of lists and watches in JSON: grammar, UTF-8, at most 500 levels, and that no object has a
    /// key twice. A mistake ends the answer like other malformed bytes, and it is asked for again. Costs somewhat more
    /// than decoding does.
    ///
    /// Without it, the library checks what it reads: the list or event around the objects, the type and the escapes of
    /// each member that the projection declares, and the whole text of every raw_json and whole_json, UTF-8 included.
    /// In all other members it looks at quotes and brackets only, so that bytes that are not JSON pass in them. Texts
    /// may hold bytes that are not UTF-8. If an object has a key twice, the first one counts (client-go takes the
    /// last).
    bool validate_json = false;
    /// Each projection of a built-in kind is compared with the fields of that kind in Kubernetes 1.37, once, when it is
    /// first used with this client. Custom resources are not checked here: see testing::unknown_fields_of().
    coinformer::unknown_fields unknown_fields = coinformer::unknown_fields::warn;
};

/// Speaks with one API server. Informers share it: its connections, its strand and its limits.
///
/// Threads    any; the work is done on one strand of the environment's executor.
/// Lifetime   a handle: copies of it share the same connections. What was made with a client (informers, watchers,
///            requests under way) shares them, too, so that the client may go before it. It may also outlive its
///            io_context. Unused connections keep no io_context running.
class client {
public:
    /// `dial` null: TCP or TLS as the endpoint says.
    /// Errors     errc::bad_request that names the option whose value is not allowed.
    client(environment env, endpoint server, client_options options = {}, std::unique_ptr<dialer> dial = nullptr);
    client(client const&) noexcept;
    client& operator=(client const&) noexcept;
    ~client();

    /// One request and its whole answer. `verb` is for messages ("create", "patch"); `body` JSON of `content_type`.
    ///
    /// Result     the body of a 2xx answer, at most client_options::max_object_bytes.
    /// Errors     api_error for every other answer, with the server's Status; those of http_client::send.
    /// Cancel     at any time; the server may or may not have acted.
    [[nodiscard]] task<std::string> request(std::string verb, http_request what);

    // These members take and return JSON text. `ns` is empty for cluster-scoped resources, and where a whole collection
    // of all namespaces is read. A name, namespace or subresource that would lead to another path ("a/b", "..", or
    // empty where one is needed) is refused before anything is sent: errc::invalid_name, as for object_path().
    // For requests without a member function here, such as an eviction, use request() with object_path().

    /// `subresource` "status" or "scale"; empty: the object.
    [[nodiscard]] task<std::string> get(resource of, std::string ns, std::string name, std::string subresource = {});
    /// One page, as the server writes it.
    [[nodiscard]] task<std::string> list(resource of, std::string ns = {}, list_options which = {});
    [[nodiscard]] task<std::string> create(resource of, std::string ns, std::string json, write_options how = {});
    /// The whole object, or subresource: what is left out is gone. With metadata.resourceVersion only as it is at that
    /// version, else errc::conflict.
    [[nodiscard]] task<std::string> replace(resource of, std::string ns, std::string name, std::string json,
                                            write_options how = {});
    [[nodiscard]] task<std::string> patch(resource of, std::string ns, std::string name, object_patch what,
                                          write_options how = {});
    /// Result: the object as it was, or is until its finalizers are through; or a Status, as the server likes.
    [[nodiscard]] task<std::string> remove(resource of, std::string ns, std::string name, remove_options how = {});
    /// All that `which` selects; list_options() is everything.
    [[nodiscard]] task<std::string> remove_collection(resource of, std::string ns, list_options which,
                                                      remove_options how = {});

    /// One object, as a projection.
    /// Errors     those of request(), condition::not_found among them; what a decode_fault of the object says.
    template <class T>
    [[nodiscard]] task<object_ptr<T>> get(std::string ns, std::string name, resource of = resource_of<T>)
    {
        return detail::typed<object_ptr<T>>(
            get_object(of, std::move(ns), std::move(name), detail::object_type_of<T>()));
    }

    /// The whole collection, or one namespace of it: all pages, each of list_options::limit() objects (0: one page).
    /// One page after the other: see pager.
    /// Errors     those of request(). An object that does not decode is in the result's `faults`.
    template <class T>
    [[nodiscard]] task<object_list<T>> list(std::string ns = {}, list_options options = {},
                                            resource of = resource_of<T>)
    {
        return detail::typed<object_list<T>>(
            list_objects(of, std::move(ns), std::move(options), detail::object_type_of<T>()));
    }

    /// Makes an object of JSON, and gives it as a projection. Errors: as get<T>(); errc::already_exists.
    template <class T>
    [[nodiscard]] task<object_ptr<T>> create(std::string ns, std::string json, write_options how = {},
                                             resource of = resource_of<T>)
    {
        return detail::typed<object_ptr<T>>(
            create_object(of, std::move(ns), std::move(json), std::move(how), detail::object_type_of<T>()));
    }

    /// Changes an object, and gives it as it is then. What the patch does not name stays as it is, be it declared in
    /// the projection or not: so this is how one writes with projections. Errors: as get<T>(); errc::conflict, invalid.
    /// The subresource "scale" is no object of the kind, and is refused (errc::bad_request): patch_scale().
    /// What comes back and does not decode (condition::malformed) is written all the same; so with create<T>().
    template <class T>
    [[nodiscard]] task<object_ptr<T>> patch(std::string ns, std::string name, object_patch what, write_options how = {},
                                            resource of = resource_of<T>)
    {
        return detail::typed<object_ptr<T>>(patch_object(of, std::move(ns), std::move(name), std::move(what),
                                                         std::move(how), detail::object_type_of<T>()));
    }

    /// Deletes an object, or all that `which` selects. Result: as the JSON forms.
    template <class T>
    [[nodiscard]] task<std::string> remove(std::string ns, std::string name, remove_options how = {})
    {
        return remove(resource_of<T>, std::move(ns), std::move(name), std::move(how));
    }
    template <class T>
    [[nodiscard]] task<std::string> remove_collection(std::string ns, list_options which, remove_options how = {})
    {
        return remove_collection(resource_of<T>, std::move(ns), std::move(which), std::move(how));
    }

    /// Of any kind that can be scaled; its replicas are changed by merge_patch(R"({"spec":{"replicas":5}})").
    /// Errors     those of get<T>() and patch<T>(); errc::not_served when it cannot be scaled.
    [[nodiscard]] task<object_ptr<scale>> get_scale(resource of, std::string ns, std::string name);
    [[nodiscard]] task<object_ptr<scale>> patch_scale(resource of, std::string ns, std::string name, object_patch what,
                                                      write_options how = {});

    /// Not there, and says why.
    template <class T, class... Arguments>
    task<object_ptr<T>> replace(Arguments&&...)
    {
        static_assert(sizeof(T) == 0, "a projection does not know all fields of an object, and to replace it would "
                                      "wipe the others: patch<T>() it, or replace() it with its whole JSON");
        return {};
    }

    /// Closes all connections for good, in a turn of the strand; requests under way end with errc::connection_closed,
    /// and so do the runs of informers. To stop those in order: cancel their run(), or informer_factory::stop().
    void close();

    endpoint const& server() const noexcept;

    class impl;
    impl& internals() noexcept { return *impl_; } ///< for the library's own rooms

private:
    [[nodiscard]] task<detail::object_ref> object_of(std::string verb, http_request what,
                                                     detail::object_type const& type);
    [[nodiscard]] task<detail::object_ref> get_object(resource of, std::string ns, std::string name,
                                                      detail::object_type const& type);
    [[nodiscard]] task<detail::untyped_list> list_objects(resource of, std::string ns, list_options options,
                                                          detail::object_type const& type);
    [[nodiscard]] task<detail::object_ref> create_object(resource of, std::string ns, std::string json,
                                                         write_options how, detail::object_type const& type);
    [[nodiscard]] task<detail::object_ref> patch_object(resource of, std::string ns, std::string name,
                                                        object_patch what, write_options how,
                                                        detail::object_type const& type);

    std::shared_ptr<impl> impl_;
};

} // namespace coinformer
