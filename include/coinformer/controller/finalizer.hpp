#pragma once

#include <coinformer/api/client.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

namespace detail {

/// The finalizers that an object shall have. Empty if the object already has the right ones.
using wanted_finalizers = std::optional<std::vector<std::string>>;

/// How write_finalizers() answers if the object no longer exists: it returns null, or throws
/// condition::not_found.
enum class when_gone { null, error };

/// Throws errc::bad_request if the object is null. `caller` is named in the message.
void require_object(object_ref const& object, resource const& of, char const* caller);

/// Returns the new state as an object of `type`, which is the projection's own: an object of an informer with
/// a transform may be a computed one, and its type says nothing about how to read an answer.
task<object_ref> write_finalizers(client api, resource of, object_ref object, object_type const& type,
                                  wanted_finalizers wanted, when_gone gone);

template <class Finalizers>
bool contains(Finalizers const& all, std::string_view finalizer)
{
    return std::ranges::any_of(all, [&](auto const& f) { return f == finalizer; });
}

template <class Finalizers>
std::vector<std::string> without(Finalizers const& all, std::string_view finalizer)
{
    std::vector<std::string> rest;
    for (auto const& f : all)
        if (f != finalizer) rest.emplace_back(f);
    return rest;
}

} // namespace detail

/// Adds a finalizer to an object, so that the server keeps the object until the finalizer is removed. Does
/// nothing if the object has the finalizer already. The write succeeds only if `object` is the newest state,
/// so that no change of anybody else is overwritten. The projection T declares metadata.finalizers.
///
/// Result     The object's new state.
/// Errors     condition::conflict if the object has changed since it was read: reconcile it again.
///            errc::invalid if the object is being deleted: check metadata.deletionTimestamp first.
///            errc::bad_request if `object` is null, thrown by the call itself. Those of client::request().
/// Cancel     At any time; the finalizer may or may not have been written.
template <projection T>
[[nodiscard]] task<object_ptr<T>> add_finalizer(client& api, object_ptr<T> object, std::string finalizer,
                                                resource of = resource_of<T>)
{
    detail::require_object(object.ref(), of, "add_finalizer()");
    auto const& present = object->metadata.finalizers;
    detail::wanted_finalizers wanted;
    if (!detail::contains(present, finalizer)) {
        wanted = detail::without(present, finalizer);
        wanted->push_back(std::move(finalizer));
    }
    return detail::typed<object_ptr<T>>(
        detail::write_finalizers(api, detail::interned(of), object.ref(), detail::object_type_of<T>(),
                                 std::move(wanted), detail::when_gone::error));
}

/// Removes a finalizer from an object, once its clean-up is done. Does nothing if the object does not have
/// it.
///
/// Result     The object's new state; null if the object no longer exists.
/// Errors     Those of add_finalizer(), except that a missing object is not an error.
/// Cancel     At any time; the finalizer may or may not have been removed.
template <projection T>
[[nodiscard]] task<object_ptr<T>> remove_finalizer(client& api, object_ptr<T> object, std::string finalizer,
                                                   resource of = resource_of<T>)
{
    detail::require_object(object.ref(), of, "remove_finalizer()");
    auto const& present = object->metadata.finalizers;
    detail::wanted_finalizers wanted;
    if (detail::contains(present, finalizer)) wanted = detail::without(present, finalizer);
    return detail::typed<object_ptr<T>>(detail::write_finalizers(api, detail::interned(of), object.ref(),
                                                                 detail::object_type_of<T>(),
                                                                 std::move(wanted), detail::when_gone::null));
}

} // namespace coinformer
