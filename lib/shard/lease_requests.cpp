#include "shard/lease_requests.hpp"

#include "api/client/client_impl.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace coinformer::detail {

namespace json = boost::json;

namespace {

json::object new_lease(std::string const& name, std::string const& group)
{
    json::object const labels{{shard_group_label, group}};
    return {{"apiVersion", "coordination.k8s.io/v1"},
            {"kind", "Lease"},
            {"metadata", json::object{{"name", name}, {"labels", labels}}}};
}

std::int64_t whole_seconds(duration d)
{
    return std::chrono::floor<std::chrono::seconds>(d).count();
}

std::string micro_text(wall_time at)
{
    return micro_time_text(std::chrono::floor<std::chrono::microseconds>(at));
}

lease_requests::outcome outcome_of(api_error const& e)
{
    if (e.code() == condition::conflict) return lease_requests::outcome::overtaken;
    // A proxy may answer 404 with a page of its own, which says nothing about the Lease.
    bool const is_gone = e.code() == condition::not_found && e.status().reason == "NotFound";
    return is_gone ? lease_requests::outcome::gone : lease_requests::outcome::failed;
}

// True if the server says that a Lease is gone. A proxy may answer with a page of its own, and a Lease with a
// finalizer stays, and could still be renewed.
bool tells_of_deletion(std::string const& answer, std::string_view name)
{
    boost::system::error_code failure;
    auto const read = json::parse(answer, failure);
    auto const text_at = [&read](std::string_view pointer) {
        boost::system::error_code none;
        auto const* const value = read.find_pointer(pointer, none);
        return value && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
    };
    if (failure) return false;
    if (text_at("/kind") == "Status") return text_at("/status") == "Success";
    return text_at("/metadata/name") == name && text_at("/metadata/deletionTimestamp").empty();
}

task<object_ptr<group_lease>> read_lease(client api, std::string ns, std::string name)
{
    auto found = co_await api.get<group_lease>(std::move(ns), name, leases);
    if (found.key().name != name)
        throw api_error(errc::unexpected_content, "get lease " + name, "the answer is another object");
    co_return found;
}

task<object_ptr<group_lease>> remove_lease(client api, std::string ns, std::string name, std::string version)
{
    remove_options how;
    if (!version.empty()) how.only_version(std::move(version));
    auto const answer = co_await api.remove(leases, std::move(ns), name, std::move(how));
    if (!tells_of_deletion(answer, name))
        throw api_error(errc::unexpected_content, "delete lease " + name,
                        "the answer does not say that the Lease is gone");
    co_return object_ptr<group_lease>();
}

} // namespace

lease_requests::lease_requests(client& api, shard_group_options const& group, std::function<void()> tell)
    : api_(api.without_retries().without_rate_limit()), env_(api.internals().env()), group_(group),
      limit_((group.renew_deadline - group.retry_period) / 2), tell_(std::move(tell)), failures_(*env_.time)
{
}

template <class T>
task<lease_requests::answer<T>> lease_requests::attempt(task<T> request) &
{
    answer<T> ends;
    std::string failure;
    std::optional<std::chrono::seconds> pause;
    try {
        ends.value = co_await with_timeout(*env_.time, limit_, std::move(request));
        ends.how = outcome::done;
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw;
        ends.how = outcome_of(e);
        failure = e.what();
        pause = e.retry_after();
    }
    if (ends.how == outcome::failed) note_failure(failure, pause);
    if (ends.is_done()) note_success();
    co_return ends;
}

void lease_requests::note_failure(std::string const& text, std::optional<std::chrono::seconds> retry_after)
{
    constexpr std::chrono::seconds longest_pause(60);
    if (retry_after) paused_until_ = env_.time->now() + std::min(*retry_after, longest_pause);
    set_last_failure(text);
    auto const count = failures_.failed(text);
    if (!count) return;
    env_.log->log(log_level::warning, "a request of the group has failed" + repeated_failure::times(*count),
                  {{"group", group_.ns + '/' + group_.name}, {"cause", last_failure_}});
}

void lease_requests::set_last_failure(std::string text)
{
    bool const is_news = std::exchange(last_failure_, std::move(text)) != last_failure_;
    if (is_news && tell_) tell_();
}

void lease_requests::note_success()
{
    set_last_failure({});
    if (failures_.succeeded())
        env_.log->log(log_level::warning, "the requests of the group succeed again",
                      {{"group", group_.ns + '/' + group_.name}});
}

bool lease_requests::may_be_member(std::string_view name) const
{
    constexpr auto plain = "abcdefghijklmnopqrstuvwxyz0123456789-.";
    return name.starts_with(group_.name + '-') && name.find_first_not_of(plain) == name.npos;
}

task<lease_requests::lease_answer> lease_requests::create_member(std::string name, wall_time at) &
{
    auto lease = new_lease(name, group_.name);
    lease["spec"] = json::object{{"holderIdentity", group_.identity},
                                 {"leaseDurationSeconds", whole_seconds(group_.lease_duration)},
                                 {"acquireTime", micro_text(at)}};
    return attempt(api_.create<group_lease>(group_.ns, json::serialize(lease), {}, leases));
}

// The duration is written as well: if somebody has made it longer, the others would wait for that time when
// this member has died.
task<lease_requests::lease_answer> lease_requests::renew_member(std::string name, std::string version,
                                                                std::string holder, wall_time at) &
{
    json::object const spec{{"holderIdentity", holder},
                            {"leaseDurationSeconds", whole_seconds(group_.lease_duration)},
                            {"renewTime", micro_text(at)}};
    json::object const body{{"metadata", json::object{{"resourceVersion", version}}}, {"spec", spec}};
    auto patch = merge_patch(json::serialize(body));
    return attempt(api_.patch<group_lease>(group_.ns, std::move(name), std::move(patch), {}, leases));
}

task<lease_requests::lease_answer> lease_requests::rest_member(std::string name) &
{
    json::object const annotations{{shard_rest_annotation, "true"}};
    json::object const body{{"metadata", json::object{{"annotations", annotations}}},
                            {"spec", json::object{{"holderIdentity", ""}}}};
    auto patch = merge_patch(json::serialize(body));
    return attempt(api_.patch<group_lease>(group_.ns, std::move(name), std::move(patch), {}, leases));
}

task<lease_requests::lease_answer> lease_requests::write_map(shard_map const& next, std::string version,
                                                             std::string const& writer) &
{
    json::object const annotations{{shard_map_annotation, next.text()}};
    json::object const spec{{"holderIdentity", writer}};
    if (version.empty()) {
        auto lease = new_lease(group_.name, group_.name);
        lease["metadata"].as_object()["annotations"] = annotations;
        lease["spec"] = spec;
        return attempt(api_.create<group_lease>(group_.ns, json::serialize(lease), {}, leases));
    }
    json::object const metadata{{"annotations", annotations}, {"resourceVersion", version}};
    auto patch = merge_patch(json::serialize(json::object{{"metadata", metadata}, {"spec", spec}}));
    return attempt(api_.patch<group_lease>(group_.ns, group_.name, std::move(patch), {}, leases));
}

task<lease_requests::lease_answer> lease_requests::read(std::string name) &
{
    auto found = co_await attempt(read_lease(api_, group_.ns, std::move(name)));
    bool const is_strange = found.how == outcome::overtaken; // nobody can be faster than a question
    if (is_strange) found.how = outcome::failed;
    co_return found;
}

task<lease_requests::lease_answer> lease_requests::remove(std::string name, std::string version) &
{
    return attempt(remove_lease(api_, group_.ns, std::move(name), std::move(version)));
}

task<lease_requests::answer<object_list<group_lease>>> lease_requests::list() &
{
    list_options which;
    which.labels(selector());
    return attempt(api_.list<group_lease>(group_.ns, std::move(which), leases));
}

shared_informer<group_lease> lease_requests::make_informer()
{
    informer_options which;
    which.namespaces = {group_.ns};
    which.label_selector = selector();
    return shared_informer<group_lease>(api_, std::move(which), leases);
}

} // namespace coinformer::detail
