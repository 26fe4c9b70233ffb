#pragma once

#include <coinformer/cache/shared_informer.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

namespace detail {

/// The part of own_writes that does not depend on the projection: the remembered writes, laid over the
/// present state of a store.
class write_overlay {
public:
    write_overlay(std::function<snapshot_ref()> present, std::size_t capacity);
    ~write_overlay();

    void wrote(object_ref object);
    void removed(object_ref last);
    object_ref get(object_key key) const;
    std::vector<object_ref> list(std::string_view ns) const;
    std::size_t size() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace detail

/// Remembers what this process wrote until its informer has seen it, so that reads through this object show
/// the process's own creates, changes and deletes at once.
///
/// A write is forgotten as soon as the informer has reached its version. Until then it is newer than the
/// informer's state, and reads prefer it. So reads never show less than the informer does, and a deleted
/// object does not come back, however late the answer to a write arrives. No time-out drops a write before
/// the informer has caught up.
///
/// There are four exceptions:
/// - An informer of several namespaces has reached a version when all of its namespaces have, with their next
///   bookmark at the latest, and with queue_order::by_key an informer may be ahead of its version. Until such
///   an informer has reached the version of a write, reads may show an object that was written and then
///   deleted.
/// - With a selector, an object that this process deleted may be shown once more if it had left the selector
///   and come back before that, until the informer sees the deletion.
/// - With a share that changes (informer_options::shard), the object of a write may move to another
///   process before the informer has reached the version of the write. Until the informer has reached it,
///   reads show the object as it was written, although the informer does not keep it any more, and other
///   processes may have changed or deleted it since.
/// - A resource version has an order only if it is a decimal number without a leading zero (KEP-5504), as
///   those of Kubernetes are. Some servers, such as the proxy of Karmada, have other versions. Nobody can
///   tell then whether the informer or the write is newer, so creates and changes are not remembered, and
///   reads show the informer's state. A delete is remembered if the informer has the object at that time, and
///   hides it until the informer has seen the deletion.
///
/// Indices do not show own writes, and neither do the writes of other processes appear here early. To wait
/// for both, use `co_await informer.at_least(written_version(answer))`.
///
/// Threads    any.
/// Lifetime   keeps the informer's store readable.
template <projection T>
class own_writes {
public:
    /// Remembers at most `capacity` writes. If there are more, the oldest one is forgotten before the
    /// informer has seen it.
    explicit own_writes(shared_informer<T> const& informer, std::size_t capacity = 1000)
        : overlay_([informer] { return informer.snapshot().ref(); }, capacity)
    {
    }

    /// Remembers a write. `answer` is the server's answer to a create, replace or patch of an object in the
    /// informer's scope (namespaces and selectors), or to a delete that only marked the object, because of
    /// finalizers or a grace period. A version without an order is not remembered.
    ///
    /// Result     the object in the answer.
    /// Errors     those of decode_object(); nothing is remembered then.
    object_ptr<T> wrote(std::string_view answer)
    {
        auto object = decode_object<T>(answer);
        wrote(object);
        return object;
    }
    /// Remembers a write whose answer has been decoded. Errors: errc::bad_request if `object` is null.
    void wrote(object_ptr<T> const& object) { overlay_.wrote(object.ref()); }

    /// Remembers that the server has deleted an object. `last` is its last state that this process has seen
    /// or written. Another object may have its name later. Errors: errc::bad_request if `last` is null.
    void removed(object_ptr<T> const& last) { overlay_.removed(last.ref()); }

    /// Returns the object, or null if there is none of this name. For cluster-scoped kinds leave the
    /// namespace empty.
    object_ptr<T> get(std::string_view ns, std::string_view name) const
    {
        return object_ptr<T>(overlay_.get(object_key{ns, name}));
    }
    /// Returns the objects of a namespace, or of all namespaces if `ns` is empty.
    std::vector<object_ptr<T>> list(std::string_view ns = {}) const
    {
        return detail::typed<T>(overlay_.list(ns));
    }
    /// Returns the objects of list() whose labels match. T declares metadata.labels.
    std::vector<object_ptr<T>> matching(label_selector const& selector, std::string_view ns = {}) const
    {
        auto found = list(ns);
        std::erase_if(
            found, [&](object_ptr<T> const& object) { return !selector.matches(object->metadata.labels); });
        return found;
    }

    /// Returns the number of writes that the informer has not seen yet, deletes included.
    std::size_t size() const { return overlay_.size(); }

private:
    detail::write_overlay overlay_;
};

/// Returns the resource version in the server's answer to a create, replace or patch. Pass it to
/// shared_informer::at_least() to read what was written.
///
/// Errors     those of decode_object(); errc::missing_field if the answer has no resource version, as a
///            Status.
std::string written_version(std::string_view answer);

} // namespace coinformer
