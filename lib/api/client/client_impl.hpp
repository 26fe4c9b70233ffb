#pragma once

#include "api/client/field_check.hpp"
#include "api/client/server_access.hpp"
#include "api/client/wire_format.hpp"
#include "api/stream/body.hpp"
#include "core/deadline.hpp"
#include "core/permits.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/core/random.hpp>

#include <atomic>
#include <memory>
#include <string>

namespace coinformer {

/// What the library's other rooms use of a client. Everything here runs on the client's strand.
class client::impl : public std::enable_shared_from_this<impl> {
public:
    impl(environment env, endpoint server, client_options options, std::unique_ptr<dialer> dial);

    environment const& env() const noexcept { return env_; }           ///< its executor is the strand
    executor const& outer_executor() const noexcept { return outer_; } ///< the user's: where handlers run
    endpoint const& server() const noexcept { return server_; }
    client_options const& options() const noexcept { return options_; }
    permits& lists() noexcept { return lists_; }
    server_access& access() noexcept { return access_; }
    /// A generator of its own for each caller, from any thread.
    random_source fork_random() noexcept { return random_source(env_.seed + 0x9e3779b97f4a7c15ULL * ++forks_).fork(); }
    void close() noexcept { http_.close(); }
    /// To be called by whatever takes a projection from the user, from any thread. See client_options::unknown_fields.
    void check_fields(resource const& of, detail::object_type const& type) { fields_.check(of, type); }

    /// Sends; an answer of 400 and above is thrown as api_error, with the server's Status.
    [[nodiscard]] task<http_response> send(std::string verb, http_request what);
    [[nodiscard]] task<std::string> request(std::string verb, http_request what);

    [[nodiscard]] task<detail::object_ref> get(std::string path, detail::object_type const& type);
    /// A request that is answered with an object.
    [[nodiscard]] task<detail::object_ref> object_of(std::string verb, http_request what,
                                                     detail::object_type const& type);
    /// GET of a document that describes the API and is no object. The request's token is taken out of it, because
    /// names of such a document become paths and parts of messages.
    [[nodiscard]] task<detail::object_ref> document(http_request what, detail::object_type const& type);
    [[nodiscard]] task<list_page> list(std::string path, list_options options, detail::object_type const& type,
                                       known_objects const* known);
    [[nodiscard]] task<watch_stream> watch(std::string path, list_options options, detail::object_type const& type,
                                           known_objects const* known = nullptr);

private:
    [[nodiscard]] task<std::string> read_refusal(http_response& answer, std::size_t limit);
    [[nodiscard]] task<http_response> send_as(std::string verb, std::string path, http_request what);
    [[nodiscard]] task<std::string> read_whole(http_response& answer, std::string what);
    [[nodiscard]] task<> read_rest(http_response& answer, deadline& quiet, std::string& body);
    /// GET of objects, as protobuf when it may be. `form` says which part of them; empty: as they are.
    [[nodiscard]] task<http_response> get_objects(std::string verb, std::string path, std::string query,
                                                  std::string form, encoding wanted);
    std::unique_ptr<json_validator> make_validator(credential_mask mask) const; // null: none
    [[nodiscard]] task<http_response> get_as(std::string verb, std::string target, std::string const& accept);

    executor outer_;
    environment env_;
    endpoint server_;
    client_options options_;
    std::atomic<std::uint64_t> forks_{0};
    http_client http_;
    wire_format formats_;
    detail::field_check fields_;
    permits lists_;
    server_access access_;
};

} // namespace coinformer
