#pragma once

#include <coinformer/cache/memory_account.hpp>
#include <coinformer/core/log.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace coinformer::detail {

/// Reports that an informer takes more memory than informer_options::memory_budget allows: with a line in the
/// log, and by a call. It reports again only after the memory has fallen below 90 % of the budget, so that a
/// collection which grows and shrinks around its budget is not reported over and over.
///
/// States     Below the budget, or above it (`is_over_`).
/// Threads    the client's strand. informer_core calls it after each change of the store.
class memory_budget {
public:
    using callable = std::function<void(memory_account const&)>;

    /// A budget of 0 bytes means that there is none. `collection` names the collection in the log.
    memory_budget(std::size_t bytes, callable on_over_budget, log_sink& log, std::string collection)
        : bytes_(bytes), on_over_budget_(std::move(on_over_budget)), log_(log),
          collection_(std::move(collection))
    {
    }

    bool is_set() const noexcept { return bytes_ != 0; }
    void check(memory_account const& now);

private:
    void report(memory_account const& now);

    std::size_t const bytes_;
    callable const on_over_budget_;
    log_sink& log_;
    std::string const collection_;
    bool is_over_ = false;
};

} // namespace coinformer::detail
