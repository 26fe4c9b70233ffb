#include "testing/request_handler.hpp"

#include <boost/json/serialize.hpp>

namespace coinformer::testing {

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

std::optional<canned_answer> plain_page(std::string_view path)
{
    if (path == "/healthz" || path == "/readyz" || path == "/livez") return text_answer(200, "ok");
    if (path == "/version")
        return json_answer(200, R"({"major":"1","minor":"37","gitVersion":"v1.37.1+coinformer","gitCommit":"",)"
                                R"("gitTreeState":"clean","buildDate":"","goVersion":"","compiler":"",)"
                                R"("platform":"coinformer/testing"})");
    return std::nullopt;
}

// JSON is all that is spoken here; "as=" asks for Tables and PartialObjectMetadata
bool accepts_json(std::string_view accept)
{
    if (accept.empty()) return true;
    while (!accept.empty()) {
        auto range = accept.substr(0, accept.find(','));
        accept.remove_prefix(std::min(range.size() + 1, accept.size()));
        range.remove_prefix(std::min(range.find_first_not_of(' '), range.size()));
        auto const known =
            range.starts_with("application/json") || range.starts_with("*/*") || range.starts_with("application/*");
        if (known && range.find("as=") == range.npos) return true;
    }
    return false;
}

subresource part_of(request_target const& target, served_resource const& of)
{
    if (target.part.empty()) return subresource::none;
    if (target.part == "status" && of.has_status()) return subresource::status;
    if (target.part == "scale" && of.has_scale()) return subresource::scale;
    throw unknown_resource();
}

void require_json(wire_request const& request)
{
    if (!request.content_type.empty() && request.content_type != "application/json")
        throw unsupported_media_type(request.content_type);
}

void require_merge_patch(wire_request const& request)
{
    auto const& type = request.content_type;
    // strategic merge differs for lists with merge keys only; what it would keep is replaced here
    if (type != "application/merge-patch+json" && type != "application/strategic-merge-patch+json")
        throw unsupported_media_type(type);
}

std::string shown(object_ref const& object, subresource part)
{
    return part == subresource::scale ? json::serialize(scale_of(*object)) : object->text();
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
      store(options.history, options.seed, [time = env.time] { return time->wall_now(); })
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

reply request_handler::handle(wire_request const& request)
{
    request_target const target(request.method, request.target);
    ++state_.requests[counter_name(target.verb, target.group, target.version, target.plural)];
    reply r;
    r.wrong = take_fault(target);
    if (r.wrong && r.wrong->answer)
        r.what = std::move(*r.wrong->answer);
    else
        r.what = answer_to(request, target);
    return r;
}

std::optional<fault> request_handler::take_fault(request_target const& target)
{
    for (auto f = state_.faults.begin(); f != state_.faults.end(); ++f) {
        if (!f->verb.empty() && f->verb != target.verb) continue;
        if (!f->plural.empty() && f->plural != target.plural) continue;
        if (f->later_pages && target.parameter("continue").empty()) continue;
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

answer request_handler::answer_to(wire_request const& request, request_target const& target)
{
    if (request.fault) return answer_of(*request.fault);
    if (state_.intercept) {
        auto scripted = state_.intercept(target.verb, request.target);
        if (scripted) return std::move(*scripted);
    }
    try {
        return routed(request, target);
    } catch (refusal const& why) {
        return answer_of(why);
    }
}

answer request_handler::routed(wire_request const& request, request_target const& target)
{
    auto const& token = state_.options.token;
    auto const open = target.path == "/healthz" || target.path == "/readyz" || target.path == "/livez";
    if (!token.empty() && !open && request.authorization != "Bearer " + token) throw unauthorized();
    if (auto page = plain_page(target.path)) return std::move(*page);
    if (target.plural.empty() || !state_.store.has_group(target.group, target.version))
        return text_answer(404, "404 page not found\n");
    auto* const in = state_.store.find(target.group, target.version, target.plural);
    if (!in) throw unknown_resource();
    if (in->resource().where == scope::cluster && !target.ns.empty()) throw unknown_resource();
    if (!accepts_json(request.accept)) throw not_acceptable();
    return target.name.empty() ? collection_answer(request, target, *in) : object_answer(request, target, *in);
}

answer request_handler::collection_answer(wire_request const& request, request_target const& target, collection& in)
{
    auto const& of = in.resource();
    if (target.verb == "list") return list_answer{&of, state_.store.list(in, target.query())};
    if (target.verb == "watch") return watch(target, in);
    if (target.verb != "create" || (of.where == scope::namespaced && target.ns.empty())) throw method_not_allowed();
    require_json(request);
    auto const made = state_.store.create(in, target.ns, parse_object(request.body), origin::client);
    return json_answer(201, made->text());
}

answer request_handler::object_answer(wire_request const& request, request_target const& target, collection& in)
{
    auto const& of = in.resource();
    auto const part = part_of(target, of);
    auto& store = state_.store;
    if (of.where == scope::namespaced && target.ns.empty()) throw unknown_resource();
    if (target.verb == "get") return json_answer(200, shown(store.get(in, target.ns, target.name), part));
    if (target.verb == "update") {
        require_json(request);
        auto const now = store.replace(in, target.ns, target.name, parse_object(request.body), part);
        return json_answer(200, shown(now, part));
    }
    if (target.verb == "patch") {
        require_merge_patch(request);
        auto const now = store.patch(in, target.ns, target.name, parse_object(request.body), part);
        return json_answer(200, shown(now, part));
    }
    if (target.verb != "delete" || part != subresource::none) throw method_not_allowed();
    auto const options = request.body.empty() ? json::object() : parse_object(request.body);
    auto const last = store.get(in, target.ns, target.name);
    auto const kept = store.remove(in, target.ns, target.name, options);
    return json_answer(200, kept ? kept->text() : success(of, *last));
}

answer request_handler::watch(request_target const& target, collection& in)
{
    watch_answer w;
    w.bookmarks = target.query().bookmarks;
    if (auto const seconds = target.number("timeoutSeconds"); seconds && *seconds != 0)
        w.timeout = std::chrono::seconds(*seconds);
    try {
        w.cursor.emplace(in, state_.store.now(), target.query());
    } catch (refusal const& why) {
        if (why.kind() != errc::expired) throw;
        w.fault = why; // a real server says so within the stream
    }
    return w;
}

} // namespace coinformer::testing
