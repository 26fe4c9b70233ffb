#include "fleet/fleet_member.hpp"

#include "cache/factory_view.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace coinformer::detail {

namespace asio = boost::asio;

fleet_member::fleet_member(environment env, std::string name)
    : name_(std::move(name)), env_(std::move(env)), since_(env_.time->now()), review_(*env_.time, env_.ex)
{
}

void fleet_member::put(endpoint server, std::string const& version)
{
    {
        std::lock_guard const hold(lock_);
        wanted_.server = std::move(server);
        wanted_.removed = false;
        ++wanted_.generation;
        version_ = version;
        fault_.clear();
    }
    changed();
}

bool fleet_member::is_at(std::string const& version)
{
    std::lock_guard const hold(lock_);
    if (wanted_.removed || !wanted_.server || version_ != version) return false;
    fault_.clear();
    return true;
}

bool fleet_member::cannot_read(std::string const& cause)
{
    bool returns = false; // it was removed, and comes again with something that cannot be used
    {
        std::lock_guard const hold(lock_);
        returns = std::exchange(wanted_.removed, false);
        if (returns) {
            wanted_.server.reset();
            ++wanted_.generation;
        }
        if (std::exchange(fault_, cause) == cause) return false;
    }
    if (returns) changed();
    return true;
}

void fleet_member::remove()
{
    {
        std::lock_guard const hold(lock_);
        if (std::exchange(wanted_.removed, true)) return;
        ++wanted_.generation;
        fault_.clear();
    }
    changed();
}

// The supervisor may be in its work or in a pause: it learns of the change on its own strand.
void fleet_member::changed()
{
    asio::post(env_.ex, [self = shared_from_this()] {
        self->end_stale_work();
        self->review_.notify();
    });
}

fleet_member::wanted fleet_member::what_is_wanted() const
{
    std::lock_guard const hold(lock_);
    return wanted_;
}

bool fleet_member::is_stale(std::uint64_t generation) const
{
    std::lock_guard const hold(lock_);
    return wanted_.generation != generation;
}

task<> fleet_member::wait_until_stale(std::uint64_t generation, time_point when)
{
    auto const self = shared_from_this();
    while (!is_stale(generation) && env_.time->now() < when) co_await review_.wait_until(when);
}

void fleet_member::work_begins(std::uint64_t generation, std::shared_ptr<cluster> on, nursery& parts)
{
    work_ = {&parts, generation};
    {
        std::lock_guard const hold(lock_);
        alive_ = std::move(on);
        enter(cluster_state::running);
    }
    end_stale_work(); // the cluster may have changed while the client was made
}

// Work that has begun after the change is not stale, and goes on.
void fleet_member::end_stale_work()
{
    if (!work_.parts || !is_stale(work_.generation)) return;
    std::shared_ptr<cluster> was; // destroyed without the lock
    {
        std::lock_guard const hold(lock_);
        was = std::exchange(alive_, nullptr);
        enter(cluster_state::ending);
    }
    work_.parts->request_stop();
}

void fleet_member::work_has_ended()
{
    work_.parts = nullptr;
    std::shared_ptr<cluster> was; // destroyed without the lock
    std::lock_guard const hold(lock_);
    was = std::exchange(alive_, nullptr);
}

void fleet_member::work_has_failed(std::string const& why)
{
    std::lock_guard const hold(lock_);
    last_failure_ = why;
    enter(cluster_state::failed);
}

void fleet_member::has_no_server()
{
    std::lock_guard const hold(lock_);
    enter(cluster_state::failed);
}

void fleet_member::enter(cluster_state state)
{
    if (std::exchange(state_, state) != state) since_ = env_.time->now();
}

std::shared_ptr<cluster> fleet_member::alive() const
{
    std::lock_guard const hold(lock_);
    return alive_;
}

cluster_status fleet_member::status() const
{
    cluster_status now;
    std::shared_ptr<cluster> on;
    {
        std::lock_guard const hold(lock_);
        now = {.name = name_,
               .state = state_,
               .since = since_,
               .last_failure = fault_.empty() ? last_failure_ : fault_};
        on = alive_;
    }
    if (!on) return now;
    for (auto const& one : factory_view(on->factory()).informers()) {
        ++now.informers;
        if (one.informer.has_synced()) ++now.synced;
    }
    return now;
}

} // namespace coinformer::detail
