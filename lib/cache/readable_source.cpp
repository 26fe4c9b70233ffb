#include "cache/readable_source.hpp"

#include "api/client/client_impl.hpp"
#include "api/source/client_source.hpp"
#include "api/source/own_source.hpp"
#include "api/source/transformed_source.hpp"
#include "cache/recorder/flight_tape.hpp"
#include "cache/reflector/reading_pace.hpp"
#include "core/precondition_check.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

// Throws if the resource has no name, or an option is out of range.
void check(resource const& of, informer_options const& options)
{
    if (of.version.empty() || of.plural.empty())
        throw api_error(errc::invalid_name, "informer", std::string(unnamed_resource));
    precondition_check const demand("informer of " + to_string(of));
    constexpr duration longest = std::chrono::hours(365 * 24); // so that sums of such times do not overflow
    demand(options.watch_timeout >= std::chrono::seconds(1) && options.watch_timeout <= longest,
           "informer_options::watch_timeout is less than a second, or longer than a year");
    demand(options.silence > duration::zero() && options.silence <= longest,
           "informer_options::silence is not positive, or longer than a year");
    demand(options.start_spread >= duration::zero() && options.start_spread <= std::chrono::hours(24),
           "informer_options::start_spread is negative, or longer than a day");
    demand(options.resync >= duration::zero(), "informer_options::resync is negative");
    demand(options.slow_list_limit >= reading_pace::period,
           "informer_options::slow_list_limit is less than a minute: each minute of a list is judged as a "
           "whole");
    demand(options.unreachable_after > duration::zero() && options.unreachable_after <= longest,
           "informer_options::unreachable_after is not positive, or longer than a year");
    demand(options.queue_capacity > 0, "informer_options::queue_capacity is 0");
    demand(options.retry.is_valid(),
           "informer_options::retry: 0 < first <= cap <= 24 h, jitter_percent <= 1000");
    auto const audit = options.audit.interval;
    demand(audit == duration::zero() || (audit >= std::chrono::seconds(1) && audit <= longest),
           "audit_options::interval is neither zero nor between a second and a year");
    auto const probe = options.audit.probe;
    demand(probe == duration::zero() || (probe >= std::chrono::seconds(1) && probe <= audit),
           "audit_options::probe is neither zero nor between a second and audit_options::interval");
    auto const& warm = options.warm_start;
    demand(warm.interval >= std::chrono::seconds(1) && warm.interval <= longest,
           "warm_start_options::interval is less than a second, or longer than a year");
    demand(warm.quiet >= duration::zero() && warm.quiet <= longest,
           "warm_start_options::quiet is negative, or longer than a year");
    bool const share_moves = options.shard && !options.shard->is_fixed();
    demand(!options.recorder || !share_moves,
           "informer_options::recorder is set, and what is received depends on a share that changes");
    bool const are_secrets = of.group.empty() && of.plural == "secrets";
    demand(!are_secrets || !warm.is_set() || warm.secrets,
           "Secrets would be saved in a snapshot that outlives the process: set warm_start_options::secrets "
           "if that is what you want");
}

std::shared_ptr<answer_tape> tape_of(informer_options const& options)
{
    if (!options.recorder) return nullptr;
    return {options.recorder, &options.recorder->tape()};
}

std::unique_ptr<collection_source> transformed(std::unique_ptr<collection_source> source,
                                               untyped_transform by)
{
    if (!by.apply) return source;
    return std::make_unique<transformed_source>(std::move(source), std::move(by));
}

} // namespace

readable_source source_of(client& api, resource of, untyped_transform by, informer_options const& options)
{
    check(of, options);
    auto inside = api.internals().shared_from_this();
    inside->check_fields(of, *by.received);
    std::shared_ptr<source_context> context(inside, &inside->context());
    auto source = std::make_unique<client_source>(std::move(inside), of, *by.received, tape_of(options));
    auto const* const type = by.stored;
    bool const has_namespaces = of.where == scope::namespaced;
    return {std::move(context), transformed(std::move(source), std::move(by)), type, has_namespaces};
}

readable_source source_of(environment env, std::unique_ptr<untyped_list_watch> from, resource of,
                          untyped_transform by, informer_options const& options)
{
    check(of, options);
    precondition_check const demand("informer of " + to_string(of));
    demand(options.audit.interval == duration::zero(),
           "audit_options::interval is set, and a list_watch cannot be asked for a version");
    demand(!options.recorder, "informer_options::recorder is set, and a list_watch sends no bytes");
    demand(
        !options.warm_start.is_set() || from->has_lasting_versions(),
        "informer_options::warm_start is set, and the versions of this list_watch may begin anew with each "
        "process: see list_watch::has_lasting_versions()");
    source_context::limits limits{.concurrent_lists = std::max<std::size_t>(options.namespaces.size(), 1),
                                  .max_faults_per_list = client_options().max_faults_per_list,
                                  .reconnect = options.retry};
    limits.words = {.begins = "the source " + from->name() + " does not answer",
                    .next = "the source is asked again after a pause",
                    .ends = "the source " + from->name() + " answers again"};
    auto context =
        std::make_shared<source_context>(std::move(env), limits, credential_files(endpoint()), nullptr);
    auto source = std::make_unique<own_source>(std::move(from), *context);
    auto const* const type = by.stored;
    return {std::move(context), transformed(std::move(source), std::move(by)), type};
}

} // namespace coinformer::detail
