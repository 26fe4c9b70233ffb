#pragma once

#include "world.hpp"

#include <coinformer/core/wakeup.hpp>

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
    void hold(shard_ranges ranges)
    {
        held_ = std::move(ranges);
        changed_.notify();
    }

private:
    shard_field field_;
    shard_ranges held_;
    wakeup changed_;
};
