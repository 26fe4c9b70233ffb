#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/core/task.hpp>

#include <memory>
#include <string>

namespace coinformer {

/// Finds the resource that a name means on a server. It understands "deploy", "deployments", "Deployment",
/// "deployments.apps", "deployments.v1.apps" and "Widget.example.io". As in kubectl, case does not matter, a
/// full name wins over a short one, and among several resources the one of the preferred group and version
/// wins.
///
///     discovery kinds(api);
///     auto const which = co_await kinds.find("deploy");
///     auto objects = factory.of<dynamic_object>(which);
///
/// The server is asked when the first name is looked up, and after that only by refresh(). Lookups that come
/// meanwhile wait for the answer, and fail with it. If the first lookup fails, the next one asks again.
///
/// Threads    any.
/// Lifetime   It shares the client's connections, so the client may be destroyed first. The texts of a
///            resource that find() returned live as long as the process.
class discovery {
public:
    explicit discovery(client& api);

    /// Returns the resource that `name` means.
    ///
    /// Errors     errc::not_served, with similar names, and with the groups that failed to say what they
    ///            have; those of client::request() if the server is asked.
    /// Cancel     at any time.
    [[nodiscard]] task<resource> find(std::string name);

    /// Asks the server again, for example after a CustomResourceDefinition was installed. If that fails,
    /// everything that was known stays. If the server refuses to describe one group and version, or its
    /// description is broken, what was known of it stays. The same holds for up to two versions whose
    /// connections fail, or about which the server does not answer in time. Calls that wait at the same time
    /// share one survey, which begins after they were made, so that each of them learns of everything that
    /// was installed before.
    ///
    /// Errors     those of client::request().
    /// Cancel     at any time.
    [[nodiscard]] task<> refresh();

private:
    struct state;
    std::shared_ptr<state> state_;
};

} // namespace coinformer
