#include "core/exceptions.hpp"
#include "core/keeping.hpp"
#include "core/precondition_check.hpp"
#include "core/repeated_failure.hpp"
#include "transport/config/base64.hpp"

#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/fleet/cluster_source.hpp>

#include <boost/asio/this_coro.hpp>
#include <boost/describe/class.hpp>

#include <map>
#include <unordered_map>

namespace coinformer {

namespace detail {

/// The entries of a Secret, in base64.
struct kubeconfig_secret {
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(kubeconfig_secret, (), (data))

constexpr resource secrets_of_kubeconfigs{
    .version = "v1", .plural = "secrets", .kind = "Secret", .where = scope::namespaced};

} // namespace detail

using namespace detail;

namespace {

using secret_informer = shared_informer<kubeconfig_secret>;

/// Follows Secrets with an informer. After each change it compares all Secrets with those of the time before:
/// there are few of them, and so the first list, a later change and a relist are the same thing.
class secrets_source final : public cluster_source {
public:
    secrets_source(client& api, kubeconfig_secrets_options options) : api_(api), options_(std::move(options))
    {
    }

    task<> follow(environment const& env, cluster_set& clusters) override
    {
        informer_options which;
        which.namespaces = {options_.ns};
        which.label_selector = options_.label_selector;
        client api = api_;
        secret_informer secrets(api, std::move(which), secrets_of_kubeconfigs);
        nursery parts(co_await boost::asio::this_coro::executor);
        parts.start(secrets.run());
        parts.start(tell_changes(env, clusters, secrets));
        co_await parts.join();
    }

private:
    using versions = std::map<std::string, std::string>; // resource versions of the Secrets that were told

    task<> tell_changes(environment const& env, cluster_set& clusters, secret_informer secrets)
    {
        co_await until_synced(env, secrets);
        auto changes = secrets.events();
        for (versions told;;) {
            tell(clusters, secrets.snapshot(), told);
            (void)co_await changes.next_batch();
        }
    }

    // A missing permission may be granted later, so a failure is logged, and the wait goes on.
    task<> until_synced(environment const& env, secret_informer secrets)
    {
        repeated_failure failures(*env.time);
        while (!secrets.has_synced()) {
            std::exception_ptr failure;
            try {
                co_await secrets.synced();
            } catch (...) {
                failure = std::current_exception();
            }
            if (!failure) break;
            if (is_cancellation(failure) || code_of(failure) == errc::stopped)
                std::rethrow_exception(failure);
            auto const cause = message_of(failure);
            if (auto const n = failures.failed(code_of(failure).message()))
                env.log->log(log_level::warning,
                             "the Secrets with kubeconfigs cannot be read, so the clusters are not known" +
                                 repeated_failure::times(*n),
                             {{"namespace", options_.ns}, {"cause", cause}});
        }
    }

    void tell(cluster_set& clusters, snapshot<kubeconfig_secret> const& now, versions& told) const
    {
        std::set<std::string> names;
        versions next;
        for (auto const& one : now.list()) {
            auto const entry = one->data.find(options_.key);
            if (entry == one->data.end()) continue;
            std::string const name(one.key().name);
            std::string const version(one.resource_version());
            names.insert(name);
            auto const before = told.find(name);
            if (before == told.end() || before->second != version) tell(clusters, name, entry->second);
            next.emplace(name, version);
        }
        clusters.keep_only(names);
        told = std::move(next);
    }

    void tell(cluster_set& clusters, std::string const& name, std::string const& base64) const
    {
        auto const origin = "Secret " + options_.ns + '/' + name;
        auto const text = bytes_of_base64(base64);
        if (!text) return clusters.cannot_read(name, origin + ": " + options_.key + " is not base64");
        if (text->size() > options_.max_bytes)
            return clusters.cannot_read(name, origin + ": " + options_.key + " is larger than max_bytes, " +
                                                  std::to_string(options_.max_bytes));
        clusters.put(name, {.text = *text, .origin = origin, .trust = options_.trust});
    }

    client api_;
    kubeconfig_secrets_options const options_;
};

} // namespace

std::shared_ptr<cluster_source> kubeconfig_secrets(client& api, kubeconfig_secrets_options options)
{
    if (options.ns.empty()) options.ns = api.server().ns;
    precondition_check const demand("kubeconfig_secrets");
    demand(!options.ns.empty(), "ns is empty, and the endpoint names no namespace");
    demand(!options.key.empty(), "key is empty");
    demand(options.max_bytes > 0, "max_bytes is 0");
    return std::make_shared<secrets_source>(api, std::move(options));
}

} // namespace coinformer
