#include "controller/controller_core.hpp"
#include "core/exceptions.hpp"
#include "core/run_on.hpp"
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
    auto const demand = [&](bool holds, char const* what) {
        if (!holds) throw api_error(errc::bad_request, "controller " + options.name, what);
    };
    demand(options.concurrency > 0, "controller_options::concurrency is 0");
    demand(options.deadline >= duration::zero(), "controller_options::deadline is negative");
    demand(options.grace >= duration::zero(), "controller_options::grace is negative");
    return options;
}

} // namespace

controller_core::controller_core(environment env, controller_options options, work_queue_door queue,
                                 controller_door::reconcile reconcile, controller_door::describe describe)
    : outer_(bound(env.ex)), env_(std::move(env)), options_(checked_controller_options(std::move(options))),
      queue_(std::move(queue)), reconcile_(std::move(reconcile)), describe_(std::move(describe))
{
    env_.ex = strand_of(outer_);
}

void controller_core::add_source(controller_source s)
{
    if (running_) throw api_error(errc::already_running, "controller " + options_.name, "sources come before run()");
    s.of = kept(s.of);
    std::lock_guard const hold(lock_);
    sources_.push_back({std::move(s)});
}

task<> controller_core::run()
{
    auto const self = shared_from_this();
    if (running_.exchange(true)) throw api_error(errc::already_running, "controller " + options_.name);
    struct leave {
        std::atomic<bool>& running;
        ~leave() { running = false; }
    } const at_end{running_};
    co_await run_on(env_.ex, self, run_here(self));
}

namespace {

// Whatever it failed with is known already.
task<> stop(nursery& children)
{
    children.request_stop();
    try {
        co_await children.join();
    } catch (...) {
    }
}

} // namespace

task<> controller_core::run_here(std::shared_ptr<controller_core> self)
{
    nursery sources(env_.ex), workers(env_.ex);
    auto const hurry = env_.time->make_timer(env_.ex);
    bool leaving = false;
    std::function<void()> const leave = [&] {
        queue_.shut_down(pending::drop); // who waits for a key ends, and who works after that
        sources.request_stop();
        if (std::exchange(leaving, true) || options_.grace == duration::zero()) return workers.request_stop();
        hurry->start(env_.time->now() + options_.grace, [&workers] { workers.request_stop(); });
    };
    unsynced_ = sources_.size();
    if (unsynced_ == 0) start_work(workers);
    for (auto& s : sources_) sources.start(keeping(self, follow(s, workers)));
    workers.start(sources.join()); // an informer's end is the end of all
    std::exception_ptr ending;
    try {
        co_await shielded(workers.join(), leave);
    } catch (...) {
        ending = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    hurry->cancel();
    queue_.shut_down(pending::drop);
    co_await stop(sources);
    co_await stop(workers);
    for (auto const& s : sources_) co_await s.handler.remove();
    forget_this_run();
    if (leaving) throw boost::system::system_error(make_error_code(errc::cancelled));
    if (ending) std::rethrow_exception(ending);
}

// The next one begins anew; what is added from now on is for that.
void controller_core::forget_this_run()
{
    queue_.reopen();
    std::lock_guard const hold(lock_);
    counts_.synced = false;
    for (auto& s : sources_) {
        s.synced = false;
        s.cause.clear();
    }
}

task<> controller_core::follow(followed& s, nursery& workers)
{
    s.handler = s.source.attach();
    bool const here = co_await synced(s);
    if (here && --unsynced_ == 0) start_work(workers);
    co_await s.source.ended();
    auto what = "the informer of " + to_string(s.source.of) + " has ended";
    if (!here) what += ", and was never synced: " + s.cause;
    throw api_error(errc::stopped, "controller " + options_.name, what);
}

// The informer goes on trying, and so does who waits for it. Result: false when it tries no more.
task<bool> controller_core::synced(followed& s)
{
    for (;;) {
        std::string cause;
        error_code code;
        try {
            co_await s.handler.synced();
            std::lock_guard const hold(lock_);
            s.synced = true;
            co_return true;
        } catch (boost::system::system_error const& e) {
            if (e.code() == condition::cancelled) throw;
            cause = e.what();
            code = e.code();
        }
        auto const now = co_await s.handler.status();
        bool const is_warned_of = code == condition::unavailable; // by the informer, or by the client for all of them
        if (!now.ended && std::exchange(s.logged, code) != code)  // once, however often it is tried
            env_.log->log(is_warned_of ? log_level::info : log_level::warning, "controller waits for a source",
                          {{"controller", options_.name}, {"cause", cause}});
        std::lock_guard const hold(lock_);
        s.cause = std::move(cause);
        if (now.ended) co_return false;
    }
}

void controller_core::start_work(nursery& workers)
{
    {
        std::lock_guard const hold(lock_);
        counts_.synced = true;
    }
    for (std::size_t i = 0; i < options_.concurrency; ++i)
        workers.start(run_on(strand_of(outer_), shared_from_this(), work()));
}

task<> controller_core::work()
{
    for (;;) {
        auto item = co_await queue_.pop();
        if (!item) co_return;
        co_await reconcile_one(std::move(item));
    }
}

task<> controller_core::reconcile_one(work_lease item)
{
    executor const ex = co_await asio::this_coro::executor;
    std::optional<reconcile_result> result;
    std::exception_ptr failure;
    std::string why; // it was not in time
    std::function<void()> tell = [&] { why = overdue(item.key()); };
    try { // it is spawned: what it does to its cancellation must not be done to ours
        auto attempt = store_result(reconcile_(item.key()), result);
        if (options_.deadline == duration::zero())
            co_await run_on(ex, std::move(attempt));
        else
            co_await finished_in_time(*env_.time, options_.deadline, std::move(attempt), std::move(tell));
    } catch (...) {
        failure = std::current_exception();
    }
    if (result && !result->has_failed()) {
        succeeded(std::move(item), *result);
        co_return;
    }
    auto const state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none) co_return; // not its fault
    if (!why.empty() && (result || failure)) why += ": ";
    if (result) why += result->why();
    if (failure) why += message_of(failure);
    failed(std::move(item), why);
}

// Told at once: who does not hear a cancellation may never end.
std::string controller_core::overdue(void const* key)
{
    auto const name = describe_(key);
    auto why = "not done after " + in_milliseconds(options_.deadline) + ", and cancelled";
    env_.log->log(log_level::warning, "reconcile takes too long",
                  {{"controller", options_.name}, {"key", name}, {"cause", why}});
    std::lock_guard const hold(lock_);
    ++counts_.timeouts;
    note(name, why);
    return why;
}

// Locked.
void controller_core::note(std::string const& key, std::string const& why)
{
    counts_.last_error = key + ": " + why;
    counts_.last_error_at = env_.time->now();
}

void controller_core::succeeded(work_lease item, reconcile_result const& result)
{
    {
        std::lock_guard const hold(lock_);
        ++counts_.reconciles;
    }
    if (result.is_done())
        item.done();
    else
        item.done_again_after(result.delay());
}

void controller_core::failed(work_lease item, std::string const& why)
{
    auto const key = describe_(item.key());
    {
        std::lock_guard const hold(lock_);
        ++counts_.reconciles;
        ++counts_.failures;
        note(key, why);
    }
    auto const delay = item.failed();
    env_.log->log(log_level::warning, "reconcile failed",
                  {{"controller", options_.name},
                   {"key", key},
                   {"cause", why},
                   {"next", delay ? "after " + in_milliseconds(*delay) : "never: the controller ends"}});
}

controller_status controller_core::status() const
{
    std::lock_guard const hold(lock_);
    auto s = counts_;
    for (auto const& f : sources_)
        if (!f.synced) s.waiting_for.push_back(to_string(f.source.of) + (f.cause.empty() ? "" : ": " + f.cause));
    s.queue = queue_.status();
    return s;
}

// ---- the walls of controller.hpp

controller_door::controller_door(environment env, controller_options options, work_queue_door queue, reconcile r,
                                 describe d)
    : core_(std::make_shared<controller_core>(std::move(env), std::move(options), std::move(queue), std::move(r),
                                              std::move(d)))
{
}

void controller_door::add_source(controller_source s) const
{
    core_->add_source(std::move(s));
}

namespace {

task<> run_of_controller(std::shared_ptr<controller_core> core)
{
    co_await core->run();
}

} // namespace

task<> controller_door::run() const
{
    return run_of_controller(core_);
}

controller_status controller_door::status() const
{
    return core_->status();
}

void note_failed_predicate(log_sink& log, object_key key) noexcept
{
    try {
        std::rethrow_exception(std::current_exception());
    } catch (std::exception const& e) {
        log.log(log_level::warning, "a predicate failed, and counts as true",
                {{"key", to_string(key)}, {"cause", e.what()}});
    } catch (...) {
        log.log(log_level::warning, "a predicate failed, and counts as true", {{"key", to_string(key)}});
    }
}

} // namespace coinformer::detail
