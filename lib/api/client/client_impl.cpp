#include "api/client/client_impl.hpp"
#include "api/client/bare_answer.hpp"
#include "api/client/options_check.hpp"
#include "api/client/turn_to_send.hpp"
#include "api/json/object_reader.hpp"
#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_list_decoder.hpp"
#include "api/stream/proto_watch_decoder.hpp"
#include "api/stream/status.hpp"
#include "core/exceptions.hpp"
#include "transport/http/retry_after.hpp"

#include <coinformer/core/with_timeout.hpp>

namespace coinformer {

using namespace detail;

namespace {

std::string path_of(std::string const& target)
{
    return target.substr(0, target.find('?'));
}

} // namespace

client::impl::impl(environment env, endpoint server, client_options options, std::unique_ptr<dialer> dial)
    : server_(std::move(server)), options_(checked(std::move(options))),
      context_(std::move(env),
               {options_.concurrent_lists, options_.max_faults_per_list, options_.reconnect, {}},
               credential_files(server_), [this] { http_.reread_credentials(); }),
      http_(context_.env(), server_, options_.http, std::move(dial)),
      counts_(make_request_metrics(context_.env().metrics, server_.server)),
      compresses_lists_(compresses_lists(options_.compression, server_)),
      formats_(options_.encoding, *context_.env().log), fields_(options_.unknown_fields, *context_.env().log)
{
    context_.on_slow_answer([this] { http_.stop_sharing(); });
    if (options_.requests_per_second > 0) pace_.emplace(options_.requests_per_second, options_.burst);
}

namespace {

// Reads a body to its end, or until it is longer than the limit.
task<> read_start(http_response& answer, std::size_t limit, std::string& body)
{
    for (bool more = true; more && body.size() < limit;) {
        auto const pieces = co_await answer.read();
        for (auto const piece : pieces) body += piece;
        more = !pieces.empty();
    }
}

} // namespace

// Returns the part of a refusal's body that arrives. The status code has already said the most important
// thing. A body that does not come, or breaks off, must not make a refusal look like a server that did not
// answer.
task<std::string> client::impl::read_refusal(http_response& answer, std::size_t limit)
{
    std::string body;
    try {
        co_await with_timeout(*env().time, options_.http.header_timeout, read_start(answer, limit, body));
    } catch (boost::system::system_error const& e) {
        if (e.code() == condition::cancelled) throw;
    }
    co_return body;
}

// Calls the user's function. What it throws reaches the caller of the request.
void client::impl::prepare(std::string const& verb, http_request& what)
{
    if (!options_.on_request) return;
    try {
        options_.on_request(verb, what);
    } catch (...) {
        throw api_error(errc::bad_request, {},
                        "client_options::on_request threw: " + message_of(std::current_exception()))
            .during(verb, path_of(what.target));
    }
}

std::unique_ptr<request_record> client::impl::begin_record(std::string const& verb, std::string const& path,
                                                           http_request const& what, unsigned attempt)
{
    if (!options_.on_response && !counts_) return nullptr;
    return std::make_unique<request_record>(
        env(), options_.on_response, counts_,
        request_record::subject{verb, what.method, path, attempt, what.body.size()});
}

// Sends a request, and names it in the error if that fails. Notes that the server has answered.
task<http_response> client::impl::send_as(std::string verb, std::string path, http_request what,
                                          unsigned attempt)
{
    prepare(verb, what);
    auto record = begin_record(verb, path, what, attempt);
    try {
        auto answer = co_await http_.send(std::move(what));
        if (server_access::counts_as_answer(answer.status())) context_.access().record_answer();
        if (record) {
            record->answered(answer);
            answer.observe(std::move(record));
        }
        co_return std::move(answer);
    } catch (api_error const& e) {
        if (record) record->ended(e.code());
        throw e.during(std::move(verb), std::move(path));
    } catch (boost::system::system_error const& e) {
        if (record) record->ended(e.code());
        throw;
    }
}

task<http_response> client::impl::send(std::string verb, http_request what, unsigned attempt)
{
    auto path = path_of(what.target);
    auto answer = co_await send_as(verb, path, std::move(what), attempt);
    auto const http_code = answer.status();
    if (http_code / 100 == 2) co_return answer;

    // One byte more shows that the Status is longer.
    auto const body = co_await read_refusal(answer, max_status_bytes + 1);
    auto refusal = parse_status(body);
    auto retry_after =
        parse_retry_after(answer.header("Retry-After"), answer.header("Date"), env().time->wall_now());
    if (!retry_after && refusal) retry_after = refusal->retry_after;
    auto const code = errc_of_answer(http_code, refusal);
    auto status = refusal ? masked(std::move(refusal->status), answer.mask()) : server_status();
    if (status.message.empty()) status.message = words_of(answer, body);
    if (status.code == 0) status.code = http_code;
    throw api_error(code, std::move(verb), std::move(path), std::move(status), retry_after);
}

task<> client::impl::prepare_to_send(request_mode mode, std::string method)
{
    co_await http_.ready();
    if (!pace_ || !mode.is_paced) co_return;
    auto const waited = co_await turn_to_send(*pace_, http_, *env().time);
    if (counts_) counts_->count_wait(method, waited);
}

task<> client::impl::wait_before_next(request_attempts& attempts, api_error failure)
{
    if (http_.is_closed()) throw failure;
    try {
        co_await while_open(attempts.wait_after(failure));
    } catch (api_error const& e) {
        throw e.during(failure.verb(), failure.path()); // that of while_open() names no request
    }
}

task<> client::impl::pause_while_open(task<> pause)
{
    try {
        co_await while_open(std::move(pause));
    } catch (api_error const&) {
        if (!http_.is_closed()) throw;
        throw api_error(errc::stopped, {}, "the client was closed"); // no request was under way
    }
}

request_attempts client::impl::begin_attempts(request_mode mode, std::string_view method)
{
    return {context_, options_.retry, mode, method == "GET"};
}

task<client::impl::answer_text> client::impl::read_answer(std::string verb, http_request what,
                                                          request_mode mode)
{
    auto attempts = begin_attempts(mode, what.method);
    for (;;) {
        std::optional<api_error> failure;
        try {
            co_return co_await read_answer_once(verb, what, mode, attempts.number());
        } catch (api_error const& e) {
            failure = e.during(verb, path_of(what.target));
        }
        co_await wait_before_next(attempts, *failure);
    }
}

task<client::impl::answer_text> client::impl::read_answer_once(std::string verb, http_request what,
                                                               request_mode mode, unsigned attempt)
{
    co_await ready_to_send(mode, what.method);
    auto answer = co_await send(std::move(verb), std::move(what), attempt);
    auto body = co_await read_whole(answer);
    co_return answer_text{std::move(body), answer.mask()};
}

task<std::string> client::impl::request(std::string verb, http_request what, request_mode mode)
{
    auto answer = co_await read_answer(std::move(verb), std::move(what), mode);
    co_return std::move(answer.body);
}

// Throws errc::silent_connection if the body stops making progress: it may be long, so only its pauses are
// limited. The caller names the request in the error.
task<std::string> client::impl::read_whole(http_response& answer)
{
    deadline quiet(*env().time, options_.http.header_timeout);
    std::string body;
    auto const alive = co_await quiet.guard(read_rest(answer, quiet, body));
    if (!alive) throw api_error(errc::silent_connection, {});
    co_return body;
}

// A few bytes now and then are not progress: each `step` bytes have `header_timeout` to arrive. Otherwise a
// server could hold a caller for ever.
task<> client::impl::read_rest(http_response& answer, deadline& quiet, std::string& body)
{
    constexpr std::size_t step = 64 * 1024;
    std::size_t next = step;
    for (bool more = true; more;) {
        auto const pieces = co_await answer.read();
        for (auto const piece : pieces) body += piece;
        if (body.size() > options_.max_object_bytes)
            throw api_error(errc::object_too_large, {},
                            "the answer has more than " + std::to_string(options_.max_object_bytes) +
                                " bytes");
        more = !pieces.empty();
        if (body.size() < next) continue;
        quiet.extend();
        next = body.size() + step;
    }
}

task<http_response> client::impl::get_as(std::string verb, std::string target, std::string const& accept,
                                         unsigned patience, unsigned attempt)
{
    http_request what("GET", std::move(target));
    what.accept = accept;
    what.patience = patience;
    // Other watches are never compressed.
    bool const is_list = verb == "list" || what.target.find("sendInitialEvents=true") != std::string::npos;
    what.accepts_gzip = is_list && compresses_lists_;
    return send(std::move(verb), std::move(what), attempt);
}

// Asks again in a simpler form if the server answers 406 (not acceptable): first without protobuf, then
// without `form`.
task<http_response> client::impl::get_objects(std::string verb, std::string path, list_options const& options,
                                              std::string form, encoding wanted, unsigned attempt)
{
    auto const query = options.query();
    auto const target = query.empty() ? path : path + '?' + query;
    std::optional<http_response> taken;
    while (!taken) {
        auto const accept = accept_header(wanted, form);
        try {
            taken.emplace(co_await get_as(verb, target, accept, options.patience(), attempt));
            continue;
        } catch (api_error const& e) {
            if (e.status().code != 406 || (form.empty() && wanted == encoding::json)) throw;
        }
        if (wanted == encoding::json) form.clear();
        if (wanted == encoding::protobuf) formats_.note_refusal(path);
        wanted = encoding::json;
    }
    auto& answer = *taken;
    auto const got = encoding_of(answer);
    if (got == encoding::json || got == wanted) co_return std::move(answer);
    constexpr std::size_t enough_to_show = 256;
    auto const start = co_await read_refusal(answer, enough_to_show);
    server_status said;
    said.message = words_of(answer, start);
    throw api_error(errc::unexpected_content, std::move(verb), std::move(path), std::move(said),
                    std::nullopt);
}

namespace {

std::string wanted_form(detail::object_type const& type, char const* metadata_form)
{
    if (type.is_table) return "Table";
    return type.is_metadata_only ? metadata_form : "";
}

encoding encoding_for(detail::proto_schema const* fields)
{
    return fields ? encoding::protobuf : encoding::json;
}

// Decodes an object; if that fails, the error names the request.
detail::object_ref decoded(std::string const& verb, std::string const& path, std::string_view json,
                           detail::object_type const& type, credential_mask const& mask)
{
    try {
        return detail::decode_object(type, json, mask);
    } catch (api_error const& e) {
        throw e.during(verb, path);
    }
}

} // namespace

// A single object is always read as JSON, because protobuf would gain nothing.
task<client::impl::answer_text> client::impl::get_once(std::string path, std::string form, request_mode mode,
                                                       unsigned attempt)
{
    co_await ready_to_send(mode);
    auto answer = co_await get_objects("get", path, list_options(), std::move(form), encoding::json, attempt);
    auto body = co_await read_whole(answer);
    check_untyped(answer, body, path);
    co_return answer_text{std::move(body), answer.mask()};
}

task<client::impl::answer_text> client::impl::get_text(std::string path, std::string form, request_mode mode)
{
    auto attempts = begin_attempts(mode, "GET");
    for (;;) {
        std::optional<api_error> failure;
        try {
            co_return co_await get_once(path, form, mode, attempts.number());
        } catch (api_error const& e) {
            failure = e.during("get", path);
        }
        co_await wait_before_next(attempts, *failure);
    }
}

task<detail::object_ref> client::impl::get(std::string path, detail::object_type const& type,
                                           request_mode mode)
{
    auto const answer = co_await get_text(path, wanted_form(type, "PartialObjectMetadata"), mode);
    co_return decoded("get", path, answer.body, type, answer.mask);
}

task<detail::object_ref> client::impl::document(http_request what, detail::object_type const& type)
{
    auto const path = path_of(what.target);
    auto answer = co_await read_answer("get", std::move(what), request_mode());
    check_object("get", path, answer.body);
    auto const json = answer.mask.apply(std::move(answer.body));
    co_return decoded("get", path, json, type, answer.mask);
}

task<detail::object_ref> client::impl::object_of(std::string verb, http_request what,
                                                 detail::object_type const& type, request_mode mode)
{
    auto const path = path_of(what.target);
    auto const answer = co_await read_answer(verb, std::move(what), mode);
    check_object(verb, path, answer.body);
    co_return decoded(verb, path, answer.body, type, answer.mask);
}

std::unique_ptr<json_validator> client::impl::make_validator(credential_mask mask) const
{
    if (!options_.validate_json) return nullptr;
    auto validator = std::make_unique<json_validator>();
    validator->hide(std::move(mask));
    return validator;
}

// The answer decides which decoder reads it: a server may send JSON although it was asked for protobuf.
task<list_page> client::impl::list(std::string path, list_options options, detail::object_type const& type,
                                   needed_objects need, unsigned attempt)
{
    auto const* const fields = formats_.fields_for(path, type);
    auto body =
        co_await get_objects("list", std::move(path), options, wanted_form(type, "PartialObjectMetadataList"),
                             encoding_for(fields), attempt);
    auto const limit = options_.max_object_bytes;
    std::unique_ptr<list_decoder> items;
    std::unique_ptr<json_validator> validator;
    if (encoding_of(body) == encoding::protobuf) {
        items = std::make_unique<proto_list_decoder>(type, *fields, limit, need);
    } else {
        items = std::make_unique<json_list_decoder>(type, limit, need);
        validator = make_validator(body.mask());
    }
    items->hide(body.mask());
    co_return list_page(std::move(body), std::move(items), std::move(validator));
}

task<watch_stream> client::impl::watch(std::string path, list_options options,
                                       detail::object_type const& type, needed_objects need)
{
    auto const* const fields = formats_.fields_for(path, type);
    auto body = co_await get_objects("watch", std::move(path), options,
                                     wanted_form(type, "PartialObjectMetadata"), encoding_for(fields), 1);
    auto const limit = options_.max_object_bytes;
    std::unique_ptr<watch_decoder> events;
    std::unique_ptr<json_validator> validator;
    if (encoding_of(body) == encoding::protobuf) {
        events = std::make_unique<proto_watch_decoder>(type, *fields, limit, need);
    } else {
        events = std::make_unique<json_watch_decoder>(type, limit, need);
        validator = make_validator(body.mask());
    }
    events->hide(body.mask());
    co_return watch_stream(std::move(body), std::move(events), std::move(validator));
}

} // namespace coinformer
