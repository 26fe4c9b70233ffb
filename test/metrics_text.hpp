#pragma once

#include <coinformer/core/metrics.hpp>

#include <sstream>
#include <string>
#include <string_view>

/// Writes the values of a registry as text, a line each:
///
///     depth name=pods: 3
///     took_seconds name=pods: <=0.1:2 <=1:5 >1:1 sum 7.5
///
/// A histogram shows only the buckets that are not empty.
class metrics_text final : public coinformer::metrics_visitor {
public:
    /// Leaves out the families whose names do not begin with `prefix`.
    explicit metrics_text(std::string_view prefix) : prefix_(prefix) {}

    void family(coinformer::metric_family const& of) override
    {
        family_ = of;
        is_wanted_ = of.name.starts_with(prefix_);
    }
    void value(std::span<coinformer::metric_label const> labels, double value) override
    {
        if (!is_wanted_) return;
        begin(labels);
        out_ << ' ' << value << '\n';
    }
    void values(std::span<coinformer::metric_label const> labels, std::span<std::uint64_t const> counts,
                double sum) override
    {
        if (!is_wanted_) return;
        begin(labels);
        auto const& bounds = family_.bounds;
        for (std::size_t i = 0; i != counts.size(); ++i) {
            if (counts[i] == 0) continue;
            if (i != bounds.size())
                out_ << " <=" << bounds[i];
            else
                out_ << " >" << bounds.back();
            out_ << ':' << counts[i];
        }
        out_ << " sum " << sum << '\n';
    }
    std::string text() const { return out_.str(); }

private:
    void begin(std::span<coinformer::metric_label const> labels)
    {
        out_ << family_.name;
        for (auto const& l : labels) out_ << ' ' << l.name << '=' << l.value;
        out_ << ':';
    }

    std::string prefix_;
    coinformer::metric_family family_;
    bool is_wanted_ = false;
    std::ostringstream out_;
};

/// The lines of all families whose names begin with `prefix`.
inline std::string metric_lines(coinformer::metrics_registry const& registry, std::string_view prefix = {})
{
    metrics_text by(prefix);
    registry.visit(by);
    return by.text();
}
