// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/events/v1/event.hpp>

namespace coinformer::detail {

namespace here = types::events;

constexpr member v1_event_series_rows[] = {COINFORMER_ROW(v1::event_series, count), COINFORMER_ROW(v1::event_series,
    lastObservedTime)};
constinit member_type const compiled_members<here::v1::event_series>::type =
    record_of<here::v1::event_series>(v1_event_series_rows);
constexpr member v1_event_rows[] = {COINFORMER_ROW(v1::event, metadata), COINFORMER_ROW(v1::event, eventTime),
    COINFORMER_ROW(v1::event, series), COINFORMER_ROW(v1::event, reportingController), COINFORMER_ROW(v1::event,
    reportingInstance), COINFORMER_ROW(v1::event, action), COINFORMER_ROW(v1::event, reason),
    COINFORMER_ROW(v1::event, regarding), COINFORMER_ROW(v1::event, related), COINFORMER_ROW(v1::event, note),
    COINFORMER_ROW(v1::event, type), COINFORMER_ROW(v1::event, deprecatedSource), COINFORMER_ROW(v1::event,
    deprecatedFirstTimestamp), COINFORMER_ROW(v1::event, deprecatedLastTimestamp), COINFORMER_ROW(v1::event,
    deprecatedCount)};
constinit member_type const compiled_members<here::v1::event>::type = record_of<here::v1::event>(v1_event_rows);
constexpr member v1_event_summary_object_reference_rows[] = {COINFORMER_ROW(v1::event_summary::object_reference,
    kind), COINFORMER_ROW(v1::event_summary::object_reference, namespace_),
    COINFORMER_ROW(v1::event_summary::object_reference, name), COINFORMER_ROW(v1::event_summary::object_reference,
    fieldPath)};
constinit member_type const compiled_members<here::v1::event_summary::object_reference>::type =
    record_of<here::v1::event_summary::object_reference>(v1_event_summary_object_reference_rows);
constexpr member v1_event_summary_event_source_rows[] = {COINFORMER_ROW(v1::event_summary::event_source, component),
    COINFORMER_ROW(v1::event_summary::event_source, host)};
constinit member_type const compiled_members<here::v1::event_summary::event_source>::type =
    record_of<here::v1::event_summary::event_source>(v1_event_summary_event_source_rows);
constexpr member v1_event_summary_rows[] = {COINFORMER_ROW(v1::event_summary, metadata),
    COINFORMER_ROW(v1::event_summary, regarding), COINFORMER_ROW(v1::event_summary, reason),
    COINFORMER_ROW(v1::event_summary, note), COINFORMER_ROW(v1::event_summary, deprecatedSource),
    COINFORMER_ROW(v1::event_summary, deprecatedFirstTimestamp), COINFORMER_ROW(v1::event_summary,
    deprecatedLastTimestamp), COINFORMER_ROW(v1::event_summary, deprecatedCount), COINFORMER_ROW(v1::event_summary,
    type), COINFORMER_ROW(v1::event_summary, eventTime), COINFORMER_ROW(v1::event_summary, series),
    COINFORMER_ROW(v1::event_summary, reportingController)};
constinit member_type const compiled_members<here::v1::event_summary>::type =
    record_of<here::v1::event_summary>(v1_event_summary_rows);

} // namespace coinformer::detail
