#include "controller/controller_core.hpp"
#include "core/exceptions.hpp"
#include "core/keeping.hpp"
#include "core/precondition_check.hpp"
#include "core/run_on.hpp"
#include "core/scoped_count.hpp"
#include "core/shielded.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

std::string in_milliseconds(duration d)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(d).count()) + " ms";
}

controller_options checked_controller_options(controller_options options)
{
    precondition_check const demand(options.name.empty() ? "controller" : "controller " + options.name);
    demand(options.concurrency > 0, "controller_options::concurrency is 0");
    demand(options.deadline >= duration::zero(), "controller_options::deadline is negative");
    demand(options.grace >= duration::zero(), "controller_options::grace is negative");
    constexpr duration longest = std::chrono::hours(100 * 365 * 24); // a later time could not be told
    options.deadline = std::min(options.deadline, longest);
    options.grace = std::min(options.grace, longest);
    return options;
}

} // namespace

// The controller's own coroutines run on a strand. `user_executor_` stays as it is, because each worker needs
// a strand of its own: reconciles may run on several threads at the same time.
controller_core::controller_core(environment env, controller_options options, work_queue_handle queue,
                                 controller_handle::reconcile reconcile, controller_handle::describe describe)
    : user_executor_(bound(env.ex)), env_(std::move(env)),
      options_(checked_controller_options(std::move(options))), queue_(std::move(queue)),
      users_{std::move(reconcile), std::move(describe)}, counts_(*env_.time)
{
    env_.ex = strand_of(user_executor_);
    if (!options_.name.empty()) set_name(options_.name);
}

// Called at first or, if the options have no name, when there is a source, or when run() begins. From then on
// the controller and its queue count. If there is no memory for that, the controller has no name yet, and the
// next source or run calls this function again. Called without `lock_`: the registry of the metrics has a
// lock of its own, and may ask for the status while it holds that.
void controller_core::set_name(std::string name)
{
    if (env_.metrics) {
        auto read_active = [queue = queue_] {
            return std::optional(static_cast<double>(queue.status().working));
        };
        auto made = make_reconcile_metrics(env_.metrics, name, options_.concurrency, std::move(read_active));
        if (options_.queue.name.empty()) queue_.count_as(name);
        counts_.metrics() = std::move(made);
    }
    options_.name = std::move(name);
}

// A controller may get its name before or after its shards, so that they count from its first run on.
void controller_core::count_shards()
{
    if (!gate_ || !env_.metrics || counts_.metrics().owned) return;
    auto read = [of = std::weak_ptr(gate_)]() -> std::optional<controller_status> {
        auto const gate = of.lock();
        if (!gate) return std::nullopt;
        controller_status now;
        gate->add_to(now);
        return now;
    };
    add_shard_metrics(counts_.metrics(), env_.metrics, options_.name, std::move(read));
}

void controller_core::add_source(controller_source s)
{
    s.watched = interned(s.watched);
    std::lock_guard const alone(setup_lock_);
    if (is_running_)
        throw api_error(errc::already_running, "controller " + options_.name,
                        "watches() must be called before run()");
    if (options_.name.empty()) set_name(std::string(s.watched.plural));
    if (gate_) gate_->wait_for_store_of(s);
    std::lock_guard const hold(lock_);
    sources_.push_back({.source = std::move(s), .failures = repeated_failure(*env_.time)});
}

// Like the sources, the gate does not change while run() runs.
std::shared_ptr<shard_gate> controller_core::divide(std::shared_ptr<shard_owner> owner,
                                                    primary_objects primary)
{
    std::lock_guard const alone(setup_lock_);
    if (is_running_) throw api_error(errc::already_running, "controller " + options_.name);
    precondition_check const demand("controller " + options_.name);
    demand(owner != nullptr, "shards() needs an owner, such as shard_group::share()");
    demand(!gate_, "shards() was called twice");
    auto made = std::make_shared<shard_gate>(env_, std::move(owner), std::move(primary), queue_);
    for (auto const& s : sources_) made->wait_for_store_of(s.source);
    made->register_with_owner();
    std::lock_guard const hold(lock_);
    gate_ = std::move(made);
    return gate_;
}

namespace {

// Ignores the failure of a child: run() has seen the first failure already, and the others follow from the
// stop.
task<> stop_and_join(nursery& children)
{
    children.request_stop();
    try {
        co_await children.join();
    } catch (...) {
    }
}

} // namespace

// Claims the controller for this run, so that add_source() and divide() either come before this, or throw.
void controller_core::begin_run()
{
    std::lock_guard const alone(setup_lock_);
    if (is_running_.exchange(true)) throw api_error(errc::already_running, "controller " + options_.name);
}

void controller_core::prepare_run()
{
    std::lock_guard const alone(setup_lock_);
    if (options_.name.empty()) set_name("controller");
    count_shards();
    std::lock_guard const hold(lock_);
    unsynced_count_ = sources_.size();
}

// One run from start to end, on the controller's strand. It waits in workers.join(), shielded from
// cancellation: a cancellation calls begin_shutdown() instead, which gives the workers their grace. A second
// cancellation ends the grace. After that wait everything is stopped and joined without being cancelled
// again, so that no child and no handler of this run outlives it.
task<> controller_core::run()
{
    begin_run();
    scoped_flag const running(is_running_); // before prepare_run(), which may have no memory
    prepare_run();
    auto const self = shared_from_this();
    nursery sources(env_.ex), workers(env_.ex);
    auto const grace_timer = env_.time->make_timer(env_.ex);
    bool is_cancelled = false;
    std::function<void()> const begin_shutdown = [&] {
        queue_.shut_down(pending::drop); // ends idle workers now, and busy workers after their reconcile
        sources.request_stop();
        if (std::exchange(is_cancelled, true) || options_.grace == duration::zero())
            return workers.request_stop();
        grace_timer->start(env_.time->now() + options_.grace, [&workers] { workers.request_stop(); });
    };
    if (sources_.empty()) start_workers(workers);
    for (auto& s : sources_) sources.start(keeping(self, run_source(s, workers)));
    if (gate_) sources.start(keeping(gate_, gate_->follow()));
    workers.start(sources.join()); // an informer that ends fails this child, and so stops the workers
    std::exception_ptr failure;
    try {
        co_await shielded(workers.join(), begin_shutdown);
    } catch (...) {
        failure = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    grace_timer->cancel();
    queue_.shut_down(pending::drop);
    co_await stop_and_join(sources);
    co_await stop_and_join(workers);
    for (auto const& s : sources_) co_await s.handler.remove();
    reset_after_run();
    if (is_cancelled) throw boost::system::system_error(make_error_code(errc::cancelled));
    if (failure) std::rethrow_exception(failure);
}

// Prepares the next run(), which starts without failures and with unsynced sources. Keys that are added from
// now on wait for it.
void controller_core::reset_after_run()
{
    queue_.reopen();
    if (gate_) gate_->reset();
    std::lock_guard const hold(lock_);
    unsynced_count_.reset();
    for (auto& s : sources_) {
        s.synced = false;
        s.cause.clear();
    }
}

// Follows one source through a run. Always ends with an exception: a controller must not go on with a source
// that is no longer kept up to date.
task<> controller_core::run_source(source_state& s, nursery& workers)
{
    s.handler = s.source.attach();
    bool const was_synced = co_await became_synced(s);
    if (was_synced && note_synced(s)) start_workers(workers);
    co_await s.source.wait_until_ended();
    auto what = "the informer of " + to_string(s.source.watched) + " has ended";
    if (!was_synced) what += ", and was never synced: " + s.cause;
    throw api_error(errc::stopped, "controller " + options_.name, what);
}

// Waits until the source is synced; returns false if its informer has ended before. A wait fails when the
// informer cannot read its collection; the informer keeps trying, so this coroutine reports the cause once
// and waits again.
task<bool> controller_core::became_synced(source_state& s)
{
    for (;;) {
        std::string cause;
        error_code code;
        try {
            co_await s.handler.synced();
            co_return true;
        } catch (boost::system::system_error const& e) {
            if (e.code() == condition::cancelled) throw;
            cause = e.what();
            code = e.code();
        }
        auto const now = co_await s.handler.status();
        bool const is_logged_elsewhere = code == condition::unavailable; // see collection_health
        if (!now.ended && s.failures.failed(code.message()))
            env_.log->log(is_logged_elsewhere ? log_level::info : log_level::warning,
                          "controller waits for a source", {{"controller", options_.name}, {"cause", cause}});
        std::lock_guard const hold(lock_);
        s.cause = std::move(cause);
        if (now.ended) co_return false;
    }
}

// Returns true if no other source is waited for.
bool controller_core::note_synced(source_state& s)
{
    std::lock_guard const hold(lock_);
    s.synced = true;
    return --*unsynced_count_ == 0;
}

void controller_core::start_workers(nursery& workers)
{
    for (std::size_t i = 0; i < options_.concurrency; ++i)
        workers.start(run_on(strand_of(user_executor_), shared_from_this(), reconcile_keys()));
}

task<> controller_core::reconcile_keys()
{
    shard_fence const of_every_key;
    for (;;) {
        auto item = co_await queue_.pop();
        if (!item) co_return;
        if (gate_)
            co_await reconcile_if_owned(std::move(item));
        else
            co_await reconcile_one(std::move(item), of_every_key);
    }
}

// A key that this process may not reconcile now leaves the queue; the gate adds it again if need be.
task<> controller_core::reconcile_if_owned(work_lease item)
{
    auto const pass = gate_->admit(*static_cast<object_name const*>(item.key()));
    if (!pass) co_return item.done();
    co_await reconcile_one(std::move(item), pass->fence(), &*pass);
}

// Calls the user's function. If processes share the keys, a loss of the key ends it without a result.
task<> controller_core::attempt(void const* key, shard_fence const& fence,
                                std::optional<reconcile_result>& result)
{
    auto body = store_result(users_.reconcile(key, fence), result);
    return gate_ ? run_while_owned(gate_, fence, *env_.time, options_.grace, std::move(body))
                 : std::move(body);
}

// Reconciles one key and reports the outcome to the queue. If this worker is cancelled, the lease is
// destroyed without a report: the queue counts that as a failure, but it is not logged as one, because the
// key is not at fault. `with` is null if processes do not share the keys.
task<> controller_core::reconcile_one(work_lease item, shard_fence fence, shard_gate::pass const* with)
{
    executor const ex = co_await asio::this_coro::executor;
    std::optional<reconcile_result> result;
    std::exception_ptr failure;
    std::string why; // set when the deadline has passed
    std::function<void()> on_timeout = [&] { why = report_timeout(item.key()); };
    auto const began = counts_.begin();
    // The reconcile is spawned, so that it may change its cancellation state without changing this
    // coroutine's.
    try {
        auto body = attempt(item.key(), fence, result);
        if (options_.deadline == duration::zero())
            co_await run_on(ex, std::move(body));
        else
            co_await finished_in_time(*env_.time, options_.deadline, std::move(body), std::move(on_timeout));
    } catch (...) {
        failure = std::current_exception();
    }
    counts_.took_since(began);
    if (result && !result->has_failed()) {
        if (with && result->is_done()) gate_->succeeded(*static_cast<object_name const*>(item.key()), *with);
        report_success(std::move(item), *result);
        co_return;
    }
    auto const state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none) co_return;
    bool const is_lost = gate_ && !result && !failure && why.empty(); // see run_while_owned()
    if (is_lost) co_return park(std::move(item), fence);
    if (!why.empty() && (result || failure)) why += ": ";
    if (result) why += result->why();
    if (failure) why += message_of(failure);
    report_failure(std::move(item), why, failure);
}

// The reconcile was cancelled because this process does not own the key any more.
void controller_core::park(work_lease item, shard_fence const& fence)
{
    gate_->park(*static_cast<object_name const*>(item.key()), fence.hash());
    item.done();
}

// Logs an expired deadline at once, and not only when the reconcile ends: if it ignores its cancellation, it
// may never end.
std::string controller_core::report_timeout(void const* key)
{
    auto const name = users_.describe(key);
    auto why = "not done after " + in_milliseconds(options_.deadline) + ", and cancelled";
    env_.log->log(log_level::warning, "reconcile takes too long",
                  {{"controller", options_.name}, {"key", name}, {"cause", why}});
    counts_.timed_out(name, why);
    return why;
}

void controller_core::report_success(work_lease item, reconcile_result const& result)
{
    counts_.succeeded(result);
    if (result.is_done())
        item.done();
    else
        item.done_again_after(result.delay());
}

namespace {

// A server that cannot be reached is one cause, whichever key and whichever request meet it. Any other
// failure is known by its text.
std::string cause_of(std::exception_ptr const& failure, std::string const& why)
{
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (api_error const& e) {
        bool const has_answered = e.status().code != 0;
        if (!has_answered && e.code() == condition::unavailable) return e.code().message();
    } catch (...) { // see `why`
    }
    return why;
}

} // namespace

// One cause is one warning, however many keys fail with it and however often they are repeated; the other
// failures are debug lines. A server that is away is a warning as well, although the client may have warned
// of it: only a client whose informers run does so, and a reconcile may write with another one.
void controller_core::report_failure(work_lease item, std::string const& why,
                                     std::exception_ptr const& failure)
{
    auto const key = users_.describe(item.key());
    auto const failures = counts_.failed(key, why, cause_of(failure, why));
    // A server that is back sooner should get its changes, so five minutes are the most, as for informers.
    constexpr duration longest_server_pause = std::chrono::minutes(5);
    auto const delay = item.failed(std::min(pause_of(failure), longest_server_pause));
    env_.log->log(failures ? log_level::warning : log_level::debug,
                  "reconcile failed" + repeated_failure::times(failures.value_or(1)),
                  {{"controller", options_.name},
                   {"key", key},
                   {"cause", why},
                   {"next", delay ? "after " + in_milliseconds(*delay) : "never: the controller ends"}});
}

controller_status controller_core::status() const
{
    std::lock_guard const hold(lock_);
    controller_status s;
    counts_.add_to(s);
    s.synced = unsynced_count_ == 0;
    for (auto const& f : sources_)
        if (!f.synced)
            s.waiting_for.push_back(to_string(f.source.watched) + (f.cause.empty() ? "" : ": " + f.cause));
    s.queue = queue_.status();
    if (gate_) gate_->add_to(s);
    return s;
}

} // namespace coinformer::detail
