#include <coinformer/cache/key_share.hpp>

#include <coinformer/core/wakeup.hpp>

#include <utility>

namespace coinformer {

namespace {

class unchanging_share final : public key_share {
public:
    unchanging_share(shard_ranges held, shard_field field) : held_(std::move(held)), field_(field) {}

    shard_field field() const override { return field_; }
    bool is_fixed() const noexcept override { return true; }
    shard_ranges held() const override { return held_; }
    // The wakeup belongs to the waiting coroutine, so that calls on several threads do not share anything.
    [[nodiscard]] task<> held_changed(shard_ranges known) override
    {
        wakeup never;
        while (known == held_) co_await never.wait();
    }

private:
    shard_ranges const held_;
    shard_field const field_;
};

} // namespace

std::shared_ptr<key_share> fixed_share(shard_ranges held, shard_field field)
{
    return std::make_shared<unchanging_share>(std::move(held), field);
}

} // namespace coinformer
