#pragma once

#include "verdict.hpp"

#include <coinformer/core/log.hpp>

#include <string_view>

namespace simulation {

/// Counts the audits that find nothing wrong, by the lines that they log: nothing else tells of them. Other
/// lines are dropped.
class audit_ear final : public coinformer::log_sink {
public:
    /// `listens` is false if no informer is audited: then no line need be written.
    audit_ear(bool listens, sometimes_counts& counts) : listens_(listens), counts_(counts) {}

    bool enabled(coinformer::log_level) const noexcept override { return listens_; }
    void write(coinformer::log_level, std::string_view message,
               std::span<coinformer::log_field const> fields) noexcept override
    {
        if (message != "an audit has found the copy equal to the server's") return;
        for (auto const& f : fields)
            if (f.key == "by")
                ++counts_[f.value.starts_with("a list") ? "a list is an audit"
                                                        : "an audit compares a collection"];
    }

private:
    bool listens_;
    sometimes_counts& counts_;
};

} // namespace simulation
