#include <coinformer/core/wakeup.hpp>
#include <coinformer/fleet/cluster_source.hpp>

#include <map>
#include <mutex>
#include <utility>
#include <variant>

namespace coinformer {

/// The clusters that the program has named, and the set that is told about them while a fleet follows.
///
/// Threads    any. The set is called with the lock held, so that it learns everything in order; it does not
///            call back.
class manual_clusters::impl {
public:
    struct by_endpoint {
        endpoint server;
        std::string version;
    };
    using config = std::variant<kubeconfig_text, by_endpoint>;

    void put(std::string const& name, config what)
    {
        std::lock_guard const hold(lock_);
        auto const& known = clusters_[name] = std::move(what);
        if (set_) tell(*set_, name, known);
    }
    void put(std::string const& name, endpoint server)
    {
        auto version = [this] {
            std::lock_guard const hold(lock_);
            return std::to_string(++versions_);
        }();
        put(name, by_endpoint{std::move(server), std::move(version)});
    }
    void remove(std::string const& name)
    {
        std::lock_guard const hold(lock_);
        clusters_.erase(name);
        if (set_) set_->remove(name);
    }
    void begin(cluster_set& set)
    {
        std::lock_guard const hold(lock_);
        if (set_)
            throw api_error(errc::already_running, "manual_clusters", "another fleet follows these clusters");
        std::set<std::string> names;
        for (auto const& [name, what] : clusters_) {
            names.insert(name);
            tell(set, name, what);
        }
        set.keep_only(names);
        set_ = &set;
    }
    void end()
    {
        std::lock_guard const hold(lock_);
        set_ = nullptr;
    }

private:
    static void tell(cluster_set& set, std::string const& name, config const& what)
    {
        if (auto const* const text = std::get_if<kubeconfig_text>(&what)) return set.put(name, *text);
        auto const& given = std::get<by_endpoint>(what);
        set.put(name, given.server, given.version);
    }

    std::mutex lock_;
    std::map<std::string, config> clusters_; // locked
    std::uint64_t versions_ = 0;             // locked
    cluster_set* set_ = nullptr;             // locked; null while no fleet follows
};

manual_clusters::manual_clusters() : impl_(std::make_shared<impl>()) {}
manual_clusters::~manual_clusters() = default;

void manual_clusters::put(std::string const& name, endpoint server)
{
    impl_->put(name, std::move(server));
}

void manual_clusters::put(std::string const& name, kubeconfig_text config)
{
    impl_->put(name, impl::config(std::move(config)));
}

void manual_clusters::remove(std::string const& name)
{
    impl_->remove(name);
}

task<> manual_clusters::follow(environment const&, cluster_set& clusters)
{
    auto const shared = impl_;
    shared->begin(clusters);
    struct ending {
        impl& of;
        ~ending() { of.end(); }
    } const ends{*shared};
    wakeup nothing; // the clusters are told by whoever changes them
    for (;;) co_await nothing.wait();
}

} // namespace coinformer
