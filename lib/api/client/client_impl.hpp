#pragma once

#include "api/client/field_check.hpp"
#include "api/client/request_attempts.hpp"
#include "api/client/request_record.hpp"
#include "api/client/server_identity.hpp"
#include "api/client/source_context.hpp"
#include "api/client/wire_format.hpp"
#include "api/stream/body.hpp"
#include "core/deadline.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/core/token_bucket.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer {

/// The inside of a client, as the library's other rooms use it: sends requests, and turns answers into
/// objects, pages and watch streams. It owns everything that the informers of a client share: the
/// connections, the permits to list, the knowledge of which collections come in protobuf, and the record of
/// outages.
///
/// Threads    the client's strand, apart from the functions that say otherwise.
/// Lifetime   shared by the client's copies and by everything that was made with it.
class client::impl : public std::enable_shared_from_this<impl> {
public:
    impl(environment env, endpoint server, client_options options, std::unique_ptr<dialer> dial);

    environment const& env() const noexcept
    {
        return context_.env();
    } ///< its executor is the client's strand
    executor const& strand() const noexcept { return env().ex; }
    endpoint const& server() const noexcept { return server_; }
    client_options const& options() const noexcept { return options_; }
    /// Returns the parts that all informers of this client share.
    detail::source_context& context() noexcept { return context_; }
    void close() noexcept { http_.close(); }
    /// Runs `body`, for example a pause, and fails as soon as the client is closed.
    [[nodiscard]] task<> while_open(task<> body) { return http_.while_open(std::move(body)); }
    /// Awaits a pause between requests. Errors: errc::stopped if the client is closed before or meanwhile.
    [[nodiscard]] task<> pause_while_open(task<> pause);
    /// Returns which cluster this is: see server_identity.
    [[nodiscard]] task<std::string> cluster() { return cluster_.of(*this); }
    /// Checks a projection as client_options::unknown_fields says. Every function that takes a projection
    /// from the user calls it. Threads: any.
    void check_fields(resource const& of, detail::object_type const& type) { fields_.check(of, type); }

    /// Waits for everything that this process has to do before a request can be sent: for a token of
    /// client_options::requests_per_second, and for a credential. No time limit for the server may run
    /// meanwhile. The requests below that are sent with a request_mode wait for it themselves; list() and
    /// watch() do not, because their callers have such a limit.
    [[nodiscard]] task<> ready_to_send(detail::request_mode mode, std::string method = "GET")
    {
        return while_open(prepare_to_send(mode, std::move(method)));
    }

    /// Begins the attempts of a request, of which `method` is the HTTP method.
    detail::request_attempts begin_attempts(detail::request_mode mode, std::string_view method);

    /// Sends a request, and returns the body of its answer. An answer of 400 and above is thrown as
    /// api_error, with the server's Status.
    [[nodiscard]] task<std::string> request(std::string verb, http_request what, detail::request_mode mode);

    /// Reads one object at a path.
    [[nodiscard]] task<detail::object_ref> get(std::string path, detail::object_type const& type,
                                               detail::request_mode mode);
    /// Sends a request whose answer is an object.
    ///
    /// Errors     those of request(); errc::unexpected_content if the answer is no JSON object, as the page
    ///            of a proxy; those of the decoder, which name the request and hold no credential.
    [[nodiscard]] task<detail::object_ref> object_of(std::string verb, http_request what,
                                                     detail::object_type const& type,
                                                     detail::request_mode mode);
    /// Reads a document that describes the API and is not an object. The request's token is removed from the
    /// answer, because names in such a document become paths and parts of messages. Errors: those of
    /// object_of().
    [[nodiscard]] task<detail::object_ref> document(http_request what, detail::object_type const& type);
    /// Begins a list, or a watch, and sends its request once. The result reads the rest of the answer, with
    /// the decoder for the form in which the server writes it. `known` are the objects that the caller has
    /// already, of which unchanged ones need not be decoded.
    [[nodiscard]] task<detail::list_page> list(std::string path, list_options options,
                                               detail::object_type const& type, detail::needed_objects need,
                                               unsigned attempt = 1);
    [[nodiscard]] task<detail::watch_stream> watch(std::string path, list_options options,
                                                   detail::object_type const& type,
                                                   detail::needed_objects need = {});

    /// Returns when the request may be sent again, after a failure. If the failure is final, or the client is
    /// closed, it is thrown.
    [[nodiscard]] task<> wait_before_next(detail::request_attempts& attempts, api_error failure);

private:
    [[nodiscard]] task<> prepare_to_send(detail::request_mode mode, std::string method);
    /// The body of an answer, and the mask of the credentials that its request carried.
    struct answer_text {
        std::string body;
        detail::credential_mask mask;
    };
    [[nodiscard]] task<answer_text> read_answer(std::string verb, http_request what,
                                                detail::request_mode mode);
    [[nodiscard]] task<answer_text> read_answer_once(std::string verb, http_request what,
                                                     detail::request_mode mode, unsigned attempt);
    [[nodiscard]] task<answer_text> get_once(std::string path, std::string form, detail::request_mode mode,
                                             unsigned attempt);
    [[nodiscard]] task<answer_text> get_text(std::string path, std::string form, detail::request_mode mode);
    [[nodiscard]] task<http_response> send(std::string verb, http_request what, unsigned attempt);
    [[nodiscard]] task<std::string> read_refusal(http_response& answer, std::size_t limit);
    void prepare(std::string const& verb, http_request& what);
    // Nullptr if nobody listens.
    std::unique_ptr<detail::request_record> begin_record(std::string const& verb, std::string const& path,
                                                         http_request const& what, unsigned attempt);
    [[nodiscard]] task<http_response> send_as(std::string verb, std::string path, http_request what,
                                              unsigned attempt);
    [[nodiscard]] task<std::string> read_whole(http_response& answer);
    [[nodiscard]] task<> read_rest(http_response& answer, detail::deadline& quiet, std::string& body);
    /// Reads objects, as protobuf if possible. `form` asks for a part of them ("PartialObjectMetadata") or
    /// for a table; if it is empty, they come as they are.
    [[nodiscard]] task<http_response> get_objects(std::string verb, std::string path,
                                                  list_options const& options, std::string form,
                                                  encoding wanted, unsigned attempt);
    // Nullptr if the user asked for no check.
    std::unique_ptr<detail::json_validator> make_validator(detail::credential_mask mask) const;
    [[nodiscard]] task<http_response> get_as(std::string verb, std::string target, std::string const& accept,
                                             unsigned patience, unsigned attempt);

    endpoint server_;
    client_options options_;
    detail::source_context context_;
    http_client http_;
    std::shared_ptr<detail::request_metrics> const counts_; // null if nobody listens to environment::metrics
    std::optional<token_bucket> pace_;                      // empty if requests are not limited
    bool const compresses_lists_;
    detail::wire_format formats_;
    detail::field_check fields_;
    detail::server_identity cluster_;
};

} // namespace coinformer
