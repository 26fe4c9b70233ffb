#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/cache/delta.hpp>
#include <coinformer/cache/snapshot.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::parts {

/// The kinds of deltas. Each says something else about a collection.
enum class delta_kind {
    added,    ///< an object was created
    updated,  ///< an object has changed; also its state again, by delta_fifo::resync()
    deleted,  ///< an object was deleted; delta::object() is its last state
    lost,     ///< an object was deleted, and its last state could not be decoded: only its key is known
    replaced, ///< a list is complete: delta::objects() are there, and others of its namespace are not, unless
              ///< it says so (delta::undecoded(), delta::is_complete())
    bookmark, ///< every change up to delta::resource_version() has come
};

namespace detail {

using untyped_delta = coinformer::detail::delta;
using coinformer::detail::object_ref;

delta_kind kind_of(untyped_delta const& d) noexcept;
object_key key_of(untyped_delta const& d) noexcept;
object_ref object_of(untyped_delta const& d) noexcept;
std::vector<object_ref> const& objects_of(untyped_delta const& d) noexcept;
std::string_view version_of(untyped_delta const& d) noexcept;
std::string_view ns_of(untyped_delta const& d) noexcept;
std::vector<std::pair<std::string, std::string>> const& undecoded_of(untyped_delta const& d) noexcept;
bool is_complete(untyped_delta const& d) noexcept;
object_ref demanded(object_ref object); ///< throws errc::bad_request if it is null
untyped_delta replacement(std::vector<object_ref> objects, std::string version, std::string ns);
untyped_delta reached(std::string version, std::string ns);

} // namespace detail

/// A change of a collection on its way from a reflector to a store: the kind, and what belongs to it.
///
/// Threads    as a value: one at a time. It can be moved, and not copied.
template <class T>
class delta {
public:
    explicit delta(detail::untyped_delta of) : of_(std::move(of)) {}

    // Errors of those that take objects: errc::bad_request if a pointer is null.
    static delta added(object_ptr<T> const& o)
    {
        return delta(coinformer::detail::object_added(detail::demanded(o.ref())));
    }
    static delta updated(object_ptr<T> const& o)
    {
        return delta(coinformer::detail::object_updated(detail::demanded(o.ref())));
    }
    static delta deleted(object_ptr<T> const& last)
    {
        return delta(coinformer::detail::object_deleted(detail::demanded(last.ref())));
    }
    /// The list of one namespace; of all of them if `ns` is empty. If several objects have the same key, the
    /// last one counts.
    static delta replaced(std::vector<object_ptr<T>> const& all, std::string resource_version,
                          std::string ns = {})
    {
        std::vector<detail::object_ref> objects;
        objects.reserve(all.size());
        for (auto const& o : all) objects.push_back(detail::demanded(o.ref()));
        return delta(detail::replacement(std::move(objects), std::move(resource_version), std::move(ns)));
    }
    static delta bookmark(std::string resource_version, std::string ns = {})
    {
        return delta(detail::reached(std::move(resource_version), std::move(ns)));
    }

    delta_kind kind() const noexcept { return detail::kind_of(of_); }
    /// The object that was added, updated or deleted; null for other kinds.
    object_ptr<T> object() const { return object_ptr<T>(detail::object_of(of_)); }
    /// The key of the object that was added, updated, deleted or lost; empty for other kinds. It is valid as
    /// long as this delta.
    object_key key() const noexcept { return detail::key_of(of_); }
    /// The objects of a collection that was replaced; none for other kinds. If the reflector was given an
    /// indexer (reflector::skip_unchanged()), objects are missing here that the indexer has already in the
    /// same version; indexer::apply() knows them.
    std::vector<object_ptr<T>> objects() const
    {
        return coinformer::detail::typed<T>(detail::objects_of(of_));
    }
    /// The namespace that was listed, or whose watch has sent the bookmark; empty for all namespaces, and for
    /// other kinds.
    std::string_view ns() const noexcept { return detail::ns_of(of_); }
    /// Namespace and name of objects that are in a list and could not be decoded: they exist all the same.
    /// An object whose name or namespace could not be read is not among them: see is_complete(). Empty for
    /// deltas of other kinds.
    std::vector<std::pair<std::string, std::string>> const& undecoded() const noexcept
    {
        return detail::undecoded_of(of_);
    }
    /// False for a list with an object that cannot be named, because its name or its namespace could not be
    /// read. Then no object counts as deleted because the list lacks it.
    bool is_complete() const noexcept { return detail::is_complete(of_); }
    /// Every change up to this version has come with this delta and those before it. May be empty.
    std::string_view resource_version() const noexcept { return detail::version_of(of_); }

    /// For the other parts.
    detail::untyped_delta release() && { return std::move(of_); }

private:
    detail::untyped_delta of_;
};

namespace detail {

template <class T>
std::vector<delta<T>> typed(std::vector<untyped_delta>&& untyped) // without memory, they stay there
{
    std::vector<delta<T>> typed;
    typed.reserve(untyped.size());
    for (auto& d : untyped) typed.emplace_back(std::move(d));
    return typed;
}

} // namespace detail

} // namespace coinformer::parts
