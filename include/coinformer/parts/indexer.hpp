#pragma once

#include <coinformer/cache/events.hpp>
#include <coinformer/cache/index_values.hpp>
#include <coinformer/cache/snapshot.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/parts/delta.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::parts {

namespace detail {

class index_store;     // an indexer without the type of its objects
class untyped_changes; // a batch of changes without the type of its objects

struct free_changes {
    void operator()(untyped_changes* c) const noexcept;
};
using changes_ptr = std::unique_ptr<untyped_changes, free_changes>;
std::vector<coinformer::detail::change> take_all(changes_ptr from);

using index_function = std::function<std::vector<std::string>(object_ref const&)>;

std::shared_ptr<index_store> make_store(environment env, std::vector<std::string> namespaces);
void add_index(index_store& to, std::string name, index_function values);
changes_ptr apply(index_store& to, std::vector<untyped_delta> deltas);
changes_ptr remove(index_store& from, object_key const& key);
coinformer::detail::snapshot_ref snapshot_of(index_store const& of);

} // namespace detail

/// The changes that one step of an indexer has made, for handlers: see fan_out::distribute(). An update that
/// changes nothing makes no change.
template <class T>
class changes {
public:
    explicit changes(detail::changes_ptr from) noexcept : from_(std::move(from)) {}

    /// Returns the changes one by one, in order, for code that has no fan_out. Afterwards this object is
    /// empty.
    std::vector<event<T>> take()
    {
        std::vector<event<T>> all;
        for (auto& c : detail::take_all(std::move(from_)))
            all.push_back({c.what, object_ptr<T>(std::move(c.old)), object_ptr<T>(std::move(c.cur)),
                           c.initial, c.final});
        return all;
    }

    /// For the other parts.
    detail::changes_ptr release() && { return std::move(from_); }

private:
    detail::changes_ptr from_;
};

/// A store of objects with indices: client-go's Indexer and ThreadSafeStore. It is the store that every
/// informer has inside.
///
///     parts::indexer<pod> pods;
///     pods.index("phase", [](pod const& p) { return p.status.phase.to_owned(); });
///     pods.put(decode_object<pod>(text_of("pod.json")));
///     for (auto const& p : pods.by_index("phase", "Running")) std::cout << to_string(p.key()) << '\n';
///
/// Threads    Functions that change it: one thread at a time. Functions that read it, and snapshots: any.
/// Lifetime   A handle: copies refer to the same store.
/// Errors     Functions that change it throw std::bad_alloc; then its objects are as they were.
template <class T>
class indexer {
public:
    /// The environment's log gets the failures of index functions. `namespaces` are those that reflectors
    /// read one by one into this store; if there are none, one reflector reads everything. The version of the
    /// store is the lowest one that all of them have reached.
    explicit indexer(environment env = {}, std::vector<std::string> namespaces = {})
        : store_(detail::make_store(std::move(env), std::move(namespaces)))
    {
    }

    /// Adds an index, and files the present objects in it: see shared_informer::index().
    ///
    /// Errors     errc::index_exists; errc::bad_request if the name is empty.
    template <class F>
    void index(std::string name, F values)
    {
        static_assert(
            coinformer::detail::index_argument_of<T, F>() != coinformer::detail::index_argument::none,
            "indexer::index() takes a function of `T const&` or `object_ptr<T> const&` that can be called "
            "while const");
        detail::add_index(*store_, std::move(name),
                          [of = std::move(values)](detail::object_ref const& object) {
                              return coinformer::detail::call_index_function<T>(of, object);
                          });
    }

    // ---- changes

    /// Adds the object, or replaces the one of the same key. An object with another UID than the present one
    /// is another object: the changes are then a delete and an add.
    ///
    /// Errors     errc::bad_request if the pointer is null.
    changes<T> put(object_ptr<T> const& object)
    {
        if (!object) throw api_error(errc::bad_request, "parts::indexer::put()", "the object is null");
        return apply(delta<T>::updated(object));
    }
    /// Removes an object, if it is there.
    changes<T> remove(std::string_view ns, std::string_view name)
    {
        return changes<T>(detail::remove(*store_, object_key{ns, name}));
    }
    /// Makes these the only objects of the namespace, or the only ones at all if `ns` is empty, in one step.
    changes<T> replace(std::vector<object_ptr<T>> const& all, std::string resource_version = {},
                       std::string ns = {})
    {
        return apply(delta<T>::replaced(all, std::move(resource_version), std::move(ns)));
    }
    /// Does what a delta says. Deletions that a list implies have final_state::unknown.
    changes<T> apply(delta<T> d)
    {
        std::vector<delta<T>> one;
        one.push_back(std::move(d));
        return apply(std::move(one));
    }
    /// Does what the deltas say that delta_fifo::pop() has returned, in one step.
    ///
    /// Errors     errc::bad_request if two of them concern the same object, or one that is no change of a
    ///            single object stands beside others.
    changes<T> apply(std::vector<delta<T>> popped)
    {
        std::vector<detail::untyped_delta> untyped;
        untyped.reserve(popped.size());
        for (auto& d : popped) untyped.push_back(std::move(d).release());
        return changes<T>(detail::apply(*store_, std::move(untyped)));
    }

    // ---- questions; to ask several about one state, take snapshot() once

    coinformer::snapshot<T> snapshot() const { return coinformer::snapshot<T>(detail::snapshot_of(*store_)); }
    std::size_t size() const { return snapshot().size(); }
    object_ptr<T> get(std::string_view ns, std::string_view name) const { return snapshot().get(ns, name); }
    object_range<T> list() const { return snapshot().list(); }
    object_range<T> in_namespace(std::string_view ns) const { return snapshot().in_namespace(ns); }
    object_range<T> by_index(std::string_view index, std::string_view value) const
    {
        return snapshot().by_index(index, value);
    }
    std::vector<std::string> index_names() const { return snapshot().index_names(); }
    std::vector<std::string> index_values(std::string_view index) const
    {
        return snapshot().index_values(index);
    }
    /// Returns the keys of all objects, in no particular order, as "namespace/name", or "name" without a
    /// namespace.
    std::vector<std::string> keys() const
    {
        std::vector<std::string> all;
        for (auto const& o : list()) all.push_back(to_string(o.key()));
        return all;
    }

    /// For the other parts.
    std::shared_ptr<detail::index_store> const& internals() const noexcept { return store_; }

private:
    std::shared_ptr<detail::index_store> store_;
};

} // namespace coinformer::parts
