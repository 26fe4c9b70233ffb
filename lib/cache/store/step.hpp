#pragma once

#include "cache/store/index_failure_log.hpp"
#include "cache/store/state.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The values that an index files an object under. Pure: the same object gives the same values.
using index_function = std::function<std::vector<std::string>(object_ref const&)>;
using index_functions = std::map<std::string, index_function, std::less<>>; // by the index's name

/// The values of one object, each once and in order. nullopt: the function threw; if `error` is not null, it gets the
/// exception's text. Errors: std::bad_alloc is no failure of the function and passes through.
std::optional<std::vector<std::string>> values_of(index_function const& f, object_ref const& object,
                                                  std::string* error = nullptr);

/// One write: an object put, or the object with its key taken out.
struct store_operation {
    object_ref object;
    bool erase = false;
    object_ref old = {}; ///< result: what was here before
};

/// Takes a state of a store to the next one, wholly or not at all.
///
/// plan() finds out what each operation changes; it calls the index functions, so that no lock may be held. apply()
/// first does everything that needs memory: parts that a snapshot shares are copied, new keys and index entries are
/// put in, where no reader looks yet or where the lock keeps readers away. If that fails it takes them out again and
/// throws. Then it does the rest, which cannot fail.
///
/// Lifetime   Belongs to the store, which uses it again for each batch: a single event then allocates nothing here.
/// Threads    the writer's.
class store_step {
public:
    /// For operations with distinct keys. `free`: slots without an object, from which new objects take the last ones.
    /// `log` is told of each index function that throws; it may be null.
    void plan(store_state const& from, std::vector<slot_id> const& free, index_functions const& functions,
              std::vector<store_operation> const& all, index_failure_log* log);
    /// Carries out what was planned for this state, or for a copy of it. An empty version leaves the state's as it is.
    /// Errors: std::bad_alloc; then `to`, `free` and `all` are as before.
    void apply(store_state& to, std::vector<slot_id>& free, std::vector<store_operation>& all,
               std::string_view version);
    /// How many index functions threw in plan().
    std::size_t failures() const noexcept { return failures_; }

private:
    enum class change : std::uint8_t { none, add, replace, erase };
    struct placement {
        std::uint64_t hash;
        slot_id slot;
        change what;
    };
    /// Under which values one operation's object is filed in one index before and after.
    struct filing {
        std::string const* index;
        slot_id slot;
        std::vector<std::string> before, after;
        bool threw_before = false, threw_after = false; // the index function; then there are no values

        bool changes_nothing() const { return before == after && threw_before == threw_after; }
    };
    struct posting {
        index_data* index;
        std::string_view value;
        slot_id slot;
    };

    void place(store_state const& from, std::vector<slot_id> const& free, std::vector<store_operation> const& all);
    void file(store_state const& from, index_functions const& functions, std::vector<store_operation> const& all,
              index_failure_log* log);
    void prepare(store_state& to, std::vector<slot_id>& free, std::vector<store_operation> const& all,
                 std::string_view version);
    void prepare_one(store_state& to, placement const& p, store_operation const& op);
    void insert(index_data& into, std::string_view value, slot_id slot);
    void withdraw(store_state& to) noexcept;
    void commit(store_state& to, std::vector<slot_id>& free, std::vector<store_operation>& all,
                std::string_view version) noexcept;
    void commit_one(store_state& to, std::vector<slot_id>& free, placement const& p, store_operation& op) noexcept;

    std::vector<placement> places_; // one for each operation
    std::vector<filing> filings_;   // one for each operation and index
    std::vector<posting> inserted_; // by prepare()
    std::size_t keys_inserted_ = 0; // by prepare(): of the first placements that add
    std::size_t taken_ = 0;         // from the end of the free slots
    slot_id slots_ = 0;             // of the next state
    std::size_t failures_ = 0;
};

} // namespace coinformer::detail
