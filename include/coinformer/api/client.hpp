#pragma once

#include <coinformer/api/list_options.hpp>
#include <coinformer/api/object_list.hpp>
#include <coinformer/api/object_patch.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/request_report.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/api/retry_options.hpp>
#include <coinformer/api/scale.hpp>
#include <coinformer/api/write_options.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/transport/byte_stream.hpp>
#include <coinformer/transport/endpoint.hpp>
#include <coinformer/transport/http.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace coinformer {

/// The form in which the server writes the objects of lists and watches.
enum class encoding {
    json,
    /// Smaller than JSON and faster to decode, for built-in kinds; the decoded objects are the same.
    /// Everything that protobuf cannot express is still read as JSON: custom resources, projections with
    /// raw_json or whole_json (and so dynamic_object; whole_object takes either form), projections with
    /// members that the published .proto files do not have, and resources that the server does not serve in
    /// protobuf. The log says which collections are read as JSON, and why.
    protobuf,
};

/// Says which lists a client asks the server to compress. A kube-apiserver compresses lists of more than
/// 128 KB, and streamed lists, and they come to a fifth or a tenth of their size. That helps on a slow link.
/// On a fast one it costs more time than it saves, on both sides (docs/performance.md).
enum class compression {
    /// As gzip, unless the server is on this machine (loopback), the program runs in a pod and uses its
    /// service account, so that server and program are in the same cluster, or the kubeconfig says
    /// `disable-compression`.
    automatic,
    gzip,
    none,
};

/// What a client does if a projection has a member that objects of its kind do not have, for example because
/// the member's name is misspelt. Such a member would stay empty for ever.
enum class unknown_fields {
    warn,   ///< logs one warning for each such member, with its path and the field that was probably meant
    error,  ///< the call that uses the projection throws errc::unknown_field, which says the same
    ignore, ///< projections are not checked
};

/// The limits and habits of a client. The constructor of client checks them.
struct client_options {
    http_options http = {};
    /// The largest object, list item or watch event, in bytes; at least 1. A larger one is a fault
    /// (errc::object_too_large). So is an object that would take more than 8 times this number of bytes in
    /// memory (8 MB are always allowed).
    std::size_t max_object_bytes = 16 * 1024 * 1024;
    /// How many informers may list at the same time, while the others wait; at least 1.
    std::size_t concurrent_lists = 4;
    /// Pauses between attempts while no request of this client gets through to the server: there is no
    /// connection or no answer, the server's certificate is not trusted, a credential file cannot be read, or
    /// the answer is 401, 502 or 503 and asks for no pause. One attempt speaks for all informers of the
    /// client, so it may be made more often than with informer_options::retry, which holds after all other
    /// answers (403, 429, 500). Has to be valid: see backoff_options::is_valid().
    backoff_options reconnect = {.first = std::chrono::milliseconds(800), .cap = std::chrono::seconds(10)};
    coinformer::encoding encoding = coinformer::encoding::json; ///< what lists and watches ask for
    coinformer::compression compression = coinformer::compression::automatic; ///< what lists are asked for
    /// The number of objects of one list that may fail to decode. A list with more of them is refused as a
    /// whole (errc::too_many_faults), which bounds the memory that a server can use up with broken objects.
    /// With 0, a list is refused if a single object of it fails to decode.
    std::size_t max_faults_per_list = 10'000;
    /// If true, every byte of lists and watches in JSON is checked: the grammar, UTF-8, a depth of at most
    /// 500 levels, and that no object has a key twice. A mistake ends the answer as other malformed bytes do,
    /// and the library asks for it again. The check costs somewhat more than decoding does.
    ///
    /// If false, the library checks only the parts that it reads: the list or event around the objects, the
    /// type and the escapes of each member that the projection declares, and the whole text of every raw_json
    /// and whole_json, including its UTF-8. In all other members it looks only at quotes and brackets, so
    /// that bytes pass there which are not JSON, and a `text` may hold bytes that are not UTF-8. If an object
    /// has a key twice, the first one counts (client-go takes the last).
    bool validate_json = false;
    /// Each projection of a built-in kind is compared once, when it is first used with this client, with the
    /// fields that the kind has in Kubernetes 1.37. Custom resources are not checked here: see
    /// testing::unknown_fields_of().
    coinformer::unknown_fields unknown_fields = coinformer::unknown_fields::warn;
    retry_options retry = {}; ///< how often a request is sent that the server turns away for a moment
    /// The number of requests in a second, over a longer time, that this client sends at most; the others
    /// wait, in order. Only a request whose turn comes while a new login takes a second or longer waits for
    /// another turn, behind the others. Zero means that the client sets no limit of its own: the server has
    /// one for all of its clients (API priority and fairness). Lists and watches of informers count as well.
    double requests_per_second = 0;
    unsigned burst = 10; ///< how many requests may be sent at once after a quiet time; at least 1
    /// Is called before each request, with its verb ("list"), and may add to http_request::headers, for
    /// example the identifier of a trace. It must not change the rest. What it throws is thrown to the caller
    /// of the request, as errc::bad_request. It is called on the client's strand, and must not
    /// block.
    std::function<void(std::string_view verb, http_request& what)> on_request = {};
    /// Is called when a request has ended: when its whole answer has been read, which is the end of the watch
    /// for a watch, or when it has failed. What it throws is logged. It is called on the client's strand, and
    /// must not block. It is never called while the io_context is being destroyed, nor afterwards, so what it
    /// captures has to live only as long as the io_context runs.
    std::function<void(request_report const&)> on_response = {};
};

/// Speaks with one API server. Informers, watchers and pagers are made with a client, and share its
/// connections, its strand and its limits.
///
/// Threads    any. The work is done on one strand of the environment's executor.
/// Lifetime   A client is a handle: its copies share the same connections. Informers, watchers and requests
///            under way share them as well, so a client may be destroyed before them. It may also outlive its
///            io_context. Unused connections keep no io_context running.
class client {
public:
    /// If `dial` is null, the client connects over TCP or TLS, as the endpoint says.
    ///
    /// Errors     errc::bad_request if an option has a value that is not allowed; the error names it. Those
    ///            of the constructor of http_client, such as errc::config_invalid for an endpoint that cannot
    ///            be used.
    client(environment env, endpoint server, client_options options = {},
           std::unique_ptr<dialer> dial = nullptr);
    client(client const&) noexcept;
    client& operator=(client const&) noexcept;
    ~client();

    /// Sends one request and reads its whole answer. `verb` is used in messages ("create", "patch");
    /// `what.body` is of the type `what.content_type`.
    ///
    /// Result     the body of a 2xx answer, of at most client_options::max_object_bytes.
    /// Errors     api_error for every other answer, with the server's Status; those of http_client::send().
    /// Cancel     at any time. The server may or may not have carried out the request.
    [[nodiscard]] task<std::string> request(std::string verb, http_request what);

    // The following functions take and return JSON text. `ns` is empty for cluster-scoped resources, and for
    // a collection of all namespaces. A name, namespace or subresource that would lead to another path
    // ("a/b", "..", or an empty one where one is needed) is refused with errc::invalid_name before anything
    // is sent, as by object_path(). Refusals of arguments (errc::invalid_name, errc::bad_request, and
    // errc::unknown_field: see client_options::unknown_fields) are thrown by the call itself, and all other
    // errors by the `co_await`. What changes objects throws errc::unexpected_content if the answer is not a
    // JSON object, because a proxy has answered, or has cut the answer: the change may have been made, or
    // not. For requests without a member function here, such as an eviction, use request() with
    // object_path().

    /// Reads one object, or its subresource "status" or "scale".
    [[nodiscard]] task<std::string> get(resource of, std::string ns, std::string name,
                                        std::string subresource = {});
    /// Reads one page of a list, and returns it as the server wrote it.
    [[nodiscard]] task<std::string> list(resource of, std::string ns = {}, list_options which = {});
    /// Creates an object, and returns it as the server stored it. Throws errc::already_exists if there is one
    /// of this name.
    [[nodiscard]] task<std::string> create(resource of, std::string ns, std::string json,
                                           write_options how = {});
    /// Replaces a whole object or subresource: fields that `json` leaves out are removed. If `json` has a
    /// metadata.resourceVersion, the object is only replaced if it is still at that version; otherwise the
    /// call throws errc::conflict.
    [[nodiscard]] task<std::string> replace(resource of, std::string ns, std::string name, std::string json,
                                            write_options how = {});
    /// Changes an object or subresource, and returns its new state. The patch may be made in any of the forms
    /// of object_patch.
    [[nodiscard]] task<std::string> patch(resource of, std::string ns, std::string name, object_patch what,
                                          write_options how = {});
    /// Deletes one object. Returns the object as it was, or as it stays until its finalizers are removed; or
    /// a Status. The server decides which of them it sends.
    [[nodiscard]] task<std::string> remove(resource of, std::string ns, std::string name,
                                           remove_options how = {});
    /// Deletes all objects that `which` selects; list_options() selects everything.
    [[nodiscard]] task<std::string> remove_collection(resource of, std::string ns, list_options which,
                                                      remove_options how = {});

    /// Reads one object as a projection.
    ///
    /// Errors     those of request(), such as condition::not_found; if the object does not decode, the code
    ///            and message of the decode_fault.
    template <class T>
    [[nodiscard]] task<object_ptr<T>> get(std::string ns, std::string name, resource of = resource_of<T>)
    {
        return detail::typed<object_ptr<T>>(
            get_object(of, std::move(ns), std::move(name), detail::object_type_of<T>()));
    }

    /// Reads a whole collection, or one namespace of it, page by page. A page has list_options::limit()
    /// objects; with 0, the list is one page. To work on the first pages while later ones are read, use a
    /// pager.
    ///
    /// Errors     those of request(). An object that does not decode is not an error: it is in `faults` of
    ///            the result.
    template <class T>
    [[nodiscard]] task<object_list<T>> list(std::string ns = {}, list_options options = {},
                                            resource of = resource_of<T>)
    {
        static_assert(!detail::is_table<T>,
                      "a table is not a list of objects: call list_table(), which reads one page at a time");
        return detail::typed<object_list<T>>(
            list_objects(of, std::move(ns), std::move(options), detail::object_type_of<T>()));
    }

    /// Creates an object from JSON, and returns it as a projection.
    ///
    /// Errors     those of get<T>(); errc::already_exists; errc::unexpected_content as above. If the answer
    ///            is a JSON object that does not decode as T (any other code of condition::malformed), the
    ///            object has probably been created nevertheless: only a proxy may answer so without it.
    template <class T>
    [[nodiscard]] task<object_ptr<T>> create(std::string ns, std::string json, write_options how = {},
                                             resource of = resource_of<T>)
    {
        return detail::typed<object_ptr<T>>(
            create_object(of, std::move(ns), std::move(json), std::move(how), detail::object_type_of<T>()));
    }

    /// Changes an object, and returns its new state. Fields that the patch does not name stay as they are,
    /// even if the projection does not declare them. That is why objects are changed with patches, and not
    /// with projections that are written back.
    ///
    /// Errors     those of get<T>(); errc::conflict and errc::invalid; errc::unexpected_content as above. The
    ///            subresource "scale" is refused (errc::bad_request), because its answer is not an object of
    ///            the kind: use patch_scale(). If the answer is a JSON object that does not decode as T (any
    ///            other code of condition::malformed), the object has probably been changed all the same.
    template <class T>
    [[nodiscard]] task<object_ptr<T>> patch(std::string ns, std::string name, object_patch what,
                                            write_options how = {}, resource of = resource_of<T>)
    {
        return detail::typed<object_ptr<T>>(patch_object(of, std::move(ns), std::move(name), std::move(what),
                                                         std::move(how), detail::object_type_of<T>()));
    }

    /// Deletes one object, or all objects that `which` selects. The results are those of the functions for
    /// JSON.
    template <class T>
    [[nodiscard]] task<std::string> remove(std::string ns, std::string name, remove_options how = {})
    {
        return remove(resource_of<T>, std::move(ns), std::move(name), std::move(how));
    }
    template <class T>
    [[nodiscard]] task<std::string> remove_collection(std::string ns, list_options which,
                                                      remove_options how = {})
    {
        return remove_collection(resource_of<T>, std::move(ns), std::move(which), std::move(how));
    }

    /// Reads or changes the scale of an object of any kind that can be scaled. The number of replicas is
    /// changed by merge_patch(R"({"spec":{"replicas":5}})").
    ///
    /// Errors     those of get<T>() and patch<T>(); errc::not_served if the kind cannot be scaled.
    [[nodiscard]] task<object_ptr<scale>> get_scale(resource of, std::string ns, std::string name);
    [[nodiscard]] task<object_ptr<scale>> patch_scale(resource of, std::string ns, std::string name,
                                                      object_patch what, write_options how = {});

    /// Does not compile: a projection does not know every field of the object, so replacing it would erase
    /// the others.
    template <class T, class... Arguments>
    task<object_ptr<T>> replace(Arguments&&...)
    {
        static_assert(sizeof(T) == 0,
                      "a projection does not know all fields of an object, and to replace it would "
                      "wipe the others: patch<T>() it, or replace() it with its whole JSON");
        return {};
    }

    /// Returns a handle of the same client whose requests are sent once: every failure is thrown at once, for
    /// callers that have rules of their own about what to do then (client_options::retry).
    [[nodiscard]] client without_retries() const noexcept;
    /// Returns a handle of the same client whose requests do not wait for
    /// client_options::requests_per_second, for requests that have to be in time, such as a heartbeat. A
    /// leader election uses it.
    [[nodiscard]] client without_rate_limit() const noexcept;

    /// Closes all connections for good, in a later turn of the strand. Requests under way end with
    /// errc::connection_closed. Later ones, and the runs of informers, end with errc::stopped. To stop
    /// informers in an orderly way, cancel their run(), or call informer_factory::stop().
    void close();

    /// The endpoint with which the client was made.
    endpoint const& server() const noexcept;

    class impl;
    impl& internals() noexcept { return *impl_; }                ///< for the library's own rooms
    detail::request_mode mode() const noexcept { return mode_; } ///< for the library's own rooms

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
    detail::request_mode mode_;
};

} // namespace coinformer
