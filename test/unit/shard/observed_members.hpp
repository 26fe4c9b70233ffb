#pragma once

#include "shard/group_view.hpp"

#include "catch.hpp"

#include <string>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

inline constexpr duration lease_lasts = 15s, renews_every = 2s;

/// The members of a group as one of them sees them; time begins at one minute.
struct observed_members : group_view {
    observed_members() : group_view(lease_lasts, renews_every) {}

    void renew(std::string const& name) { see_member(name, renewed_lease(), now); }
    /// The next state of a Lease that its member has renewed.
    member_lease renewed_lease()
    {
        ++version;
        return {.version = std::to_string(version),
                .lasts = lease_lasts,
                .renewed = micro_timestamp(std::chrono::microseconds(version)),
                .takes_part = true};
    }
    /// Others write into a Lease, and change nothing in this state of it.
    bool write_into(std::string const& name, member_lease state)
    {
        state.version = std::to_string(++version);
        return see_member(name, std::move(state), now);
    }
    std::vector<std::string> deleted_by(std::string const& own) const
    {
        std::vector<std::string> names;
        for (auto const& m : expired(own, now)) names.push_back(m.name);
        return names;
    }

    time_point now{1min};
    int version = 0;
};

using some_names = std::vector<std::string>;
