#pragma once

#include "handler_log.hpp"

#include <coinformer/cache/own_writes.hpp>

#include <map>
#include <set>
#include <string>

namespace simulation {

/// Somebody who writes, and reads through coinformer::own_writes. It says what it wrote whenever the answer comes, and
/// what it reads is compared with what it has said: O1 to O4.
class own_log {
public:
    /// `one_version`: the whole store is of the version that it says. Of several namespaces, and by key, it may be
    /// ahead.
    own_log(std::string name, coinformer::shared_informer<thing> const& informer, std::size_t capacity,
            bool one_version, follower_view& view);

    /// The server's answer to a write.
    void wrote(std::string const& answer);
    /// The server has deleted this.
    void removed(coinformer::object_ptr<thing> const& last);
    coinformer::object_ptr<thing> get(key const& k) const { return overlay_.get(k.ns, k.name); }

    /// Reads everything that was ever written. Throws violation.
    void look(coinformer::snapshot<thing> const& now, scope const& of);

private:
    struct told {
        version at = 0;              ///< the newest write that was told
        std::string uid;             ///< its object's
        std::set<std::string> ended; ///< uids of objects that were told to be deleted
        version last_removed = 0;    ///< the version of the object that was deleted last
        version read = 0;            ///< the newest that was read
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
