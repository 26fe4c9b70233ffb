#pragma once

#include <coinformer/api/resource.hpp>
#include <coinformer/cache/informer_options.hpp>

#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace coinformer {

/// The options that the informers of a factory have in common.
struct factory_options {
    std::vector<std::string> namespaces = {}; ///< as informer_options::namespaces
    duration resync = duration::zero();       ///< as informer_options::resync
    /// Makes final changes to an informer's options, for example to set a selector. of() calls it, on the
    /// thread of its caller, each time that an informer is asked for; so it has to be safe to call from
    /// several threads.
    std::function<void(resource const&, informer_options&)> tweak = {};
};

/// An informer of a factory that is not synced.
struct unsynced_informer {
    resource which;
    /// Why it is not synced, in one line. Empty if nothing has failed and its first list or a handler needs
    /// more time.
    std::string cause = {};
};

/// An informer of a factory that ended by itself, and the error that ended it.
struct informer_failure {
    resource which;
    std::exception_ptr cause;
};

/// The present state of one informer of a factory.
struct informer_report {
    resource which;
    informer_status status;
};

} // namespace coinformer
