// Tests against a real kube-apiserver that a Lease is made, renewed although others change it, released and
// taken over.

#include "cluster.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/wakeup.hpp>

namespace {

constexpr resource leases{
    .group = "coordination.k8s.io", .version = "v1", .plural = "leases", .kind = "Lease"};

struct contender {
    contender(client& api, std::string const& ns, std::string const& name)
        : election(api, {.name = "web",
                         .ns = ns,
                         .identity = name,
                         .lease_duration = 5s,
                         .renew_deadline = 3s,
                         .retry_period = 300ms})
    {
    }
    task<> work()
    {
        works = true;
        try {
            for (;;) co_await never.wait();
        } catch (boost::system::system_error const&) {
            works = false;
            throw;
        }
    }
    task<> run()
    {
        auto const working = [this] { return work(); };
        co_await election.run_while_leader(working);
    }

    leader_election election;
    wakeup never;
    bool works = false;
};

} // namespace

TEST_CASE_METHOD(cluster,
                 "of two contenders the leader stays in spite of foreign changes and a deletion, and the "
                 "other follows when it stops")
{
    client api(env, at("kubeconfig"));
    auto const ns = fresh_namespace(api, "election");
    contender a(api, ns, "a"), b(api, ns, "b");
    auto const says = [&](char const* part) {
        return get(api.get(leases, ns, "web")).find(part) != std::string::npos;
    };
    {
        running first(*this, a.run());
        REQUIRE(until([&] { return a.works; }));
        running second(*this, b.run());
        REQUIRE(until([&] { return b.election.leader() == "a"; }));
        get(api.patch(leases, ns, "web", merge_patch(R"({"metadata":{"annotations":{"note":"kept"}}})")));
        until([] { return false; }, 1s);
        CHECK(says(R"("note":"kept")"));
        get(api.remove(leases, ns, "web"));
        until([] { return false; }, 1s);
        CHECK(says(R"("holderIdentity":"a")"));
        CHECK(a.works);
        CHECK_FALSE(b.works);
    }
    CHECK_FALSE(a.works);
    CHECK(says(R"("holderIdentity":"")"));
    running again(*this, b.run());
    REQUIRE(until([&] { return b.works; }));
    CHECK(says(R"("leaseTransitions":1)"));
}
