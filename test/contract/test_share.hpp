#pragma once

#include "world.hpp"

#include <coinformer/core/wakeup.hpp>

#include <memory>
#include <string>
#include <utility>

/// A share that the test moves.
class test_share final : public key_share {
public:
    explicit test_share(shard_field field = shard_field::uid) : field_(field) {}

    shard_field field() const override { return field_; }
    shard_ranges held() const override { return held_; }
    [[nodiscard]] task<> held_changed(shard_ranges known) override
    {
        while (known == held_) co_await changed_.wait();
    }
    std::string trouble() const override { return why; }
    void hold(shard_ranges ranges)
    {
        held_ = std::move(ranges);
        changed_.notify();
    }

    std::string why; ///< what trouble() returns; nothing wakes the informer when it changes

private:
    shard_field field_;
    shard_ranges held_;
    wakeup changed_;
};

/// As recording(), and shows what has moved to another process as "> ".
inline handlers<config_map> recording_moves(lines& log)
{
    auto calls = recording(log);
    calls.deleted = [&log](object_ptr<config_map> const& last, final_state how) {
        auto const* const text = how == final_state::moved ? "> " : how == final_state::known ? "- " : "-? ";
        log.push_back(text + to_string(last.key()));
    };
    return calls;
}

inline bool is_exact(testing::action const& a)
{
    return a.verb == "list" && a.target.find("resourceVersionMatch=Exact") != std::string::npos;
}

/// Returns the share that has these objects of the server, and no others.
inline shard_ranges share_of(testing::api_server const& server, lines const& names)
{
    shard_ranges all;
    for (auto const& name : names) {
        auto const hash =
            shard_hash(decode_object<config_map>(server.get(config_maps, {"shop", name})).uid());
        all = all | shard_ranges::between(hash, hash);
    }
    return all;
}
