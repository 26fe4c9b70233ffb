#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/core/task.hpp>

#include <memory>
#include <string>

namespace coinformer {

/// Which resource of a server a name means: "deploy", "deployments", "Deployment", "deployments.apps",
/// "deployments.v1.apps", "Widget.example.io". As in kubectl, upper case counts for nothing, a full name stands before
/// a short one, and of several resources the one of the preferred group and version is meant.
///
///     discovery kinds(api);
///     auto const which = co_await kinds.find("deploy");
///     auto objects = factory.of<dynamic_object>(which);
///
/// The server is asked when a name is first looked for, and then by refresh() alone.
///
/// Threads    any.
/// Lifetime   it keeps what it needs of the client. What find() gave lives as long as the process.
class discovery {
public:
    explicit discovery(client& api);

    /// Errors     errc::not_served, with the names that are near, and with the groups that did not say what they have;
    ///            those of client::request() when the server is asked.
    /// Cancel     at any time.
    [[nodiscard]] task<resource> find(std::string name);

    /// Asks the server anew, for example after a CustomResourceDefinition was installed. When that fails what was known
    /// stays, and so it does of a single group and version that fails. Errors: those of client::request().
    [[nodiscard]] task<> refresh();

private:
    struct state;
    std::shared_ptr<state> state_;
};

} // namespace coinformer
