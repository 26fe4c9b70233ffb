#include "cache/informer_store.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer::detail {

informer_store::informer_store(environment const& env, resource const& of, informer_options const& options,
                               std::string path)
    : of_(to_string(of)), failures_(*env.log, *env.time, std::move(path)), objects_(&failures_),
      budget_(options.memory_budget, options.on_over_budget, *env.log, failures_.collection())
{
}

void informer_store::claim_index(std::string const& name)
{
    if (name.empty()) throw api_error(errc::bad_request, "index of " + of_, "the index's name is empty");
    std::lock_guard const hold(names_lock_);
    if (!names_.insert(name).second) throw api_error(errc::index_exists, "index \"" + name + "\" of " + of_);
}

void informer_store::unclaim_index(std::string const& name) noexcept
{
    std::lock_guard const hold(names_lock_);
    names_.erase(name);
}

void informer_store::check_budget()
{
    if (budget_.is_set()) budget_.check(objects_.counts()->account());
}

} // namespace coinformer::detail
