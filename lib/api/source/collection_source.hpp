#pragma once

#include "api/object/known_objects.hpp"
#include "api/stream/body.hpp"

#include <coinformer/api/list_watch.hpp>

#include <memory>
#include <string>

namespace coinformer::detail {

/// A page of the names, UIDs and versions of a collection, as it was at one version.
struct census_request {
    std::string ns, label_selector, field_selector;
    std::string version;
    std::size_t limit = 0;
    std::string continue_token = {};     ///< comes with the page before; empty for the first one
    object_share const* share = nullptr; ///< as needed_objects::share
};

/// The question for a page of a list, with what only a server can be asked for.
struct page_request : list_request {
    /// If it is not empty, the list is to show the collection as it was at this version.
    std::string exactly;
    /// Contents are going to be compared, because versions prove nothing. A recording notes it.
    bool in_doubt = false;
    /// The list may be older than what is known. A recording notes it.
    bool is_newest = false;
    unsigned attempt = 1; ///< how often this page was asked for, this time included
};

/// Where an informer reads its collection: the API of a server (client_source), or a list_watch of the user's
/// (own_source).
///
/// Threads    the strand of the source's source_context. Calls for different namespaces may overlap.
/// Lifetime   What list() and watch() return may be used as long as the source exists.
class collection_source {
public:
    virtual ~collection_source() = default;

    /// Names the collection of a namespace in the log and in errors. The namespace is empty for all of them.
    virtual std::string name(std::string const& ns) const = 0;
    /// True if watches can begin with all objects: see watch_request::initial_events.
    virtual bool streams_lists() const = 0;

    /// Waits for everything that has to be done before list(), watch() or confirm() is called, and that no
    /// time limit for the server should count, such as a login. Errors: those of list() and watch().
    [[nodiscard]] virtual task<> ready() { co_return; }
    /// Awaits a pause of the reader's own, which ends early if the source is closed. Errors: errc::stopped
    /// then; condition::cancelled.
    [[nodiscard]] virtual task<> while_open(task<> pause) { return pause; }
    /// Begins to read a page. Objects that `need` knows in the same version already are not decoded, and
    /// those that it does not want are told as list_items::step::foreign, if the source sends them at all.
    ///
    /// Errors     those of list_watch::list(), all as api_error.
    [[nodiscard]] virtual task<std::unique_ptr<list_reading>> list(page_request what,
                                                                   needed_objects need) = 0;
    /// True if lists can be asked for at an exact version. Otherwise page_request::exactly stays empty.
    virtual bool lists_exact_versions() const { return false; }
    /// Begins a watch, in the same way. Errors: those of list_watch::watch(), all as api_error.
    [[nodiscard]] virtual task<std::unique_ptr<watch_reading>> watch(watch_request what,
                                                                     needed_objects need) = 0;
    /// Asks whether the source is there, and has reached this version. Throws if it has not, or does not
    /// answer. Returns false if the answer shows only that the source is there, because a client without the
    /// permission to ask is refused before the version is looked at.
    [[nodiscard]] virtual task<bool> confirm(std::string ns, std::string version) = 0;
    /// The same for callers to whom each answer is good enough.
    [[nodiscard]] task<> is_there(std::string ns, std::string version)
    {
        (void)co_await confirm(std::move(ns), std::move(version));
    }
    /// Returns which server this is, in a form that is the same in the next run of the program. Errors: those
    /// of list() and watch().
    [[nodiscard]] virtual task<std::string> server_identity() = 0;

    /// Begins to read a page of a census. The objects have their identity and nothing else. Errors: those of
    /// list(); condition::gone if the version is too old.
    [[nodiscard]] virtual task<std::unique_ptr<list_reading>> census(census_request what);
    /// True if not every object of the server is in the informer's store.
    virtual bool may_leave_out() const noexcept { return false; }
};

} // namespace coinformer::detail
