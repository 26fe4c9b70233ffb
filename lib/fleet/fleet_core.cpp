#include "fleet/fleet_core.hpp"

#include "core/exceptions.hpp"
#include "core/keeping.hpp"
#include "core/run_on.hpp"
#include "core/scoped_count.hpp"
#include "core/strand_of.hpp"
#include "fleet/cluster_log.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/random.hpp>
#include <coinformer/core/text_hash.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <random>
#include <utility>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

std::uint64_t some_seed(std::uint64_t given)
{
    return given != 0 ? given : std::random_device()();
}

bool was_stopped(asio::cancellation_state const& state)
{
    return state.cancelled() != asio::cancellation_type::none;
}

std::string in_whole_milliseconds(duration d)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(d).count()) + " ms";
}

} // namespace

fleet_core::fleet_core(environment env, std::shared_ptr<cluster_source> source,
                       std::function<task<>(cluster&)> work, fleet_options options)
    : user_executor_(bound(env.ex)), env_(with_strand(std::move(env))), source_(std::move(source)),
      work_(std::move(work)), options_(std::move(options)), too_many_(*env_.time)
{
}

// The members are forgotten at the end, so that the next run() begins with what the source tells then.
task<> fleet_core::run()
{
    if (is_running_.exchange(true)) throw api_error(errc::already_running, "fleet");
    scoped_flag const running(is_running_);
    auto const self = shared_from_this();
    nursery supervisors(env_.ex);
    supervisors_ = &supervisors;
    supervisors.start(keeping(self, follow_source()));
    std::exception_ptr failure;
    try {
        co_await supervisors.join();
    } catch (...) {
        failure = std::current_exception();
    }
    supervisors_ = nullptr;
    {
        std::lock_guard const hold(lock_);
        members_.clear();
        waiting_.clear();
    }
    if (failure) std::rethrow_exception(failure);
}

// Never ends by itself, because the clusters go on when the source has told everything. The source gets an
// awaitable thread of its own (run_on), because it may switch its cancellation off to clean up, and this
// coroutine has to be cancelled all the same.
task<> fleet_core::follow_source()
{
    wakeup nothing;
    backoff pauses(options_.restart, random_source(some_seed(env_.seed)).fork());
    repeated_failure seen(*env_.time);
    for (;;) {
        std::exception_ptr failure;
        auto const began = env_.time->now();
        try {
            co_await run_on(env_.ex, source_->follow(env_, *this));
        } catch (...) {
            failure = std::current_exception();
        }
        auto const state = co_await asio::this_coro::cancellation_state;
        if (was_stopped(state)) co_return;
        if (!failure) break;
        if (env_.time->now() - began > options_.restart.cap) pauses.reset();
        auto const pause = pauses.next();
        auto const cause = message_of(failure);
        if (auto const n = seen.failed(cause))
            env_.log->log(log_level::warning,
                          "the source of a fleet has failed, and its clusters stay as they are" +
                              repeated_failure::times(*n),
                          {{"cause", cause}, {"next", "after " + in_whole_milliseconds(pause)}});
        co_await env_.time->sleep_for(pause);
    }
    for (;;) co_await nothing.wait();
}

// ---- what the source tells

// Returns null, and logs it once, if the fleet has no room for another cluster. The caller holds lock_.
fleet_core::member_ptr fleet_core::find_or_add(std::string const& name)
{
    auto const known = members_.find(name);
    if (known != members_.end()) return known->second;
    return members_.size() < options_.max_clusters ? add(name) : nullptr;
}

// The supervisor begins in a turn of the fleet's strand, unless run() has ended by then.
fleet_core::member_ptr fleet_core::add(std::string const& name)
{
    auto own = env_;
    own.ex = strand_of(user_executor_);
    own.log = &cluster_log(*env_.log, name);
    if (own.seed != 0) own.seed += 0x9e3779b97f4a7c15ULL * ++made_; // 0 lets each client draw one
    auto const made = std::make_shared<fleet_member>(std::move(own), name);
    members_.emplace(name, made);
    asio::post(env_.ex, [self = shared_from_this(), made] {
        if (self->supervisors_)
            self->supervisors_->start_on(made->env().ex, keeping(self, self->supervise(made)));
    });
    return made;
}

void fleet_core::log_too_many(std::string const& name)
{
    {
        std::lock_guard const hold(lock_);
        if (!too_many_.failed(name)) return;
    }
    env_.log->log(log_level::warning, "a cluster is ignored, because there are fleet_options::max_clusters",
                  {{"cluster", name}});
}

void fleet_core::put(std::string const& name, kubeconfig_text const& config)
{
    auto const version =
        "kubeconfig " + std::to_string(config.text.size()) + ' ' + std::to_string(hash_of_text(config.text));
    {
        std::lock_guard const hold(lock_);
        auto const known = members_.find(name);
        if (known != members_.end() && known->second->is_at(version)) return;
    }
    std::optional<endpoint> server;
    std::string cause;
    try {
        server = parse_endpoint(config.text, config.origin, config.trust);
    } catch (std::exception const& e) {
        cause = e.what();
    }
    if (server)
        put(name, std::move(*server), version);
    else
        cannot_read(name, cause);
}

void fleet_core::put(std::string const& name, endpoint server, std::string const& version)
{
    {
        std::lock_guard const hold(lock_);
        if (auto const m = find_or_add(name)) {
            if (!m->is_at(version)) m->put(std::move(server), version);
            return;
        }
        waiting_.insert_or_assign(name, waiting_cluster{std::move(server), version});
    }
    log_too_many(name);
}

void fleet_core::cannot_read(std::string const& name, std::string const& cause)
{
    member_ptr m;
    bool is_new = false;
    {
        std::lock_guard const hold(lock_);
        m = find_or_add(name);
        is_new = m && m->cannot_read(cause);
    }
    if (!m) return log_too_many(name);
    if (is_new)
        m->env().log->log(log_level::warning,
                          "the kubeconfig of a cluster cannot be used, and the cluster stays as it was",
                          {{"cause", cause}});
}

void fleet_core::remove(std::string const& name)
{
    std::lock_guard const hold(lock_);
    waiting_.erase(name);
    auto const known = members_.find(name);
    if (known != members_.end()) known->second->remove();
}

void fleet_core::keep_only(std::set<std::string> const& names)
{
    std::lock_guard const hold(lock_);
    std::erase_if(waiting_, [&](auto const& one) { return !names.contains(one.first); });
    for (auto const& [name, m] : members_)
        if (!names.contains(name)) m->remove();
}

// ---- the work on one cluster

// Forgets a cluster that is gone, and takes one that has waited for its place. Returns false if the cluster
// has come again meanwhile. Held together by lock_: a member that the source finds in the map is one that
// still has a supervisor.
bool fleet_core::try_forget(fleet_member const& m)
{
    std::lock_guard const hold(lock_);
    if (!m.what_is_wanted().removed) return false;
    members_.erase(m.name());
    if (waiting_.empty()) return true;
    auto next = waiting_.extract(waiting_.begin());
    add(next.key())->put(std::move(next.mapped().server), next.mapped().version);
    return true;
}

task<> fleet_core::supervise(member_ptr m)
{
    backoff pauses(options_.restart, random_source(some_seed(m->env().seed)).fork());
    repeated_failure seen(*env_.time);
    for (;;) {
        auto const what = m->what_is_wanted();
        if (what.removed) {
            if (try_forget(*m)) co_return;
            continue;
        }
        if (!what.server) {
            m->has_no_server();
            co_await m->wait_until_stale(what.generation, time_point::max());
            continue;
        }
        std::exception_ptr failure;
        auto const began = env_.time->now();
        try {
            co_await work_once(m, what);
        } catch (...) {
            failure = std::current_exception();
        }
        auto const state = co_await asio::this_coro::cancellation_state;
        if (was_stopped(state)) co_return;
        auto const lasted = env_.time->now() - began;
        if (lasted > options_.restart.cap) pauses.reset();
        if (failure && !m->is_stale(what.generation)) {
            auto const pause = pauses.next();
            report_failure(*m, message_of(failure), pause, seen);
            co_await m->wait_until_stale(what.generation, env_.time->now() + pause);
        }
        if (m->is_stale(what.generation)) pauses.reset(); // what has failed was another kubeconfig
    }
}

void fleet_core::report_failure(fleet_member& m, std::string const& why, duration pause,
                                repeated_failure& seen) const
{
    m.work_has_failed(why);
    if (auto const n = seen.failed(why))
        m.env().log->log(log_level::warning, "the work on a cluster has failed" + repeated_failure::times(*n),
                         {{"cause", why}, {"next", "again after " + in_whole_milliseconds(pause)}});
}

// One beginning of the work, and its end. The client is closed at the end, so that requests which others
// still make with it, such as a reconcile for several clusters, do not go on with a cluster that is gone.
task<> fleet_core::work_once(member_ptr m, fleet_member::wanted what)
{
    auto own = m->env();
    own.ex = user_executor_;
    auto const on = std::make_shared<cluster>(std::move(own), m->name(), *what.server, options_);
    nursery parts(m->env().ex);
    parts.start(keeping(on, on->factory().run()));
    parts.start(keeping(shared_from_this(), keeping(on, call_work(on))));
    parts.start(m->wait_until_stale(what.generation, time_point::max())); // the informers outlast the work
    m->work_begins(what.generation, on, parts);
    std::exception_ptr failure;
    try {
        co_await parts.join();
    } catch (...) {
        failure = std::current_exception();
    }
    m->work_has_ended();
    on->api().close();
    if (failure) std::rethrow_exception(failure);
}

// A coroutine, so that an exception of the user's function itself is one of its task.
task<> fleet_core::call_work(std::shared_ptr<cluster> on)
{
    co_await work_(*on);
}

// ---- what users ask

std::shared_ptr<cluster> fleet_core::find(std::string_view name) const
{
    std::lock_guard const hold(lock_);
    auto const known = members_.find(name);
    return known == members_.end() ? nullptr : known->second->alive();
}

std::vector<cluster_status> fleet_core::status() const
{
    std::vector<member_ptr> members;
    {
        std::lock_guard const hold(lock_);
        for (auto const& [name, m] : members_) members.push_back(m);
    }
    std::vector<cluster_status> all;
    for (auto const& m : members) all.push_back(m->status());
    return all;
}

} // namespace coinformer::detail
