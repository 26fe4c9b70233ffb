#include "status_page/metrics_board.hpp"

#include "status_page/page_names.hpp"

#include <optional>
#include <utility>

namespace coinformer::detail {

namespace {

using series_labels = series_reader::labels;

std::string key_of(series_labels with)
{
    return informer_key(label_of(with, "group"), label_of(with, "version"), label_of(with, "resource"),
                        label_of(with, "name"));
}

} // namespace

std::string informer_key(std::string_view group, std::string_view version, std::string_view resource,
                         std::string_view name)
{
    std::string key;
    for (auto const part : {group, version, resource, name}) key.append(part).append(1, '\n');
    return key;
}

void page_plots::store(plot_moment at)
{
    for (auto* const p : {&events, &lag, &waiting, &objects, &memory, &received, &changes}) p->store(at);
}

metrics_board::metrics_board(sample_counts samples) : plots(samples)
{
    follow_informers();
    follow_handlers();
    follow_controllers();
    follow_requests();
}

void metrics_board::read(metrics const& from, time_point now, duration elapsed)
{
    now_ = now;
    elapsed_seconds_ = std::chrono::duration<double>(elapsed).count();
    informers_.begin_sample();
    handlers.begin_sample();
    queues.begin_sample();
    controllers.begin_sample();
    leases.begin_sample();
    requests.begin_sample();
    reader_.read(from);
}

std::shared_ptr<informer_numbers const> metrics_board::informer(std::string const& key) const
{
    return informers_.find(key);
}

std::shared_ptr<informer_numbers> metrics_board::numbers_of(labels with)
{
    return informers_.row(key_of(with), informer_numbers{});
}

void metrics_board::follow_informers()
{
    reader_.follow("coinformer_informer_events_total", [this](labels with) -> use {
        std::string const type(label_of(with, "type"));
        kept_line line(plots.events, type);
        bool const is_change = type == "added" || type == "modified" || type == "deleted";
        kept_line changes(plots.changes, key_of(with));
        return [this, line, is_change, changes, numbers = numbers_of(with)](series_values const& v) mutable {
            line.add(v.growth / elapsed_seconds_);
            if (is_change) changes.add(v.growth / elapsed_seconds_);
            if (is_change && v.growth > 0) numbers->last_event = now_;
        };
    });
    reader_.follow("coinformer_informer_lists_total", [this](labels with) -> use {
        std::string const cause(label_of(with, "cause")), form(label_of(with, "form"));
        return [numbers = numbers_of(with), cause, form, key = cause + '\n' + form](series_values const& v) {
            auto& row = numbers->lists[key];
            if (row.form.empty()) row = {cause, form, 0};
            row.count = v.value;
            if (v.growth > 0) numbers->cause_of_list = cause;
        };
    });
    reader_.follow("coinformer_informer_failures_total", [this](labels with) -> use {
        return [numbers = numbers_of(with),
                cause = std::string(label_of(with, "cause"))](series_values const& v) {
            if (v.growth > 0) numbers->cause_of_failure = cause;
        };
    });
}

void metrics_board::follow_handlers()
{
    using write = void (*)(metrics_board&, handler_row&, series_values const&);
    auto const follow = [this](std::string_view family, write how, plot* shown, bool is_histogram) {
        reader_.follow(family, [=, this](labels with) -> use {
            auto const name = label_of(with, "handler");
            if (name == name_of_page_handler) return nullptr;
            auto const informer = key_of(with);
            handler_row fresh{.informer = informer,
                              .resource =
                                  collection_label(label_of(with, "resource"), label_of(with, "name")),
                              .name = std::string(name)};
            auto row = handlers.row(informer + std::string(name), fresh);
            auto const title = name.empty() ? fresh.resource : fresh.resource + ' ' + fresh.name;
            std::optional<kept_line> line;
            if (shown) line.emplace(*shown, title);
            return [this, row, how, line, is_histogram](series_values const& v) mutable {
                if (how) how(*this, *row, v);
                if (!line) return;
                if (!is_histogram)
                    line->add(v.value);
                else if (v.count_growth != 0)
                    line->add(v.sum_growth / static_cast<double>(v.count_growth));
            };
        });
    };
    follow(
        "coinformer_handler_changes_total",
        [](metrics_board&, handler_row& row, series_values const& v) { row.changes = v.value; }, nullptr,
        false);
    follow(
        "coinformer_handler_failures_total",
        [](metrics_board&, handler_row& row, series_values const& v) { row.failures = v.value; }, nullptr,
        false);
    follow(
        "coinformer_handler_waiting_changes",
        [](metrics_board&, handler_row& row, series_values const& v) { row.waiting = v.value; },
        &plots.waiting, false);
    follow(
        "coinformer_handler_oldest_waiting_seconds",
        [](metrics_board&, handler_row& row, series_values const& v) { row.oldest_seconds = v.value; },
        nullptr, false);
    follow(
        "coinformer_handler_duration_seconds",
        [](metrics_board& board, handler_row& row, series_values const& v) {
            row.durations.add(board.now_, v.sum_growth, v.count_growth);
        },
        nullptr, true);
    follow("coinformer_handler_delay_seconds", nullptr, &plots.lag, true);
}

void metrics_board::follow_controllers()
{
    auto const queue = [this](std::string_view family, double queue_row::* number) {
        reader_.follow(family, [this, number](labels with) -> use {
            std::string const name(label_of(with, "name"));
            return [row = queues.row(name, {.name = name}), number](series_values const& v) {
                (*row).*number = v.value;
            };
        });
    };
    queue("workqueue_depth", &queue_row::depth);
    queue("workqueue_adds_total", &queue_row::adds);
    queue("workqueue_retries_total", &queue_row::retries);
    queue("workqueue_longest_running_processor_seconds", &queue_row::longest_running_seconds);
    queue("coinformer_workqueue_oldest_waiting_seconds", &queue_row::oldest_seconds);

    using write = void (*)(controller_row&, series_values const&);
    auto const controller = [this](std::string_view family, write how) {
        reader_.follow(family, [this, how](labels with) -> use {
            std::string const name(label_of(with, "controller"));
            return
                [row = controllers.row(name, {.name = name}), how](series_values const& v) { how(*row, v); };
        });
    };
    controller("controller_runtime_reconcile_total",
               [](controller_row& row, series_values const& v) { row.reconciles += v.value; });
    controller("controller_runtime_reconcile_errors_total",
               [](controller_row& row, series_values const& v) { row.errors = v.value; });
    controller("controller_runtime_active_workers",
               [](controller_row& row, series_values const& v) { row.active = v.value; });
    controller("coinformer_controller_owned_ratio",
               [](controller_row& row, series_values const& v) { row.owned = v.value; });
    controller("coinformer_controller_parked_keys",
               [](controller_row& row, series_values const& v) { row.parked = v.value; });
    controller("controller_runtime_reconcile_time_seconds", [](controller_row& row, series_values const& v) {
        row.sum_seconds = v.sum;
        row.count = v.count;
    });
    reader_.follow("leader_election_master_status", [this](labels with) -> use {
        std::string const name(label_of(with, "name"));
        return
            [row = leases.row(name, {.name = name})](series_values const& v) { row->leads = v.value != 0; };
    });
}

void metrics_board::follow_requests()
{
    auto const row_of = [this](labels with) {
        std::string const verb(label_of(with, "verb")), resource(label_of(with, "resource"));
        return requests.row(verb + '\n' + resource, {.verb = verb, .resource = resource});
    };
    reader_.follow("coinformer_request_duration_seconds", [this, row_of](labels with) -> use {
        return [this, row = row_of(with)](series_values const& v) {
            row->count += v.count;
            row->sum_seconds += v.sum;
            row->recent.add(now_, v.sum_growth, v.count_growth);
        };
    });
    reader_.follow("coinformer_received_bytes_total", [this, row_of](labels with) -> use {
        auto const resource = label_of(with, "resource");
        kept_line line(plots.received, resource.empty() ? "other paths" : std::string(resource));
        return [this, line, row = row_of(with)](series_values const& v) mutable {
            row->bytes += v.value;
            line.add(v.growth / elapsed_seconds_);
        };
    });
}

} // namespace coinformer::detail
