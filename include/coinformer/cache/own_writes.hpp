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

/// Own writes of any projection, over a store's present state.
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

/// What this process wrote and its informer has not seen yet: reads through it show one's own creates, changes and
/// deletes at once. A write is forgotten as soon as the informer is at its version; until then it is newer than what
/// the informer has, after that it is not used any more. So reads never go back behind the informer, and nothing that
/// was deleted comes back, however late the answer to a write is. There is no time after which a write is dropped too
/// early.
///
/// An informer of several namespaces is at a version when all of them are, with their next bookmark at the latest, and
/// with queue_order::by_key an informer may be ahead of the version that it says. Until such an informer is at the
/// version of a write, an object that was written and then deleted may be shown. With a selector, an object that this
/// process deleted may be shown once more if it had left the selector and come back before that, until the informer
/// sees the deletion.
///
/// To see the writes of others, too, and in indices: `co_await informer.at_least(written_version(answer))`.
///
/// Threads    any.
/// Lifetime   keeps the informer's store readable.
template <projection T>
class own_writes {
public:
    /// At most `capacity` writes are kept; of more, the oldest is forgotten before the informer has seen it.
    explicit own_writes(shared_informer<T> const& informer, std::size_t capacity = 1000)
        : overlay_([informer] { return informer.snapshot().ref(); }, capacity)
    {
    }

    /// The server's answer to a create, replace or patch of an object in the informer's scope (namespaces, selectors),
    /// or to a delete that only marked it, for its finalizers or its grace period. Result: the object. Errors: those of
    /// decode_object(); nothing is remembered then.
    object_ptr<T> wrote(std::string_view answer)
    {
        auto object = decode_object<T>(answer);
        wrote(object);
        return object;
    }
    void wrote(object_ptr<T> const& object) { overlay_.wrote(object.ref()); }

    /// The server has deleted an object, whose last state one has seen or written. Its name may be used again.
    void removed(object_ptr<T> const& last) { overlay_.removed(last.ref()); }

    /// Null when there is no such object. For cluster-scoped kinds leave the namespace empty.
    object_ptr<T> get(std::string_view ns, std::string_view name) const
    {
        return object_ptr<T>(overlay_.get(object_key{ns, name}));
    }
    /// `ns` empty: all namespaces.
    std::vector<object_ptr<T>> list(std::string_view ns = {}) const { return detail::typed<T>(overlay_.list(ns)); }
    /// Those whose labels match. T declares metadata.labels.
    std::vector<object_ptr<T>> matching(label_selector const& selector, std::string_view ns = {}) const
    {
        auto found = list(ns);
        std::erase_if(found, [&](object_ptr<T> const& object) { return !selector.matches(object->metadata.labels); });
        return found;
    }

    /// Writes that the informer has not seen yet, deletes included.
    std::size_t size() const { return overlay_.size(); }

private:
    detail::write_overlay overlay_;
};

/// The resource version in the server's answer to a create, replace or patch: what to wait for before one reads.
/// Errors: api_error, those of decode_object(); errc::missing_field when it has none, as a Status.
std::string written_version(std::string_view answer);

} // namespace coinformer
