#pragma once

#include "handler_log.hpp"

#include <coinformer/cache/own_writes.hpp>

#include <map>
#include <set>
#include <string>

namespace simulation {

/// A user who writes, and reads through coinformer::own_writes. The user tells own_writes of each write when
/// the answer comes, and everything read is compared with what was told: O1 to O4.
class own_log {
public:
    /// `one_version`: the whole store is of the version that it says. A store of several namespaces, or one
    /// with queue_order::by_key, may be ahead of it.
    own_log(std::string name, coinformer::shared_informer<thing> const& informer, std::size_t capacity,
            bool one_version, follower_view& view);

    /// Tells own_writes the server's answer to a write.
    void wrote(std::string const& answer);
    /// Tells own_writes that the server has deleted this object.
    void removed(coinformer::object_ptr<thing> const& last);
    coinformer::object_ptr<thing> get(key const& k) const { return overlay_.get(k.ns, k.name); }

    /// Reads everything that was ever written, and checks it. Throws violation.
    void look(coinformer::snapshot<thing> const& now, scope const& of);

private:
    struct told {
        version at = 0;              ///< the newest write that own_writes was told
        std::string uid;             ///< the UID of its object
        std::set<std::string> ended; ///< UIDs of the objects that own_writes was told to be deleted
        version last_removed = 0;    ///< the version of the object that was deleted last
        version read = 0;            ///< the newest version that was read
    };
    void look_at(key const& k, told& t, coinformer::snapshot<thing> const& now, scope const& of);
    bool has_ended(key const& k, version after, scope const& of) const;
    void check_list(coinformer::snapshot<thing> const& now) const;
    [[noreturn]] void bad(char const* property, std::string const& why) const;

    std::string name_;
    std::size_t capacity_;
    bool one_version_;
    follower_view& view_;
    coinformer::own_writes<thing> overlay_;
    std::map<key, told> told_;
    std::size_t looks_ = 0;
};

} // namespace simulation
