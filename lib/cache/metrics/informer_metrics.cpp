#include "cache/metrics/informer_metrics.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr auto gauge_type = metric_type::gauge;

// The next three families have the names, labels and bounds of client-go 1.36.
constexpr std::array processing_bounds{0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0};
constexpr metric_family queued_items{.name = "informer_queued_items",
                                     .help = "Deltas that wait between the network and the store.",
                                     .type = gauge_type};
constexpr metric_family processing{.name = "informer_processing_latency_seconds",
                                   .help =
                                       "Time to put a delta in the store, and to queue it for the handlers.",
                                   .type = metric_type::histogram,
                                   .bounds = processing_bounds};
constexpr metric_family store_version{.name = "informer_store_resource_version",
                                      .help = "The last 15 digits of the resource version of the store.",
                                      .type = gauge_type,
                                      .together = gauges_together::largest};

constexpr metric_family objects_in_store{
    .name = "coinformer_informer_objects", .help = "Objects in the store.", .type = gauge_type};
constexpr metric_family share_in_store{
    .name = "coinformer_informer_share_ratio",
    .help = "The part of the key space whose objects are in the store, 0 to 1.",
    .type = gauge_type,
    .together = gauges_together::largest};
constexpr metric_family memory_in_use{.name = "coinformer_informer_bytes",
                                      .help = "Memory that the informer takes, by what takes it.",
                                      .type = gauge_type};
constexpr metric_family events{.name = "coinformer_informer_events_total",
                               .help = "Lines of watches, by type."};
constexpr metric_family lists{.name = "coinformer_informer_lists_total",
                              .help = "Lists begun, by form and by the failure that made them necessary."};
constexpr metric_family watches{.name = "coinformer_informer_watches_total",
                                .help = "Watches begun, streamed lists included."};
constexpr metric_family attempts_failed{.name = "coinformer_informer_failures_total",
                                        .help = "Attempts to list or watch that failed, by cause."};
constexpr metric_family undecodable{.name = "coinformer_informer_decode_faults_total",
                                    .help = "Objects that could not be decoded."};
constexpr metric_family freshness{.name = "coinformer_informer_seconds_since_proof",
                                  .help = "Time since the copy was proven to be up to date.",
                                  .type = gauge_type,
                                  .together = gauges_together::largest};
constexpr metric_family first_list{
    .name = "coinformer_informer_first_list_seconds",
    .help = "Time from the making of the informer until its first list was in the store.",
    .type = gauge_type,
    .together = gauges_together::largest};

// The names of the watch_events::step values, in their order. The first one is no line.
constexpr std::array<std::string_view, 9> types{"",        "added",    "modified", "deleted",    "left_out",
                                                "foreign", "bookmark", "error",    "undecodable"};

// A double holds 15 digits exactly.
std::optional<double> number_of(std::string_view version)
{
    constexpr std::size_t digits = 15;
    if (version.size() > digits) version.remove_prefix(version.size() - digits);
    std::uint64_t number = 0;
    auto const end = version.data() + version.size();
    auto const [stopped, why] = std::from_chars(version.data(), end, number);
    if (why != std::errc() || stopped != end) return std::nullopt;
    return static_cast<double>(number);
}

} // namespace

std::unique_ptr<informer_metrics> informer_metrics::make(environment const& env, informer_labels labels)
{
    if (!env.metrics) return nullptr;
    return std::unique_ptr<informer_metrics>(new informer_metrics(env, std::move(labels)));
}

informer_metrics::informer_metrics(environment const& env, informer_labels labels)
    : env_(env), labels_(std::move(labels)), began_(env.time->now())
{
    auto const& make = env_.metrics;
    auto const all = labels_.with();
    for (std::size_t i = 1; i != types.size(); ++i)
        events_[i] = make.counter(events, labels_.with({{"type", types[i]}}));
    watches_ = make.counter(watches, all);
    faults_ = make.counter(undecodable, all);
    objects_ = make.gauge(objects_in_store, all);
    store_version_ = make.gauge(store_version, all);
    first_list_ = make.gauge(first_list, all);
    processing_ = make.histogram(processing, all);
}

void informer_metrics::list_begins(std::string_view how, std::string const& why)
{
    auto const [place, is_new] = lists_.try_emplace({std::string(how), why});
    if (is_new) place->second = env_.metrics.counter(lists, labels_.with({{"cause", why}, {"form", how}}));
    place->second.add();
}

void informer_metrics::failed(error_code why)
{
    auto const cause = why.message();
    auto const [place, is_new] = failures_.try_emplace(cause);
    if (is_new) place->second = env_.metrics.counter(attempts_failed, labels_.with({{"cause", cause}}));
    place->second.add();
}

gauge informer_metrics::make_freshness() const
{
    return env_.metrics.gauge(freshness, labels_.with(), env_.time);
}

void informer_metrics::show_memory(std::function<memory_account()> const& now)
{
    using part = std::pair<std::string_view, std::size_t memory_account::*>;
    for (auto const& [name, of] :
         {part("objects", &memory_account::objects), part("indices", &memory_account::indices),
          part("backlogs", &memory_account::backlogs)}) {
        auto const read = [now, of]() -> std::optional<double> { return static_cast<double>(now().*of); };
        memory_.push_back(env_.metrics.gauge_of(read, memory_in_use, labels_.with({{"part", name}})));
    }
}

void informer_metrics::show_queue(std::function<std::size_t()> now)
{
    auto const read = [now = std::move(now)]() -> std::optional<double> {
        return static_cast<double>(now());
    };
    queued_ = env_.metrics.gauge_of(read, queued_items, labels_.with());
}

void informer_metrics::show_share()
{
    share_ = env_.metrics.gauge(share_in_store, labels_.with());
    share_.set(0);
}

void informer_metrics::applied(store_facts const& now)
{
    share_.set(now.share);
    objects_.set(static_cast<double>(now.objects));
    if (auto const number = number_of(now.version)) store_version_.set(*number);
    if (now.has_first_list && !std::exchange(has_listed_, true))
        first_list_.set(std::chrono::duration<double>(env_.time->now() - began_).count());
}

void informer_metrics::processed(std::size_t deltas, duration time) const noexcept
{
    processing_.observe(time / static_cast<duration::rep>(deltas), deltas);
}

} // namespace coinformer::detail
