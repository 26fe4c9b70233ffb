#include "api/source/client_source.hpp"

#include <coinformer/api/projection.hpp>

#include <boost/describe/class.hpp>

namespace coinformer::detail {

task<> client_source::ready()
{
    return api_->ready_to_send(request_mode());
}

namespace {

// Returns true if the parameter for a share may be the reason of a refusal. A kube-apiserver of 1.37 answers
// 500 if it does not like the selector, and says why.
bool may_be_refusal_of_share(server_status const& said)
{
    constexpr int bad_request = 400, internal_error = 500;
    return said.code == bad_request ||
           (said.code == internal_error && said.message.find("shard selector") != std::string::npos);
}

} // namespace

// Sends a request with the parameter for a share. If the server refuses it, the request is sent once more
// without it, and the answer to that shows whether the parameter was the reason.
template <class Send>
auto client_source::send_with_share(list_options options, object_share const* share, Send send)
    -> std::invoke_result_t<Send&, list_options>
{
    std::string refusal;
    if (auto with_share = shard_.added_to(options, share)) {
        try {
            co_return co_await send(*std::move(with_share));
        } catch (api_error const& e) {
            if (!may_be_refusal_of_share(e.status())) throw;
            refusal = e.what();
        }
    }
    auto answer = co_await send(std::move(options));
    if (!refusal.empty()) shard_.was_refused(refusal);
    co_return std::move(answer);
}

answer_track client_source::begin_track(asked_question const& what)
{
    if (auto* const plan = api_->context().plan()) plan->asked(what);
    return {tape_, what};
}

// Waits for the answer to one request, and begins to record it.
template <class Page>
task<Page> client_source::recorded(asked_question what, task<Page> sending)
{
    auto track = begin_track(what);
    try {
        auto page = co_await std::move(sending);
        page.record(std::move(track));
        co_return std::move(page);
    } catch (api_error const& e) {
        track.refused(e);
        throw;
    }
}

task<std::unique_ptr<list_reading>> client_source::list(page_request what, needed_objects need)
{
    list_options options;
    options.labels(std::move(what.label_selector)).fields(std::move(what.field_selector)).limit(what.limit);
    bool const is_further = !what.continue_token.empty();
    options.continue_token(std::move(what.continue_token)).patience(what.patience);
    if (!what.not_older_than.empty())
        options.resource_version(std::move(what.not_older_than)).match(version_match::not_older_than);
    if (!what.exactly.empty()) options.resource_version(std::move(what.exactly)).match(version_match::exact);
    asked_question const question{.path = collection_path(of_, what.ns),
                                  .in_doubt = what.in_doubt,
                                  .is_newest = what.is_newest,
                                  .is_further = is_further};
    auto send = [this, question, need, attempt = what.attempt](list_options asked) {
        return recorded(question, api_->list(question.path, std::move(asked), type_, need, attempt));
    };
    auto page = co_await send_with_share(std::move(options), need.share, std::move(send));
    co_return std::make_unique<list_page>(std::move(page));
}

task<std::unique_ptr<watch_reading>> client_source::watch(watch_request what, needed_objects need)
{
    list_options options;
    options.labels(std::move(what.label_selector)).fields(std::move(what.field_selector));
    options.resource_version(std::move(what.after)).watch(what.lasts).patience(what.patience);
    if (what.initial_events) options.initial_events();
    auto const kind = what.initial_events ? recorded_question::stream : recorded_question::watch;
    asked_question const question{kind, collection_path(of_, what.ns)};
    auto send = [this, question, need](list_options asked) {
        return recorded(question, api_->watch(question.path, std::move(asked), type_, need));
    };
    auto stream = co_await send_with_share(std::move(options), need.share, std::move(send));
    // otherwise the objects are of the kind PartialObjectMetadata, or Table
    if (!type_.is_metadata_only && !type_.is_table) stream.events().check_kind(kind_check_);
    co_return std::make_unique<watch_stream>(std::move(stream));
}

// Asks for an object that is unlikely to exist, at the known version. A server that lacks this version
// refuses the request before it looks for the object, so that 404 proves that the server has it. Whether the
// client may read objects is looked at before the version, so that 403 proves only that there is a server.
task<bool> client_source::confirm(std::string ns, std::string version)
{
    bool const anywhere = ns.empty() && of_.where == scope::namespaced;
    auto target = object_path(of_, anywhere ? "default" : ns, "is-this-version-known");
    request_mode const once{.is_repeated = false, .is_paced = false}; // ready() has paced it
    target += '?' + list_options().resource_version(std::move(version)).query();
    auto track = begin_track({recorded_question::confirm, collection_path(of_, ns)});
    try {
        co_await api_->request("get", http_request("GET", target), once);
        track.answered("application/json");
        track.end({});
    } catch (api_error const& e) {
        track.refused(e);
        if (e.code() == condition::forbidden) co_return false;
        if (e.code() != condition::not_found) throw;
    }
    co_return true;
}

namespace {

struct identity_alone {};
BOOST_DESCRIBE_STRUCT(identity_alone, (), ())

} // namespace

task<std::unique_ptr<list_reading>> collection_source::census(census_request)
{
    throw api_error(errc::bad_request, "census", "this source has none");
    co_return nullptr;
}

task<std::unique_ptr<list_reading>> client_source::census(census_request what)
{
    list_options options;
    options.labels(std::move(what.label_selector)).fields(std::move(what.field_selector)).limit(what.limit);
    if (what.continue_token.empty())
        options.resource_version(std::move(what.version)).match(version_match::exact);
    else
        options.continue_token(std::move(what.continue_token));
    auto send = [this, path = collection_path(of_, what.ns), share = what.share](list_options asked) {
        return api_->list(path, std::move(asked), object_type_of<identity_alone>(), {nullptr, share});
    };
    auto page = co_await send_with_share(std::move(options), what.share, std::move(send));
    co_return std::make_unique<list_page>(std::move(page));
}

} // namespace coinformer::detail
