#include "disk.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace simulation {

using namespace coinformer;

namespace {

struct image final : snapshot_source {
    explicit image(std::string all) : bytes(std::move(all)) {}
    std::uint64_t size() const noexcept override { return bytes.size(); }
    bool read(std::uint64_t at, char* to, std::size_t count) override
    {
        if (at > bytes.size() || count > bytes.size() - at) return false;
        std::memcpy(to, bytes.data() + at, count);
        return true;
    }
    std::string bytes;
};

} // namespace

class disk::sink final : public snapshot_sink {
public:
    sink(disk& to, unsigned life, std::vector<version> reached, bool fails)
        : to_(to), life_(life), fails_(fails)
    {
        one_.reached = std::move(reached);
    }
    void append(std::string_view bytes) override { one_.bytes += bytes; }
    void commit() override
    {
        if (fails_) throw std::runtime_error("the disk is full");
        if (life_ == to_.life_) to_.commit(std::move(one_));
    }

private:
    disk& to_;
    unsigned life_;
    bool fails_;
    saved one_;
};

class disk::storage final : public snapshot_storage {
public:
    storage(disk& of, std::function<std::vector<version>()> reached)
        : of_(of), life_(of.life_), reached_(std::move(reached))
    {
    }
    std::string name() const override { return "the disk"; }
    bool blocks() const noexcept override { return false; }
    std::unique_ptr<snapshot_source> open() override
    {
        auto const* const last = life_ == of_.life_ ? of_.newest() : nullptr;
        if (last && last->reached.empty()) ++of_.sometimes_["a life lists, because its snapshot is damaged"];
        return last ? std::make_unique<image>(last->bytes) : nullptr;
    }
    std::unique_ptr<snapshot_sink> create() override
    {
        if (life_ != of_.life_) throw std::runtime_error("the process is dead");
        auto const luck = of_.dice_.below(200);
        if (luck < of_.how_.fails) throw std::runtime_error("the disk is full");
        bool const fails_later = luck < std::uint64_t{2} * of_.how_.fails;
        return std::make_unique<sink>(of_, life_, reached_(), fails_later);
    }

private:
    disk& of_;
    unsigned life_;
    std::function<std::vector<version>()> reached_;
};

disk::disk(std::uint64_t seed, std::size_t informer, warm_plan const& how, time_source& time,
           sometimes_counts& sometimes)
    : how_(how), time_(time), sometimes_(sometimes), dice_(seed, "disk" + std::to_string(informer))
{
}

std::shared_ptr<snapshot_storage> disk::mount(std::function<std::vector<version>()> reached)
{
    ++life_;
    return std::make_shared<storage>(*this, std::move(reached));
}

void disk::settle()
{
    if (!fresh_ || time_.now() - fresh_since_ < std::chrono::milliseconds(how_.sync_ms)) return;
    synced_ = std::exchange(fresh_, {});
}

void disk::commit(saved one)
{
    settle();
    fresh_ = std::move(one);
    fresh_since_ = time_.now();
    ++sometimes_["a snapshot is saved"];
}

// The fresh snapshot without its end, or with a part that is still that of the snapshot before, or zeros.
disk::saved disk::damaged(dice& d) const
{
    auto found = *fresh_;
    auto const from = static_cast<std::size_t>(d.below(found.bytes.size()));
    auto const count = static_cast<std::size_t>(d.below(found.bytes.size() - from)) + 1;
    bool const is_cut = d.chance(50);
    if (is_cut) {
        found.bytes.resize(from);
        return found;
    }
    for (auto at = from; at != from + count; ++at)
        found.bytes[at] = synced_ && at < synced_->bytes.size() ? synced_->bytes[at] : '\0';
    return found;
}

void disk::crash(std::uint64_t chance)
{
    ++life_;
    settle();
    if (!fresh_) return;
    dice d(chance, "crash");
    switch (d.below(3)) {
    case 0: synced_ = std::move(fresh_); break; // it got through after all
    case 1: ++sometimes_["a snapshot is lost"]; break;
    default: {
        auto torn = damaged(d);
        if (synced_ && torn.bytes == synced_->bytes) break;
        if (torn.bytes != fresh_->bytes) {
            torn.reached.clear();
            ++sometimes_["a snapshot is damaged"];
        }
        synced_ = std::move(torn);
    }
    }
    fresh_.reset();
}

std::vector<version> disk::reached() const
{
    auto const* const last = newest();
    return last ? last->reached : std::vector<version>();
}

} // namespace simulation
