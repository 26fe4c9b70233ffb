#pragma once

#include <coinformer/core/metrics.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The present values of one series of a registry, and how much it has grown since the sample before.
struct series_values {
    double value = 0, growth = 0;              ///< a counter or a gauge
    std::uint64_t count = 0, count_growth = 0; ///< the number of the values of a histogram
    double sum = 0, sum_growth = 0;            ///< the sum of the values of a histogram
};

/// Returns the value of a label; empty if the series does not have it.
std::string_view label_of(std::span<metric_label const> labels, std::string_view name);

/// Reads the same families of a registry once a second. A registry shows its series in the same order each
/// time, so the reader keeps them in a list of that order, and compares the labels only with the place where
/// it is: reading costs no search and no memory while no series appears or ends.
///
/// Threads    one at a time.
class series_reader final : private metrics_visitor {
public:
    using labels = std::span<metric_label const>;
    /// Called in each sample with the values of one series.
    using use = std::function<void(series_values const&)>;
    /// Called when a series appears. Returns what is done with its values, or null.
    using bind = std::function<use(labels)>;

    /// Reads this family from now on.
    void follow(std::string_view family, bind how) { families_[std::string(family)] = std::move(how); }

    /// Reads all values. In the first sample nothing counts as growth; later a new series counts as grown
    /// from zero.
    void read(metrics const& from);

private:
    using family_map = std::map<std::string, bind, std::less<>>;
    struct series {
        family_map::iterator family;
        std::vector<std::string> labels; // the values; the names are the same in the whole family
        series_values last;
        use use_values;
    };

    void family(metric_family const& of) override;
    void value(labels with, double value) override;
    void values(labels with, std::span<std::uint64_t const> counts, double sum) override;

    series& next(labels with);
    void drop_until(std::size_t at);

    family_map families_;
    std::vector<series> series_;
    std::size_t at_ = 0; // where in the list the present visit is
    family_map::iterator present_ = families_.end();
    bool is_first_ = true;
};

} // namespace coinformer::detail
