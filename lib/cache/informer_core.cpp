#include "cache/informer_core.hpp"

#include "api/client/watch_rules.hpp"
#include "cache/recorder/flight_tape.hpp"
#include "core/keeping.hpp"

#include <coinformer/core/nursery.hpp>

#include <algorithm>
#include <exception>
#include <optional>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

// Combines the states of two namespaces of one informer: the phase of the namespace that is furthest behind,
// and the sums of the counters.
reflector_status combined(reflector_status const& a, reflector_status const& b)
{
    auto both = a.now == phase::watching ? b : a;
    auto const& other = a.now == phase::watching ? a : b;
    both.restored += other.restored;
    both.lists += other.lists;
    both.streams += other.streams;
    both.watches += other.watches;
    both.faults += other.faults;
    both.foreign += other.foreign;
    if (!both.server_shards || other.server_shards == false) both.server_shards = other.server_shards;
    both.failures += other.failures;
    both.listed += other.listed;
    if (other.remaining) both.remaining = both.remaining.value_or(0) + *other.remaining;
    if (both.last_failure.empty()) both.last_failure = other.last_failure;
    if (both.why_not_streamed.empty()) both.why_not_streamed = other.why_not_streamed;
    if (!both.failing_since || (other.failing_since && *other.failing_since < *both.failing_since))
        both.failing_since = other.failing_since;
    both.fresh_as_of = std::min(both.fresh_as_of, other.fresh_as_of); // an empty time is the smallest
    return both;
}

} // namespace

informer_options normalized(resource const& of, informer_options options)
{
    auto& names = options.namespaces;
    std::sort(names.begin(), names.end());
    if (!names.empty() && names.front().empty())
        throw api_error(
            errc::bad_request, "informer of " + to_string(of),
            "informer_options::namespaces contains an empty string: name a namespace, or leave the list "
            "empty to read all namespaces");
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (of.where == scope::cluster) names.clear();
    return options;
}

std::string selection_of(informer_options const& options)
{
    std::string scope;
    auto const add = [&](std::string const& part) {
        scope.append(std::to_string(part.size())).append(1, ':').append(part);
    };
    add(options.label_selector);
    add(options.field_selector);
    for (auto const& ns : options.namespaces) add(ns);
    if (options.shard) add(options.shard->field() == shard_field::uid ? "by UID" : "by namespace");
    return scope;
}

std::string snapshot_scope(informer_options const& options)
{
    return selection_of(options) + ' ' + options.warm_start.transform;
}

std::string scope_of(informer_options const& options)
{
    auto const& shard = options.shard;
    bool const has_ranges =
        shard && shard->is_fixed(); // those of a share that changes are known by its object
    return selection_of(options) + (has_ranges ? shard->held().selector(shard->field()) : std::string());
}

informer_core::informer_core(readable_source source, resource of, informer_options options)
    : source_(std::move(source)), of_(interned(of)), options_(normalized(of, std::move(options))),
      counts_(informer_metrics::make(env(), informer_labels(of_, options_.name))),
      store_(env(), of_, options_,
             source_.reads->name(options_.namespaces.size() == 1 ? options_.namespaces.front() : "")),
      queue_(options_.queue_capacity, options_.order, delta_fifo::hand_over::at_once, objects().counts()),
      warm_(warm_parts::make({*source_.context, *source_.reads, options_, *source_.type, of_,
                              snapshot_scope(options_), store_.path()},
                             [this] { return savable(); })),
      handlers_(fan_out::make_shared(
          env(), source_.context->outer_executor(), [this] { return snapshot(); },
          handled_collection{.resource = to_string(of_), .path = store_.path()},
          std::max<std::size_t>(options_.namespaces.size(), 1), objects().counts())),
      updater_(queue_, objects(), *handlers_, options_.namespaces, [this] { note_progress(); }, counts_.get())
{
    if (counts_) {
        handlers_->count_with(informer_labels(of_, options_.name));
        counts_->show_memory([totals = objects().counts()] { return totals->account(); });
        counts_->show_queue([totals = objects().counts()] { return totals->queued.load(); });
        if (options_.shard) counts_->show_share();
    }
    if (warm_) handlers_->await_snapshot();
    if (options_.shard) objects().limit_to_share();
    auto const add = [&](std::string ns) {
        auto report = [this, i = reflectors_.size()](std::exception_ptr cause) {
            return on_reflector_cause(i, std::move(cause));
        };
        reflectors_.push_back(std::make_unique<reflector>(
            *source_.context, *source_.reads, std::move(ns), options_, queue_, objects(), report,
            counts_.get(), warm_ ? &warm_->restorer() : nullptr, source_.has_namespaces));
    };
    for (auto const& ns : options_.namespaces) add(ns);
    if (reflectors_.empty()) add({});
    if (options_.audit.interval != duration::zero()) prepare_audits();
    if (options_.recorder)
        options_.recorder->tape().record({.time = env().time,
                                          .of = of_,
                                          .namespaces = options_.namespaces,
                                          .type = source_.type,
                                          .scope = snapshot_scope(options_),
                                          .offer = [this] { record_base(); },
                                          .begins_empty = !options_.warm_start.is_set()});
}

void informer_core::prepare_audits()
{
    audit_metrics counts(env().metrics, informer_labels(of_, options_.name));
    audits_ = std::make_unique<informer_audits>(std::move(counts), env(), options_.audit, *source_.reads);
    updater_.audit_lists(audits_->lists());
    api_error const why(errc::copy_differs, "", "an audit has found that");
    for (std::size_t i = 0; i != reflectors_.size(); ++i)
        audits_->add({.context = *source_.context,
                      .source = *source_.reads,
                      .options = options_,
                      .reporter = audits_->reporter(),
                      .ns = options_.namespaces.empty() ? "" : options_.namespaces[i],
                      .state = [this, i] { return audited(i); },
                      .heal = [this, i, why] { reflectors_[i]->begin_anew(why); }});
}

// Returns the copy of one reflector's collection, unless it cannot be audited now.
std::optional<audited_state> informer_core::audited(std::size_t reflector) const
{
    auto const& status = reflectors_[reflector]->status();
    auto state = savable();
    if (!state || status.failing_since || status.now != phase::watching) return std::nullopt;
    auto const& names = options_.namespaces;
    auto const ns = names.empty() ? std::string() : names[reflector];
    if (state->versions[reflector].empty() || updater_.is_ahead(ns)) return std::nullopt;
    auto share = updater_.share_of(ns);
    return audited_state{std::move(state->objects), std::move(state->versions[reflector]), std::move(share)};
}

// The store has changed.
void informer_core::note_progress()
{
    if (counts_)
        counts_->applied(
            {objects().size(), objects().version(), objects().share(), updater_.has_first_list()});
    if (warm_) warm_->saver().note_change();
    if (options_.recorder) options_.recorder->tape().note_progress();
    life_.note_progress();
    store_.check_budget();
}

// A recording may begin with the present state, if each namespace is being watched.
void informer_core::record_base() const
{
    auto const watches = [](auto const& r) { return r->status().now == phase::watching; };
    if (!std::ranges::all_of(reflectors_, watches)) return;
    if (auto state = savable(); state && state->is_whole())
        options_.recorder->tape().offer_base(std::move(state->objects), std::move(state->versions));
}

// Returns what can be saved, if anything was read. With queue_order::by_key, the objects may be ahead of
// their version while changes wait; the changes between would be told again, and in the wrong order. While
// the process has no share, as when it has left its group, an earlier snapshot is of more use than an empty
// one.
std::optional<savable_state> informer_core::savable() const
{
    bool const may_be_ahead = options_.order == queue_order::by_key && queue_.size() != 0;
    auto versions = updater_.versions();
    auto present = snapshot();
    bool const is_whole = std::ranges::none_of(versions, &std::string::empty);
    bool const is_nothing = is_whole && present.share().empty(); // before that, the share is not known
    if (may_be_ahead || is_nothing || std::ranges::all_of(versions, &std::string::empty)) return std::nullopt;
    return savable_state{std::move(present), std::move(versions), objects().changed_bytes()};
}

bool informer_core::on_reflector_cause(std::size_t reflector, std::exception_ptr cause)
{
    auto& board = handlers_->failures();
    if (cause)
        board.report(reflector, std::move(cause));
    else
        board.clear(reflector);
    life_.note_progress();
    handlers_->failures_changed();
    return board.has_waiters();
}

void informer_core::index(std::string name, index_function values)
{
    store_.claim_index(name);
    try {
        asio::post(strand(), [self = shared_from_this(), name, values = std::move(values)] {
            self->add_index(name, values);
        });
    } catch (...) {
        store_.unclaim_index(name);
        throw;
    }
}

// Adds an index whose name was claimed. Without memory, the index can be added again.
void informer_core::add_index(std::string const& name, index_function const& values)
try {
    objects().add_index(name, values);
} catch (...) {
    store_.unclaim_index(name);
    throw;
}

handler_registration informer_core::on_change(untyped_handler handler, handler_options options)
{
    if (!options.resync) options.resync = options_.resync;
    if (*options.resync < duration::zero())
        throw api_error(errc::bad_request, "handler of " + to_string(of_),
                        "handler_options::resync is negative");
    if (options.restored == restored_objects::not_told && options_.namespaces.size() > 1)
        throw api_error(errc::bad_request, "handler of " + to_string(of_),
                        "handler_options::restored: not_told needs an informer of one namespace, or of all");
    if (options.restored == restored_objects::not_told && options_.shard)
        throw api_error(errc::bad_request, "handler of " + to_string(of_),
                        "handler_options::restored: not_told needs an informer without a share, because a "
                        "snapshot may be of another share than the one that the handler knows");
    return handler_registration(handlers_->add(std::move(handler), options, shared_from_this()));
}

task<> informer_core::run()
{
    if (!life_.begin()) throw api_error(errc::already_running, "informer of " + to_string(of_));
    auto const self = shared_from_this();
    // From here on the informer ends in any case, also if there is no memory for a part of it, or for a step
    // of its end: others wait for that.
    std::exception_ptr why;
    auto const note_failure = [&why] {
        if (!why) why = std::current_exception();
    };
    std::optional<nursery> parts;
    auto const start = [&](task<> one) { parts->start(keeping(self, std::move(one))); };
    try {
        handlers_->reminder().settle();
        parts.emplace(strand());
        for (auto const& r : reflectors_) start(r->run(start));
        start(updater_.run());
        if (warm_) start(warm_->saver().run());
        if (audits_) audits_->start(start);
    } catch (...) {
        note_failure();
    }
    try {
        if (why && parts) parts->request_stop();
        if (parts) co_await parts->join();
    } catch (...) {
        note_failure();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    try {
        if (warm_) co_await warm_->saver().save_last();
    } catch (...) {
        note_failure();
    }
    try {
        co_await end(why);
    } catch (...) {
        note_failure();
        life_.end(why);
    }
    if (why) std::rethrow_exception(why);
}

task<> informer_core::end(std::exception_ptr why) &
{
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    handlers_->reminder().settle();
    co_await handlers_->stop(why);
    store_.flush_log();
    life_.end(why);
}

task<> informer_core::abandon()
{
    auto ending = end(nullptr); // needs memory, so that it comes before begin()
    if (!life_.begin()) co_return;
    std::exception_ptr failure;
    try {
        co_await std::move(ending);
    } catch (...) {
        failure = std::current_exception();
        life_.end(failure);
    }
    if (failure) std::rethrow_exception(failure);
}

void informer_core::warn_with(std::shared_ptr<run_warning> if_not_run)
{
    handlers_->reminder().warn_with(std::move(if_not_run));
}

task<> informer_core::at_least(std::string version)
{
    demand_version(version, "at_least() of " + to_string(of_));
    std::function<bool(snapshot_ref)> reached = [&](snapshot_ref const& now) {
        return !now.version().empty() && compare_resource_versions(now.version(), version) >= 0;
    };
    co_await until(std::move(reached));
}

task<> informer_core::until(std::function<bool(snapshot_ref)> holds)
{
    auto const reminder = handlers_->reminder().begin_wait();
    auto& board = handlers_->failures();
    failure_board::waiter const cause(board, this);
    std::function<bool()> const holds_now = [&] { return holds(snapshot()); };
    informer_life::condition const condition(life_, holds_now);
    while (!condition.is_met()) {
        if (life_.has_ended()) board.throw_stopped("informer of " + to_string(of_));
        cause.throw_new_cause();
        if (life_.has_ended()) throw api_error(errc::stopped, "informer of " + to_string(of_));
        co_await life_.progress();
    }
}

// There is no reminder here: a supervisor may wait for the end of an informer before it is run.
task<> informer_core::stopped()
{
    while (!life_.has_ended()) co_await life_.progress();
    try {
        if (life_.why()) std::rethrow_exception(life_.why());
    } catch (boost::system::system_error const& e) {
        if (e.code() != condition::cancelled) throw;
    }
}

task<informer_status> informer_core::status()
{
    informer_status s;
    s.taken_at = env().time->now();
    s.synced = handlers_->update_synced();
    s.objects = objects().size();
    s.handlers = handlers_->handler_count();
    s.handlers_removed = handlers_->removed_count();
    s.handler_failures = handlers_->failed_calls();
    s.index_failures = objects().index_failures();
    s.queued = queue_.size();
    s.resource_version = objects().version();
    s.memory = objects().counts()->account();
    s.reflector = reflectors_.front()->status();
    for (auto r = reflectors_.begin() + 1; r != reflectors_.end(); ++r)
        s.reflector = combined(s.reflector, (*r)->status());
    if (life_.has_ended()) s.reflector.now = phase::stopped;
    if (warm_) s.warm_start = warm_->saver().status();
    if (audits_) s.audit = audits_->reporter().status();
    s.share = snapshot().share();
    co_return s;
}

// ---- functions of shared_informer.hpp

std::shared_ptr<informer_core> make_informer(client& api, resource of, untyped_transform by,
                                             informer_options options)
{
    auto source = source_of(api, of, std::move(by), options);
    return std::make_shared<informer_core>(std::move(source), of, std::move(options));
}

std::shared_ptr<informer_core> make_informer(environment env, std::unique_ptr<untyped_list_watch> from,
                                             resource of, untyped_transform by, informer_options options)
{
    auto source = source_of(std::move(env), std::move(from), of, std::move(by), options);
    return std::make_shared<informer_core>(std::move(source), of, std::move(options));
}

} // namespace coinformer::detail
