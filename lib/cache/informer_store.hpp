#pragma once

#include "cache/memory_budget.hpp"
#include "cache/store/index_failure_log.hpp"
#include "cache/store/store.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/core/environment.hpp>

#include <mutex>
#include <set>
#include <string>

namespace coinformer::detail {

/// The store of an informer, with what belongs to it as long as the informer exists: the names of its
/// indexes, the log of index functions that throw, and the budget of its memory.
///
/// Threads    claim_index(), unclaim_index() and path() may be called on any thread, the others on the
/// client's strand.
class informer_store {
public:
    /// `path` names the collection in the log, for example "/api/v1/pods".
    informer_store(environment const& env, resource const& of, informer_options const& options,
                   std::string path);

    store& objects() noexcept { return objects_; }
    store const& objects() const noexcept { return objects_; }
    std::string const& path() const noexcept { return failures_.collection(); }

    /// Takes a name for an index that is to be added. Errors: errc::bad_request if the name is empty,
    /// errc::index_exists if it is taken.
    void claim_index(std::string const& name);
    /// Gives the name back, because there was no memory for the index.
    void unclaim_index(std::string const& name) noexcept;
    /// Reports a store that takes more memory than its budget. Called after each change.
    void check_budget();
    /// Logs what was not logged yet. Called at the informer's end.
    void flush_log() { failures_.flush(); }

private:
    std::string const of_; // the resource, for messages
    index_failure_log failures_;
    store objects_;
    memory_budget budget_;
    std::mutex names_lock_; // guards names_
    std::set<std::string> names_{std::string(namespace_index)};
};

} // namespace coinformer::detail
