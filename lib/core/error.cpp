#include <coinformer/core/error.hpp>

#include "core/printable.hpp"

#include <boost/asio/error.hpp>

#include <algorithm>
#include <array>

namespace coinformer {

using namespace detail;

namespace {

struct description {
    errc code;
    condition belongs_to;
    std::string_view message;
    std::string_view advice;
};

constexpr auto descriptions = std::to_array<description>({
    {errc::cancelled, condition::cancelled, "cancelled", ""},
    {errc::timed_out, condition::unavailable, "timed out",
     "raise the time-out, or find out what took so long; for a request, check that the server is reachable"},
    {errc::config_not_found, condition::misconfigured, "no configuration found",
     "name a kubeconfig in endpoint_query, set KUBECONFIG, or run inside a cluster"},
    {errc::config_invalid, condition::misconfigured, "invalid configuration", "correct it"},
    {errc::config_unknown_name, condition::misconfigured, "name not defined in the configuration",
     "use one of the names that the file defines"},
    {errc::credentials_unreadable, condition::misconfigured, "credentials cannot be read",
     "check that the file exists, is readable and is PEM"},
    {errc::credentials_not_issued, condition::misconfigured, "no credential was issued", ""},
    {errc::invalid_name, condition::misconfigured, "invalid name", ""},
    {errc::resolve_failed, condition::unavailable, "host name not resolved",
     "check the server's name and DNS"},
    {errc::connect_failed, condition::unavailable, "connection failed",
     "check the server's address, and that it runs"},
    {errc::connection_reset, condition::unavailable, "connection reset by the server", ""},
    {errc::connection_closed, condition::unavailable, "connection closed", ""},
    {errc::request_refused, condition::unavailable, "the server has not acted on the request", ""},
    {errc::silent_connection, condition::unavailable, "connection went silent", ""},
    {errc::slow_answer, condition::unavailable, "the answer comes slowly",
     "check the network, and the load of the server"},
    {errc::watch_cut_short, condition::unavailable, "the watch ended at once, and nothing was in it",
     "check what stands between this program and the server: a proxy must pass watches on"},
    {errc::stream_unfinished, condition::unavailable, "the server did not end the streamed list", ""},
    {errc::tls_failed, condition::unavailable, "TLS failed", "check that the port speaks TLS"},
    {errc::tls_untrusted, condition::untrusted, "server certificate is not trusted",
     "set certificate-authority to the CA that signed it"},
    {errc::tls_expired, condition::untrusted, "server certificate is expired or not yet valid",
     "renew the certificate, or set this machine's clock"},
    {errc::tls_wrong_host, condition::untrusted, "server certificate is for another host",
     "use a name in the certificate, or set tls-server-name"},
    {errc::proxy_failed, condition::unavailable, "the proxy cannot be used",
     "check the proxy's URL, and that it runs; to connect directly, use NO_PROXY, or remove proxy-url"},
    {errc::proxy_refused, condition::unavailable, "the proxy refuses to connect to the server",
     "let the proxy allow this server, and check its user name and password; to connect directly, use "
     "NO_PROXY, or remove proxy-url"},
    {errc::protocol_error, condition::unavailable, "answer is not HTTP as it should be",
     "check that the address is an API server's"},
    {errc::header_too_large, condition::unavailable, "answer has too large a header", ""},
    {errc::bad_request, condition::rejected, "bad request", ""},
    {errc::unauthorized, condition::unauthorized, "unauthorized", "renew the token or client certificate"},
    {errc::forbidden, condition::forbidden, "forbidden", "grant this user the verb on this resource"},
    {errc::not_found, condition::not_found, "not found", ""},
    {errc::not_served, condition::not_found, "the server does not have this resource",
     "check group, version and plural; a custom resource needs its CustomResourceDefinition"},
    {errc::already_exists, condition::conflict, "already exists", ""},
    {errc::conflict, condition::conflict, "conflict", "read the object again and repeat the change"},
    {errc::field_conflict, condition::conflict, "fields belong to another manager",
     "leave them out, or take them with apply_force::yes"},
    {errc::expired, condition::gone, "resource version is too old", ""},
    {errc::copy_differs, condition::unavailable, "the copy differs from the server's", ""},
    {errc::history_replaced, condition::unavailable, "the server's versions went back", ""},
    {errc::version_too_large, condition::unavailable, "resource version is not known to the server yet", ""},
    {errc::invalid, condition::rejected, "object is invalid", ""},
    {errc::throttled, condition::throttled, "too many requests", ""},
    {errc::internal_server_error, condition::unavailable, "internal error of the server", ""},
    {errc::service_unavailable, condition::unavailable, "service unavailable", ""},
    {errc::unexpected_status, condition::rejected, "unexpected HTTP status", ""},
    {errc::unexpected_content, condition::malformed, "answer is not Kubernetes JSON",
     "check that the address is an API server's, not a proxy's or a dashboard's"},
    {errc::too_many_faults, condition::malformed, "too many decode faults",
     "correct the projection, or raise client_options::max_faults_per_list"},
    {errc::malformed_json, condition::malformed, "malformed JSON", ""},
    {errc::malformed_protobuf, condition::malformed, "malformed protobuf", ""},
    {errc::truncated, condition::unavailable, "answer ends in the middle", ""},
    {errc::wrong_type, condition::malformed, "field has another type than declared",
     "correct the member's type in the projection"},
    {errc::missing_field, condition::malformed, "required field is missing", "make the member optional"},
    {errc::out_of_range, condition::malformed, "number does not fit the declared type", "use a wider type"},
    {errc::object_too_large, condition::malformed, "object is larger than the limit",
     "raise max_object_bytes"},
    {errc::transform_failed, condition::malformed, "the transform of the informer failed",
     "let its functions accept every object of the kind"},
    {errc::already_running, condition::misused, "already running", "one at a time, and run() once"},
    {errc::would_deadlock, condition::misused, "would wait for itself for ever",
     "start it elsewhere, for example in a nursery"},
    {errc::stopped, condition::misused, "already stopped", ""},
    {errc::queue_overflow, condition::misused, "handler queue overflowed",
     "use overflow::merge or a faster handler"},
    {errc::no_version, condition::misused, "no resource version to begin at",
     "list first, and begin at the list's version"},
    {errc::index_exists, condition::misused, "an index of this name exists",
     "use the one there is, or another name"},
    {errc::leadership_lost, condition::unavailable, "leadership lost",
     "stand for election again, or end the process"},
    {errc::no_share, condition::unavailable, "this process has no share of the objects",
     "look at shard_group::status()"},
    {errc::unknown_index, condition::misused, "no such index", "declare it with shared_informer::index()"},
    {errc::unknown_field, condition::misused, "a field that does not exist",
     "correct the member's name, or set client_options::unknown_fields"},
});

description const* find(int code) noexcept
{
    for (auto const& e : descriptions)
        if (static_cast<int>(e.code) == code) return &e;
    return nullptr;
}

/// The category of `errc`: gives each code its message and its condition. It has no state.
class error_category_type final : public boost::system::error_category {
public:
    char const* name() const noexcept override { return "coinformer"; }
    std::string message(int code) const override
    {
        auto const* e = find(code);
        return e ? std::string(e->message) : "unknown error";
    }
    boost::system::error_condition default_error_condition(int code) const noexcept override
    {
        auto const* e = find(code);
        return make_error_condition(e ? e->belongs_to : condition::unavailable);
    }
};

/// The category of `condition`: gives each condition its name, and says which codes belong to it. It has no
/// state.
class condition_category_type final : public boost::system::error_category {
public:
    char const* name() const noexcept override { return "coinformer.condition"; }
    std::string message(int code) const override
    {
        static constexpr std::array names{
            "none",     "cancelled", "misconfigured", "unauthorized", "forbidden", "not found", "conflict",
            "rejected", "gone",      "throttled",     "unavailable",  "untrusted", "malformed", "misused"};
        auto const i = static_cast<std::size_t>(code);
        return i < names.size() ? names[i] : "unknown";
    }
    bool equivalent(error_code const& code, int wanted) const noexcept override
    {
        return code && condition_of(code) == static_cast<condition>(wanted);
    }
};

// Removes the middle of a text that is longer than twice `kept` bytes. The end stays, because servers often
// put the cause behind a copy of the object. No UTF-8 character is cut.
std::string shortened(std::string text, std::size_t kept)
{
    constexpr std::string_view left_out = " ... ";
    if (text.size() <= 2 * kept + left_out.size()) return text;
    auto const inside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
    constexpr std::size_t longest_character = 4; // a text that is not UTF-8 may be cut anywhere
    auto from = kept, to = text.size() - kept;
    while (from > kept - longest_character && inside(from)) --from;
    while (to < text.size() - kept + longest_character && inside(to)) ++to;
    return text.replace(from, to - from, left_out);
}

constexpr std::size_t max_shown_part = 2000;  // bytes at either end of `where` and of `detail`
constexpr std::size_t max_shown_status = 500; // bytes at either end of the server's message

// Every text of a server or of a file passes through here before it enters a message, so that the message is
// one line and cannot control a terminal.
std::string harmless_text(std::string text)
{
    text = shortened(std::move(text), max_shown_part);
    return is_printable(text) ? text : printable(text);
}

// Returns "where: message of the code: detail (advice)".
std::string compose(std::string_view where, std::string_view detail, error_code const& code)
{
    std::string line(where);
    if (!line.empty()) line += ": ";
    line += code.message();
    if (!detail.empty()) line.append(": ").append(detail);
    if (auto const hint = advice(code); !hint.empty()) line.append(" (").append(hint).append(")");
    return line;
}

void truncate(std::string& text, std::size_t limit)
{
    if (text.size() > limit) text.resize(limit);
}

server_status bounded(server_status status)
{
    using limit = status_limits;
    if (status.causes.size() > limit::causes) {
        status.causes_left_out += status.causes.size() - limit::causes;
        status.causes.resize(limit::causes);
    }
    truncate(status.reason, limit::name_bytes);
    status.message = shortened(std::move(status.message), limit::message_bytes / 2);
    for (auto& cause : status.causes) {
        truncate(cause.field, limit::name_bytes);
        truncate(cause.reason, limit::name_bytes);
        cause.message = shortened(std::move(cause.message), limit::message_bytes / 2);
    }
    return status;
}

// Returns the server's message, with the causes whose fields it does not mention. Searches no more text than
// it shows, so that the work does not grow with the square of the number of causes.
std::string text_of(server_status const& status)
{
    auto text = shortened(status.message, max_shown_status);
    auto left_out = status.causes_left_out;
    for (auto const& cause : status.causes) {
        if (cause.field.empty() || text.find(cause.field) != text.npos) continue;
        if (text.size() > 2 * max_shown_status) {
            ++left_out;
            continue;
        }
        text.append(text.empty() ? "" : "; ").append(cause.field).append(": ");
        text.append(shortened(cause.message, max_shown_status));
    }
    text = shortened(std::move(text), max_shown_status);
    if (left_out != 0) text.append("; and ").append(std::to_string(left_out)).append(" more causes");
    return text;
}

std::optional<std::chrono::seconds> bounded(std::optional<std::chrono::seconds> pause)
{
    if (pause) pause = std::clamp(*pause, std::chrono::seconds::zero(), status_limits::retry_after);
    return pause;
}

} // namespace

boost::system::error_category const& error_category() noexcept
{
    static error_category_type const category;
    return category;
}

boost::system::error_category const& condition_category() noexcept
{
    static condition_category_type const category;
    return category;
}

condition condition_of(error_code const& code) noexcept
{
    if (code.category() == error_category()) {
        auto const* e = find(code.value());
        return e ? e->belongs_to : condition::unavailable;
    }
    return code == boost::asio::error::operation_aborted ? condition::cancelled : condition::unavailable;
}

std::string_view advice(error_code const& code) noexcept
{
    if (code.category() != error_category()) return {};
    auto const* e = find(code.value());
    return e ? e->advice : std::string_view();
}

api_error::api_error(error_code code, std::string where, std::string detail)
    : system_error(code), where_and_detail_(harmless_text(std::move(where)))
{
    detail = harmless_text(std::move(detail));
    line_ = compose(where_and_detail_, detail, code);
    if (!detail.empty()) where_and_detail_ += (where_and_detail_.empty() ? "" : ": ") + detail;
}

api_error::api_error(error_code code, std::string verb, std::string path, server_status status,
                     std::optional<std::chrono::seconds> retry_after)
    : system_error(code), verb_(std::move(verb)), path_(std::move(path)), status_(bounded(std::move(status))),
      retry_after_(bounded(retry_after))
{
    where_and_detail_ = harmless_text(text_of(status_));
    line_ = compose(harmless_text(verb_ + ' ' + path_), where_and_detail_, code);
}

api_error api_error::during(std::string verb, std::string path) const
{
    if (!path_.empty()) return *this;
    auto located = *this;
    located.line_ = compose(harmless_text(verb + ' ' + path), where_and_detail_, code());
    located.verb_ = std::move(verb);
    located.path_ = std::move(path);
    return located;
}

api_error api_error::lasting(std::chrono::seconds time) const
{
    auto known = *this;
    known.line_ += ", for " + std::to_string(time.count()) + " s now";
    return known;
}

api_error api_error::attempted(unsigned times, std::chrono::seconds time) const
{
    auto known = *this;
    known.line_ += ", after " + std::to_string(times) + " attempts in " + std::to_string(time.count()) + " s";
    return known;
}

} // namespace coinformer
