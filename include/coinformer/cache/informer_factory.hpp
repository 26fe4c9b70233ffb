#pragma once

#include <coinformer/cache/shared_informer.hpp>

#include <functional>
#include <memory>
#include <string>
#include <typeindex>

namespace coinformer {

/// What every informer of a factory has in common.
struct factory_options {
    std::vector<std::string> namespaces = {}; ///< only these; empty: all
    duration resync = duration::zero();       ///< default resync; 0: never
    /// The last word on an informer's options, for example to set a selector.
    std::function<void(resource const&, informer_options&)> tweak = {};
};

/// One informer for each projection and resource, run and awaited together.
///
/// Threads    of(), run(), synced() and stop() from any.
/// Lifetime   the client outlives it; it outlives the tasks that it gave.
class informer_factory {
public:
    explicit informer_factory(client& api, factory_options options = {});
    informer_factory(informer_factory const&) = delete;
    ~informer_factory();

    /// The informer of this projection, made at the first call. When the factory runs already, it starts at once.
    template <projection T>
    shared_informer<T>& of(resource which = resource_of<T>)
    {
        auto make = [this, which]() -> made {
            auto informer = std::make_shared<shared_informer<T>>(api_, options_for(which), which);
            return {informer, [informer] { return informer->run(); }, [informer] { return informer->synced(); }};
        };
        return *static_cast<shared_informer<T>*>(find_or_make(typeid(T), which, make));
    }

    /// Runs the informers until cancelled or stopped. Once per factory.
    /// Errors     condition::cancelled when cancelled; what ends an informer for good.
    [[nodiscard]] task<> run();

    /// Waits until every informer that the factory has now is synced. Errors: see shared_informer::synced().
    [[nodiscard]] task<> synced();

    /// Ends run(), and waits for that. After it no handler of any of the informers is called.
    [[nodiscard]] task<> stop();

private:
    struct made {
        std::shared_ptr<void> informer;
        std::function<task<>()> run;
        std::function<task<>()> synced;
    };
    class impl;

    informer_options options_for(resource const& which) const;
    void* find_or_make(std::type_index type, resource const& which, std::function<made()> const& make);

    client& api_;
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer
