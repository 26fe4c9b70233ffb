#pragma once

#include <coinformer/api/list_options.hpp>
#include <coinformer/api/object_list.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/resource.hpp>
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

struct client_options {
    http_options http = {};
    std::size_t max_object_bytes = 16 * 1024 * 1024; ///< of one object, list item or watch event: more is a fault
    std::size_t concurrent_lists = 4;                ///< informers that may list at the same time (the rest wait)
    coinformer::encoding encoding = coinformer::encoding::json; ///< what lists and watches ask for
    /// Every byte of a list or watch in JSON is looked at (grammar, UTF-8, 500 levels at most): not only what
    /// projections declare. What is wrong ends the answer, as other bad bytes do, and it is asked for again. Costs
    /// about as much again as decoding.
    bool validate_json = false;
};

/// Speaks with one API server. Informers share it: its connections, its strand and its limits.
///
/// Threads    any; the work is done on one strand of the environment's executor.
/// Lifetime   outlives the informers' runs and the requests under way. Unused connections keep no io_context running.
class client {
public:
    /// `dial` null: TCP or TLS as the endpoint says.
    client(environment env, endpoint server, client_options options = {}, std::unique_ptr<dialer> dial = nullptr);
    client(client const&) = delete;
    ~client();

    /// One request and its whole answer. `verb` is for messages ("create", "patch"); `body` JSON of `content_type`.
    ///
    /// Result     the body of a 2xx answer, at most client_options::max_object_bytes.
    /// Errors     api_error for every other answer, with the server's Status; those of http_client::send.
    /// Cancel     at any time; the server may or may not have acted.
    [[nodiscard]] task<std::string> request(std::string verb, http_request what);

    [[nodiscard]] task<std::string> get(resource of, std::string ns, std::string name);
    [[nodiscard]] task<std::string> create(resource of, std::string ns, std::string json);
    [[nodiscard]] task<std::string> replace(resource of, std::string ns, std::string name, std::string json);
    /// A JSON merge patch (RFC 7386), of a subresource ("status", "scale") when one is named.
    [[nodiscard]] task<std::string> patch(resource of, std::string ns, std::string name, std::string merge_patch,
                                          std::string subresource = {});
    [[nodiscard]] task<std::string> remove(resource of, std::string ns, std::string name);

    /// One object, as a projection.
    /// Errors     those of request(), condition::not_found among them; what a decode_fault of the object says.
    template <projection T>
    [[nodiscard]] task<object_ptr<T>> get(std::string ns, std::string name, resource of = resource_of<T>)
    {
        return detail::typed<object_ptr<T>>(
            get_object(of, std::move(ns), std::move(name), detail::object_type_of<T>()));
    }

    /// The whole collection, or one namespace of it: all pages, each of list_options::limit() objects (0: one page).
    /// One page after the other: see pager.
    /// Errors     those of request(). An object that does not decode is in the result's `faults`.
    template <projection T>
    [[nodiscard]] task<object_list<T>> list(std::string ns = {}, list_options options = {},
                                            resource of = resource_of<T>)
    {
        return detail::typed<object_list<T>>(
            list_objects(of, std::move(ns), std::move(options), detail::object_type_of<T>()));
    }

    /// Closes all connections for good, in a turn of the strand; requests under way end with errc::connection_closed,
    /// and so do the runs of informers. To stop those in order: cancel their run(), or informer_factory::stop().
    void close();

    endpoint const& server() const noexcept;

    class impl;
    impl& internals() noexcept { return *impl_; } ///< for the library's own rooms

private:
    [[nodiscard]] task<detail::object_ref> get_object(resource of, std::string ns, std::string name,
                                                      detail::object_type const& type);
    [[nodiscard]] task<detail::untyped_list> list_objects(resource of, std::string ns, list_options options,
                                                          detail::object_type const& type);

    std::shared_ptr<impl> impl_;
};

} // namespace coinformer
