#pragma once

#include <coinformer/api/client.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

namespace detail {

/// The finalizers of an object, as they are to be; none: as they are.
using wanted_finalizers = std::optional<std::vector<std::string>>;

/// When the object is gone: null, or condition::not_found.
enum class when_gone { null, error };

task<object_ref> write_finalizers(client api, resource of, object_ref object, wanted_finalizers wanted, when_gone gone);

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

/// Sees to it that an object has a finalizer: from then on it is not gone before the finalizer is removed. Writes only
/// when it lacks it, and only what `object` is the newest state of: nobody's change is overwritten. T declares
/// metadata.finalizers.
///
/// Result     the object as it is now.
/// Errors     condition::conflict when it has changed since (reconcile it again); errc::invalid when it is being
///            deleted: look at metadata.deletionTimestamp first; those of client::request().
/// Cancel     at any time; it may or may not have been written.
template <projection T>
[[nodiscard]] task<object_ptr<T>> add_finalizer(client& api, object_ptr<T> object, std::string finalizer,
                                                resource of = resource_of<T>)
{
    auto const& present = object->metadata.finalizers;
    detail::wanted_finalizers wanted;
    if (!detail::contains(present, finalizer)) {
        wanted = detail::without(present, finalizer);
        wanted->push_back(std::move(finalizer));
    }
    return detail::typed<object_ptr<T>>(
        detail::write_finalizers(api, detail::kept(of), object.ref(), std::move(wanted), detail::when_gone::error));
}

/// The other way round: when what it was for is cleaned up. Result: the object as it is now; null when it is gone.
/// Errors, cancellation: as add_finalizer(), but that an object that is gone is none.
template <projection T>
[[nodiscard]] task<object_ptr<T>> remove_finalizer(client& api, object_ptr<T> object, std::string finalizer,
                                                   resource of = resource_of<T>)
{
    auto const& present = object->metadata.finalizers;
    detail::wanted_finalizers wanted;
    if (detail::contains(present, finalizer)) wanted = detail::without(present, finalizer);
    return detail::typed<object_ptr<T>>(
        detail::write_finalizers(api, detail::kept(of), object.ref(), std::move(wanted), detail::when_gone::null));
}

} // namespace coinformer
