#include "fleet/cluster_log.hpp"

#include "core/printable.hpp"
#include "core/process_wide.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace coinformer::detail {

namespace {

/// Adds the name of a cluster to each line.
class named_log final : public log_sink {
public:
    named_log(log_sink& to, std::string_view cluster) : to_(to), cluster_(printable(cluster)) {}

    bool enabled(log_level level) const noexcept override { return to_.enabled(level); }
    void write(log_level level, std::string_view message, std::span<log_field const> fields) noexcept override
    {
        // The library's lines have fewer fields; of a longer line by the user the last ones are left out.
        std::array<log_field, 16> all{};
        auto const kept = std::min(fields.size(), all.size() - 1);
        std::copy_n(fields.begin(), kept, all.begin());
        all[kept] = {"cluster", cluster_};
        to_.write(level, message, std::span(all).first(kept + 1));
    }

private:
    log_sink& to_;
    std::string const cluster_;
};

struct named_logs {
    std::mutex lock;
    std::map<std::pair<log_sink*, std::string>, std::unique_ptr<named_log>> by_name; // locked
};

} // namespace

log_sink& cluster_log(log_sink& to, std::string const& cluster)
{
    static auto& all = process_wide<named_logs>();
    std::lock_guard const hold(all.lock);
    auto const known = all.by_name.find({&to, cluster});
    if (known != all.by_name.end()) return *known->second;
    if (all.by_name.size() >= most_cluster_logs) return to;
    return *all.by_name.emplace(std::pair(&to, cluster), std::make_unique<named_log>(to, cluster))
                .first->second;
}

} // namespace coinformer::detail
