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

/// Predicates of events, for controller::watches(). Each accepts every add and delete, and an update if it
/// changed one part of the object. The projection declares that part. Lambdas combine predicates:
///
///     rollouts.watches(deployments, own_key,
///                      [](auto const& e) { return changed::generation(e) || changed::labels(e); });
namespace changed {

/// Accepts an update that changed metadata.generation. The server increases it with each change of the spec;
/// for custom resources with each change outside of metadata and status, and for deployments with changes of
/// the annotations, too. Objects of some kinds, such as services, nodes, leases and config maps, have no
/// generation: do not use it for them.
inline constexpr auto generation = [](auto const& e) {
    return e.kind != event_kind::updated || e.old->metadata.generation != e.cur->metadata.generation;
};
/// Accepts an update that changed metadata.labels.
inline constexpr auto labels = [](auto const& e) {
    return e.kind != event_kind::updated ||
           !detail::same_entries(e.old->metadata.labels, e.cur->metadata.labels);
};
/// Accepts an update that changed metadata.annotations.
inline constexpr auto annotations = [](auto const& e) {
    return e.kind != event_kind::updated ||
           !detail::same_entries(e.old->metadata.annotations, e.cur->metadata.annotations);
};
/// Accepts an update that changed anything, and so ignores resyncs only. Objects of metrics.k8s.io have no
/// resource version: such an object has changed if the two states are different objects in memory. A resync
/// shows one object twice.
inline constexpr auto resource_version = [](auto const& e) {
    if (e.kind != event_kind::updated || e.old.resource_version() != e.cur.resource_version()) return true;
    return e.cur.resource_version().empty() && e.old.ref() != e.cur.ref();
};

} // namespace changed

} // namespace coinformer
