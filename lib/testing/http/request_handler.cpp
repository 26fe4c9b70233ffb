#include "testing/http/request_handler.hpp"

#include "testing/formats/yaml_body.hpp"
#include "testing/http/answer_form.hpp"
#include "testing/http/discovery.hpp"
#include "testing/http/openapi.hpp"
#include "testing/http/protobuf_answer.hpp"
#include "testing/http/protobuf_body.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

canned_answer text_answer(int status, std::string body)
{
    canned_answer a;
    a.status = status;
    a.content_type = "text/plain; charset=utf-8";
    a.body = std::move(body);
    return a;
}

canned_answer json_answer(int status, std::string body)
{
    canned_answer a;
    a.status = status;
    a.body = std::move(body);
    a.body += '\n';
    return a;
}

subresource part_of(request_target const& target, served_resource const& of)
{
    if (target.part.empty()) return subresource::none;
    if (target.part == "status" && of.has_status()) return subresource::status;
    if (target.part == "scale" && of.has_scale()) return subresource::scale;
    throw unknown_resource();
}

void require_json_body(wire_request const& request)
{
    auto const& type = request.content_type;
    if (!type.empty() && type != "application/json" && type != "application/yaml")
        throw unsupported_media_type(request.content_type);
}

json::object object_in_body(wire_request const& request)
{
    return request.content_type == "application/yaml" ? parse_yaml_object(request.body)
                                                      : parse_object(request.body);
}

// Names the field manager. A request without the parameter fieldManager is known by its user agent, as in a
// real server.
write_options named(write_options how, wire_request const& request)
{
    if (how.manager.empty()) how.manager = request.user_agent.substr(0, request.user_agent.find('/'));
    return how;
}

patch_type patch_type_of(wire_request const& request, served_resource const& of)
{
    auto const& type = request.content_type;
    if (type == "application/merge-patch+json") return patch_type::merge;
    if (type == "application/json-patch+json") return patch_type::json;
    if (type == "application/strategic-merge-patch+json" && of.built_in()) return patch_type::strategic;
    throw unsupported_patch(of.built_in());
}

json::object delete_options(wire_request const& request, request_target const& target)
{
    return request.body.empty() ? target.delete_options() : parse_object(request.body);
}

// True if a deletion is answered with the object. For all other kinds a real server answers with a Status.
bool answers_deleted(served_resource const& of)
{
    constexpr auto kinds =
        std::to_array<std::string_view>({"pods", "services", "serviceaccounts", "persistentvolumes",
                                         "persistentvolumeclaims", "resourcequotas"});
    return of.group.empty() && std::ranges::find(kinds, of.plural) != kinds.end();
}

std::string success(served_resource const& of, stored_object const& gone)
{
    json::object details;
    details["name"] = gone.name();
    if (!of.group.empty()) details["group"] = of.group;
    details["kind"] = of.plural;
    details["uid"] = gone.uid();
    json::object status;
    status["kind"] = "Status";
    status["apiVersion"] = "v1";
    status["metadata"] = json::object();
    status["status"] = "Success";
    status["details"] = std::move(details);
    return json::serialize(status);
}

} // namespace

server_state::server_state(environment e, api_server_options o)
    : env(std::move(e)), options(std::move(o)),
      store(
          options.history, options.seed, [time = env.time] { return time->wall_now(); },
          options.managed_fields),
      access(options)
{
}

std::string counter_name(std::string_view verb, std::string_view group, std::string_view version,
                         std::string_view plural)
{
    std::string name(verb);
    return name.append(" ").append(group).append("/").append(version).append("/").append(plural);
}

canned_answer answer_of(refusal const& why)
{
    auto a = json_answer(why.code(), json::serialize(why.json()));
    a.retry_after = why.retry_after();
    return a;
}

namespace {

action action_of(wire_request const& request, request_target const& target)
{
    return {target.verb, target.group,   target.version,       target.plural, target.ns,         target.name,
            target.part, request.target, request.content_type, request.body,  request.user_agent};
}

// Returns the name of the object that the request concerns. That of a create stands in the body.
std::string name_of(wire_request const& request, request_target const& target)
{
    if (!target.name.empty() || target.verb != "create") return target.name;
    json::error_code ec;
    auto const body = json::parse(request.body, ec);
    return body.is_object() ? metadata_text(body.get_object(), "name") : std::string();
}

canned_answer scripted_by(fault const& f, wire_request const& request, request_target const& target)
{
    auto scripted = *f.answer;
    if (!f.tells_status) return scripted;
    resource_name const of{target.group, target.plural, ""};
    auto const why = injected(scripted.status, target.verb, of, name_of(request, target), f.causes);
    scripted.body = json::serialize(why.json());
    return scripted;
}

} // namespace

reply request_handler::handle(wire_request const& request)
{
    request_target const target(request.method, request.target);
    ++state_.requests[counter_name(target.verb, target.group, target.version, target.plural)];
    auto const seen = action_of(request, target);
    remember(seen);
    reply r;
    r.injected_fault = take_fault(target);
    if (r.injected_fault && r.injected_fault->answer)
        r.what = scripted_by(*r.injected_fault, request, target);
    else
        r.what = answer_to(request, target, seen);
    return r;
}

namespace {

bool fault_fits(fault const& f, request_target const& target)
{
    if (!f.verb.empty() && f.verb != target.verb) return false;
    if (!f.ns.empty() && f.ns != target.ns) return false;
    if (f.later_pages && target.parameter("continue").empty()) return false;
    bool const of_streams = f.initial_pause != duration::zero();
    if (of_streams && !target.flag("sendInitialEvents").value_or(false)) return false;
    if (f.resource.empty()) return true;
    auto const slash = f.resource.find('/');
    auto const whole = f.resource.substr(0, slash);
    return (whole == target.plural || whole == target.plural + '.' + target.group) &&
           (slash == f.resource.npos || f.resource.substr(slash + 1) == target.part);
}

} // namespace

std::optional<fault> request_handler::take_fault(request_target const& target)
{
    for (auto f = state_.faults.begin(); f != state_.faults.end(); ++f) {
        if (!fault_fits(*f, target)) continue;
        if (f->skipped != 0) {
            --f->skipped;
            continue;
        }
        auto taken = *f;
        if (f->left != fault::always && --f->left == 0) state_.faults.erase(f);
        return taken;
    }
    return std::nullopt;
}

namespace {

// An error in the server itself is the answer to one request; the server goes on for the others.
refusal internal_error(std::string const& why)
{
    return {errc::internal_server_error, 500, "InternalError", "Internal error occurred: " + why};
}

template <class Answering>
answer guarded(Answering answering)
{
    try {
        return answering();
    } catch (refusal const& why) {
        return answer_of(why);
    } catch (std::exception const& why) {
        return answer_of(internal_error(why.what()));
    } catch (...) { // an interceptor may throw anything, such as a test framework's exception
        return answer_of(internal_error("an exception of another kind"));
    }
}

} // namespace

void request_handler::remember(action const& seen)
{
    auto& kept = state_.actions;
    kept.push_back(seen);
    if (kept.size() > state_.options.actions) kept.pop_front();
}

answer request_handler::answer_to(wire_request const& request, request_target const& target,
                                  action const& seen)
{
    if (request.fault) return answer_of(*request.fault);
    return guarded([&]() -> answer {
        auto const intercept = state_.intercept; // a copy, because it may replace itself
        auto scripted = intercept ? intercept(seen) : std::nullopt;
        if (scripted) return std::move(*scripted);
        return compressed_for(request, routed(request, target, patience::yes), state_.options.gzip_threshold);
    });
}

answer request_handler::again(wire_request const& request)
{
    return guarded([&] {
        return compressed_for(request, routed(request, {request.method, request.target}, patience::no),
                              state_.options.gzip_threshold);
    });
}

answer request_handler::routed(wire_request const& request, request_target const& target, patience waits)
{
    state_.access.check(target, request);
    if (target.plural.empty()) {
        if (auto found = page(request, target)) return std::move(*found);
        return text_answer(404, "404 page not found\n");
    }
    if (!state_.store.has_group(target.group)) return text_answer(404, "404 page not found\n");
    auto* const in = state_.store.find(target.group, target.version, target.plural);
    if (!in) throw unknown_resource();
    if (in->resource().where == scope::cluster && !target.ns.empty()) throw unknown_resource();
    object_view view(target, request.accept, *state_.env.time);
    if (auto const wanted = target.awaited_version(); wanted > state_.store.now() && waits == patience::yes)
        return version_wait{wanted};
    auto const translated = json_request(request);
    auto const& asked = translated ? *translated : request;
    auto reply =
        target.name.empty() ? collection_answer(asked, target, *in) : object_answer(asked, target, *in);
    if (state_.options.answers_protobuf && prefers_protobuf(request.accept, in->resource()))
        return in_protobuf(std::move(reply));
    return in_form(std::move(reply), in->resource(), std::move(view));
}

// Answers the paths that belong to no resource. Returns nullopt if there is no such path.
std::optional<canned_answer> request_handler::page(wire_request const& request,
                                                   request_target const& target) const
{
    auto const& path = target.path;
    if (target.verb != "get") return std::nullopt;
    if (path == "/healthz" || path == "/readyz" || path == "/livez") return text_answer(200, "ok");
    if (path == "/version" || path == "/version/")
        return json_answer(200,
                           R"({"major":"1","minor":"37","gitVersion":"v1.37.1+coinformer","gitCommit":"",)"
                           R"("gitTreeState":"clean","buildDate":"","goVersion":"","compiler":"",)"
                           R"("platform":"coinformer/testing"})");
    if (auto found = openapi_answer(state_.store, path, request.accept)) return found;
    return discovery_answer(state_.store, path, request.accept);
}

answer request_handler::collection_answer(wire_request const& request, request_target const& target,
                                          collection& in)
{
    auto const& of = in.resource();
    if (target.verb == "list") return list_answer{&of, state_.store.list(in, query_of(target))};
    if (target.verb == "watch") return watch(request, target, in);
    if (target.verb == "deletecollection") return remove_all(request, target, in);
    if (target.verb != "create" || (of.where == scope::namespaced && target.ns.empty()))
        throw method_not_allowed();
    require_json_body(request);
    auto body = object_in_body(request);
    require_kind(of, body, metadata_text(body, "name"));
    auto const made =
        state_.store.create(in, target.ns, std::move(body), named(target.writing("CreateOptions"), request));
    return json_answer(201, made->text());
}

answer request_handler::object_answer(wire_request const& request, request_target const& target,
                                      collection& in)
{
    auto const& of = in.resource();
    auto const part = part_of(target, of);
    auto const write = [&](std::string_view kind) { return named(target.writing(kind), request); };
    auto& store = state_.store;
    if (of.where == scope::namespaced && target.ns.empty()) throw unknown_resource();
    if (auto const wanted = target.awaited_version(); wanted > store.now())
        throw version_too_large(wanted, store.now());
    if (target.verb == "get") return json_answer(200, shown(of, store.get(in, target.ns, target.name), part));
    if (target.verb == "update") {
        require_json_body(request);
        auto body = object_in_body(request);
        if (part != subresource::scale) require_kind(of, body, target.name);
        auto const now =
            store.replace(in, target.ns, target.name, std::move(body), part, write("UpdateOptions"));
        return json_answer(200, shown(of, now, part));
    }
    if (target.verb == "patch" && request.content_type == "application/apply-patch+yaml") {
        // A subresource creates nothing: without its object it is not found, whoever asks.
        if (part == subresource::none && !in.find(target.ns, target.name))
            state_.access.check_creation(target, request);
        auto const [now, created] =
            store.apply(in, target.ns, target.name, parse_yaml_object(request.body), part, target.applying());
        return json_answer(created ? 201 : 200, shown(of, now, part));
    }
    if (target.verb == "patch") {
        auto const type = patch_type_of(request, of);
        auto const now =
            store.patch(in, target.ns, target.name, type, request.body, part, write("PatchOptions"));
        return json_answer(200, shown(of, now, part));
    }
    if (target.verb != "delete" || part != subresource::none) throw method_not_allowed();
    auto const options = delete_options(request, target);
    auto const how = target.deleting(options);
    auto const last = store.get(in, target.ns, target.name);
    auto const kept = store.remove(in, target.ns, target.name, options, how);
    if (kept) return json_answer(200, kept->text());
    return json_answer(200, answers_deleted(of) ? last->text() : success(of, *last));
}

answer request_handler::remove_all(wire_request const& request, request_target const& target, collection& in)
{
    auto const& of = in.resource();
    auto const verbs = of.verbs();
    if (std::ranges::find(verbs, "deletecollection") == verbs.end() ||
        (of.where == scope::namespaced && target.ns.empty()))
        throw method_not_allowed();
    auto const options = delete_options(request, target);
    return list_answer{&of, state_.store.remove_all(in, target.query(), options, target.deleting(options))};
}

// Returns the parameters of a list or a watch, those that this server knows.
collection_query request_handler::query_of(request_target const& target) const
{
    auto query = target.query();
    if (state_.options.shards_lists) query.shard_selector = target.parameter("shardSelector");
    return query;
}

answer request_handler::watch(wire_request const& request, request_target const& target, collection& in)
{
    if (request.websocket) check_websocket_offer(*request.websocket);
    watch_answer w;
    w.websocket = request.websocket;
    auto query = query_of(target);
    w.bookmarks = query.bookmarks;
    w.streams_list = query.send_initial_events.value_or(false);
    constexpr std::uint64_t century = 3'155'760'000; // in seconds; a `duration` cannot tell every number
    if (auto const seconds = target.number("timeoutSeconds"); seconds && *seconds != 0)
        w.timeout = std::chrono::seconds(std::min(*seconds, century));
    try {
        w.cursor.emplace(in, state_.store.now(), std::move(query));
    } catch (refusal const& why) {
        if (why.kind() != errc::expired && why.kind() != errc::version_too_large) throw;
        w.fault = why; // a real server says so within the stream
    }
    return w;
}

} // namespace coinformer::testing::detail
