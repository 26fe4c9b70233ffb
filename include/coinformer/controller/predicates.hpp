#pragma once

#include <coinformer/api/labels.hpp>
#include <coinformer/cache/events.hpp>

namespace coinformer {

namespace detail {

bool same_entries(labels const& a, labels const& b) noexcept;

template <class Map>
bool same_entries(Map const& a, Map const& b)
{
    return a == b;
}

} // namespace detail

/// Which changes a controller wants to hear of: callables of an event<T>. What comes and what goes always passes, an
/// update when that part of the object is another one now, which the projection declares. They are joined by plain
/// lambdas:
///
///     [](auto const& e) { return changed::generation(e) || changed::labels(e); }
namespace changed {

/// The spec, of kinds whose server counts `generation`: not pods, config maps and others without a status of their own.
inline constexpr auto generation = [](auto const& e) {
    return e.kind != event_kind::updated || e.old->metadata.generation != e.cur->metadata.generation;
};
inline constexpr auto labels = [](auto const& e) {
    return e.kind != event_kind::updated || !detail::same_entries(e.old->metadata.labels, e.cur->metadata.labels);
};
inline constexpr auto annotations = [](auto const& e) {
    return e.kind != event_kind::updated ||
           !detail::same_entries(e.old->metadata.annotations, e.cur->metadata.annotations);
};
/// Anything at all: all but resyncs. An object without a version, as of metrics.k8s.io, has changed if it is not the
/// same object in memory, which it is in a resync.
inline constexpr auto resource_version = [](auto const& e) {
    if (e.kind != event_kind::updated || e.old.resource_version() != e.cur.resource_version()) return true;
    return e.cur.resource_version().empty() && e.old.ref() != e.cur.ref();
};

} // namespace changed

} // namespace coinformer
