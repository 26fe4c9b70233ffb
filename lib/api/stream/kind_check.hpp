#pragma once

#include "transport/config/credential_mask.hpp"

#include <coinformer/api/resource.hpp>
#include <coinformer/core/log.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Warns once if the objects of a collection are of another kind than `resource::kind` says. Reading does not
/// depend on that name, but owner references, events and leases of user code are made with it, and a wrong
/// one is hard to find there.
///
/// The kind is taken from bookmarks, because every bookmark has one (API conventions, "Kinds"), whereas the
/// items of a list of a built-in kind have none, and a custom resource may give its lists any name.
///
/// Threads    the client's strand.
/// Lifetime   outlives the decoders that know it.
class kind_check {
public:
    /// `collection` names the collection in the message; `expected` is the kind that the program says. `log`
    /// outlives this object.
    kind_check(std::string collection, std::string_view expected, log_sink& log)
        : collection_(std::move(collection)), expected_(expected), log_(log)
    {
    }

    /// Compares the kind that the server sends; an empty one is ignored. `mask` hides the request's
    /// credentials in the log.
    void received(std::string_view kind, credential_mask const& mask)
    {
        if (kind.empty() || kind == expected_ || std::exchange(has_warned_, true)) return;
        auto const shown = mask.apply(std::string(kind)).substr(0, 100);
        log_.log(log_level::warning,
                 "the objects of a collection are of another kind than the program says; correct "
                 "resource_of<T>::kind, or the resource that is passed",
                 {{"collection", collection_}, {"kind", expected_}, {"received", shown}});
    }

private:
    std::string const collection_;
    std::string const expected_;
    log_sink& log_;
    bool has_warned_ = false;
};

} // namespace coinformer::detail
