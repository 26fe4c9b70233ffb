#pragma once

#include <coinformer/api/resource.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// The objects of a list that could not be decoded. They exist, because the list contains them, so that the
/// store keeps its last state of each, unless it was deleted while the list was read.
///
/// Threads    the client's strand. listing owns it.
class undecoded_objects {
public:
    using names = std::vector<std::pair<std::string, std::string>>; ///< namespace and name of each

    /// `most` is client_options::max_faults_per_list.
    explicit undecoded_objects(std::size_t most) noexcept : most_(most) {}

    /// Notes an object. If it cannot be named, `name` is empty: see reflector_state::key_of(). Errors:
    /// errc::too_many_faults if there are more than `most`.
    void put(std::string ns, std::string name);
    /// The object was deleted while the list was read.
    void remove(object_key key);
    /// Returns how often put() was called since clear().
    std::size_t count() const noexcept { return count_; }
    /// True if an object cannot be named. It may be any object of the store.
    bool has_nameless() const noexcept { return has_nameless_; }
    /// Returns the names of those that were not deleted after they had come. Call clear() behind it.
    names take();
    void clear() { *this = undecoded_objects(most_); }

private:
    struct removal {
        std::string ns, name;
        std::size_t faults_before; // size of names_ when the object was removed
    };

    std::size_t most_;
    std::size_t count_ = 0;
    bool has_nameless_ = false;
    names names_;
    std::unordered_set<std::uint64_t> hashes_; // the keys in names_, hashed
    std::vector<removal> removals_;
};

} // namespace coinformer::detail
