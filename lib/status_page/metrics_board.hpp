#pragma once

#include "status_page/history.hpp"
#include "status_page/metric_rows.hpp"
#include "status_page/series_reader.hpp"

#include <coinformer/core/environment.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The plots of a page.
struct page_plots {
    explicit page_plots(sample_counts counts) : samples(counts) {}

    sample_counts samples;
    plot events{"events", "Events a second", "1/s", value_of_minute::mean, samples};
    plot lag{"lag", "Time until a change was handled", "s", value_of_minute::largest, samples};
    plot waiting{"waiting", "Changes that wait for handlers", "changes", value_of_minute::largest, samples};
    plot objects{"objects", "Objects", "objects", value_of_minute::largest, samples};
    plot memory{"memory", "Memory of the collections", "B", value_of_minute::largest, samples};
    plot received{"received", "Received bytes a second", "B/s", value_of_minute::mean, samples};
    /// Changes a second, for each informer_key(): the small drawing in the row of a collection.
    plot changes{"changes", "Changes a second", "1/s", value_of_minute::mean, samples};

    void store(plot_moment at);
};

/// Turns what a registry shows into the rows and the plots of a page. Each series has a function that puts
/// its values where they belong; it is made when the series appears.
///
/// Threads    one at a time.
class metrics_board {
public:
    /// read() takes a sample. `samples` says how many of them there are in ten minutes and in a day.
    explicit metrics_board(sample_counts samples);
    metrics_board(metrics_board const&) = delete;

    /// Reads the registry. `elapsed` is the time since the sample before. Then the plots have to be stored.
    void read(metrics const& from, time_point now, duration elapsed);

    /// Returns the numbers of the informers with this key; null if there are none.
    std::shared_ptr<informer_numbers const> informer(std::string const& key) const;

    row_table<handler_row> handlers;
    row_table<queue_row> queues;
    row_table<controller_row> controllers;
    row_table<lease_row> leases;
    row_table<request_row> requests;
    page_plots plots;

private:
    using labels = series_reader::labels;
    using use = series_reader::use;

    void follow_informers();
    void follow_handlers();
    void follow_controllers();
    void follow_requests();
    std::shared_ptr<informer_numbers> numbers_of(labels with);

    series_reader reader_;
    row_table<informer_numbers> informers_;
    time_point now_;
    double elapsed_seconds_ = 1;
};

/// Identifies the informers with these labels in metrics.
std::string informer_key(std::string_view group, std::string_view version, std::string_view resource,
                         std::string_view name);

} // namespace coinformer::detail
