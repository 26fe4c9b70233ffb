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

/// Returns the values under which an index files an object. It is pure: the same object has the same values.
using index_function = std::function<std::vector<std::string>(object_ref const&)>;
using index_functions = std::map<std::string, index_function, std::less<>>; // by the name of the index

/// Returns the values of one object, each once and in order. If the function throws, returns nullopt, and
/// writes the exception's text into `error` unless that is null. Errors: std::bad_alloc, which is not a
/// failure of the function.
std::optional<std::vector<std::string>> values_of(index_function const& f, object_ref const& object,
                                                  std::string* error = nullptr);

/// One write: an object is put, or the object with its key is erased.
struct store_operation {
    object_ref object;
    bool erase = false;
    object_ref old = {}; ///< result: the object that the store had under this key; null if it had none
};

/// Takes a state of a store to the next one, completely or not at all.
///
/// plan() finds out what each operation changes. It calls the index functions, which are the user's, so that
/// no lock may be held. apply() works in two parts. The first one, prepare(), does everything that needs
/// memory: it copies parts that a snapshot shares, and inserts new keys and index entries, where no reader
/// looks yet or where the store's lock keeps readers away. If that fails, withdraw() takes the insertions
/// back, and the error is thrown. The second part, commit(), does the rest, which cannot fail.
///
/// States     Empty; planned, from plan() to apply().
/// Threads    the client's strand. The store calls it; apply() under the store's lock if the state is the one
///            that readers copy.
/// Lifetime   belongs to the store, which uses it again for each batch, so that a single event allocates
///            nothing here.
class store_step {
public:
    /// Plans operations with distinct keys. `free` holds the slots without an object; new objects take the
    /// last ones of them. `log` gets each failure of an index function; it may be null.
    void plan(store_state const& from, std::vector<slot_id> const& free, index_functions const& functions,
              std::vector<store_operation> const& all, index_failure_log* log);
    /// Carries out the plan for this state, or for a copy of it. An empty version leaves the state's version
    /// as it is. Errors: std::bad_alloc; then `to`, `free` and `all` are as before.
    void apply(store_state& to, std::vector<slot_id>& free, std::vector<store_operation>& all,
               std::string_view version);
    /// Gives back what the plan has allocated, except for the tables of a small batch.
    void release() noexcept;
    /// Returns how many calls of index functions threw in plan().
    std::size_t failures() const noexcept { return failures_; }
    /// Returns the sum of object_bytes() over the objects that apply() has taken out of the state.
    std::size_t left_bytes() const noexcept { return left_bytes_; }
    /// Returns what the tables take between two batches, in bytes of the allocator.
    std::size_t bytes() const noexcept;

private:
    enum class change : std::uint8_t { none, add, replace, erase };
    /// Where the object of one operation is in the state, or will be.
    struct placement {
        std::uint64_t hash;
        slot_id slot;
        change what;
    };
    /// The values under which one index files the object of one operation, before and after it.
    struct filing {
        std::string const* index;
        slot_id slot;
        std::vector<std::string> before, after;
        bool threw_before = false, threw_after = false; // the index function threw, and there are no values

        bool changes_nothing() const { return before == after && threw_before == threw_after; }
    };
    /// An index entry that prepare() has inserted.
    struct posting {
        index_data* index;
        std::string_view value;
        slot_id slot;
    };

    void place(store_state const& from, std::vector<slot_id> const& free,
               std::vector<store_operation> const& all);
    void file(store_state const& from, index_functions const& functions,
              std::vector<store_operation> const& all, index_failure_log* log);
    void prepare(store_state& to, std::vector<slot_id>& free, std::vector<store_operation> const& all,
                 std::string_view version);
    void prepare_one(store_state& to, placement const& p, store_operation const& op);
    void insert(index_data& into, std::string_view value, slot_id slot);
    void withdraw(store_state& to) noexcept;
    void commit(store_state& to, std::vector<slot_id>& free, std::vector<store_operation>& all,
                std::string_view version) noexcept;
    void commit_one(store_state& to, std::vector<slot_id>& free, placement const& p,
                    store_operation& op) noexcept;

    std::vector<placement> places_; // one for each operation
    std::vector<filing> filings_;   // one for each operation and index
    std::vector<posting> inserted_; // the index entries that prepare() has inserted
    std::size_t keys_inserted_ = 0; // the number of added objects whose keys prepare() has inserted, in order
    std::size_t taken_ = 0;         // the number of slots that were taken from the end of the free ones
    slot_id slots_ = 0;             // store_state::slots of the next state
    std::size_t failures_ = 0;
    std::size_t left_bytes_ = 0;
};

} // namespace coinformer::detail
