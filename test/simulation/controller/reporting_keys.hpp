#pragma once

#include <coinformer/controller/work_queue.hpp>

#include <functional>
#include <memory>

namespace simulation {

/// Called at the moment when a key leaves a queue whose hash is reporting_hash. There is one such queue at a
/// time. Each world sets it for its own queue.
inline std::function<void()> on_key_taken;

/// The hash of queues that report each key that leaves them. The metrics count a key only when a worker has
/// it, and work_queue::status() would move delayed keys, so neither can take the place of this report.
template <class Key>
struct reporting_hash {};

} // namespace simulation

namespace coinformer::detail {

/// As the keys with the usual hash, but reports when a queue asks for a key: it does so only when the key
/// leaves it.
template <class Key>
class typed_work_keys<Key, simulation::reporting_hash<Key>> final : public work_keys {
public:
    std::uint32_t find_or_add(void const* key) override { return keys_.find_or_add(key); }
    std::optional<std::uint32_t> find(void const* key) const override { return keys_.find(key); }
    void const* key(std::uint32_t number) const noexcept override
    {
        simulation::on_key_taken();
        return keys_.key(number);
    }
    void free(std::uint32_t number) noexcept override { keys_.free(number); }
    std::uint64_t group(std::uint32_t number) const noexcept override { return keys_.group(number); }

private:
    typed_work_keys<Key, default_hash<Key>> keys_;
};

} // namespace coinformer::detail
