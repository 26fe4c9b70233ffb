#pragma once

#include "status_page/json_writer.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

inline constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// A moment as the plots count it: the number of the sample, and of the minute, since the page's beginning.
struct plot_moment {
    std::uint64_t sample = 0, minute = 0;
};

/// How the values of a minute become one value for the plot of a day.
enum class value_of_minute { mean, largest };

/// The number of samples in ten minutes, and in a day. The defaults are those of a sample each second, which
/// is the shortest interval of a page.
struct sample_counts {
    std::uint64_t in_ten_minutes = 600, in_day = 24 * 3600;
};

/// One line of a plot: its last 600 samples, and the last 1,440 minutes. The values lie where the number of
/// their sample or minute says, so all lines of a plot have the same axis. A line without a value at a moment
/// has a gap there.
class plot_line {
public:
    static constexpr std::size_t samples = 600, minutes = 1440;

    /// Adds to the value of the present sample.
    void add(double value) noexcept
    {
        pending_ += value;
        has_pending_ = true;
    }
    /// Ends the present sample, whose number is `at.sample`. `skipped` samples before it were not taken.
    void store(plot_moment at, std::uint64_t skipped, value_of_minute how) noexcept;

    /// True if the line was taken out of its plot, because the place was needed.
    bool dropped = false;
    std::uint64_t quiet_samples = 0; ///< the number of samples since its last value
    std::array<float, samples> by_sample = filled<samples>();
    std::array<float, minutes> by_minute = filled<minutes>();

private:
    template <std::size_t N>
    static std::array<float, N> filled()
    {
        std::array<float, N> all;
        all.fill(no_value);
        return all;
    }

    double pending_ = 0;
    bool has_pending_ = false;
    std::uint64_t minute_ = 0; // the minute that the next three members are about
    double sum_ = 0, largest_ = 0;
    std::uint64_t count_ = 0;
};

/// Which spans of time are written. A page asks for the one that it shows, because they are large.
enum class plot_spans : std::uint8_t { all, ten_minutes, day };
inline constexpr std::size_t plot_spans_count = 3;

/// A plot of at most 64 lines. A line that had no value for ten minutes gives its place to a new one, and a
/// line that had none for a day is forgotten.
class plot {
public:
    static constexpr std::size_t most_lines = 64, most_shown = 12;

    plot(std::string_view id, std::string_view title, std::string_view unit, value_of_minute how,
         sample_counts samples = {})
        : id_(id), title_(title), unit_(unit), how_(how), samples_(samples)
    {
    }

    /// Returns the line of this name. Null if there is no place for it.
    std::shared_ptr<plot_line> line(std::string const& name);
    /// Ends the present sample of all lines.
    void store(plot_moment at);
    /// Writes the largest lines of these spans. `begin` is the time of sample 0, in seconds since 1970, and
    /// `step` the time between two samples.
    void write(json_writer& to, plot_spans which, double begin, double step) const;
    /// Writes one line alone, for a small drawing: each value is the mean of several. Writes null if there is
    /// no such line.
    void write_small(json_writer& to, std::string const& name, double begin, double step) const;

private:
    void drop_one_without_values();

    std::string_view id_, title_, unit_;
    value_of_minute how_;
    sample_counts samples_;
    plot_moment last_;
    bool has_stored_ = false;
    std::map<std::string, std::shared_ptr<plot_line>> lines_;
};

/// A line of a plot, which is looked up again if the plot has dropped it.
class kept_line {
public:
    kept_line(plot& in, std::string name) : plot_(in), name_(std::move(name)) {}
    void add(double value)
    {
        if (!line_ || line_->dropped) line_ = plot_.line(name_);
        if (line_) line_->add(value);
    }

private:
    plot& plot_;
    std::string name_;
    std::shared_ptr<plot_line> line_;
};

} // namespace coinformer::detail
