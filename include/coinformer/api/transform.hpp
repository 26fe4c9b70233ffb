#pragma once

#include <coinformer/api/projection.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace coinformer {

template <class T, class Received>
class transform;

namespace detail {

/// The function of a transform. Returns the object that the store gets for a received one, or null if it gets
/// none.
using transform_function = std::function<object_ref(object_ref const&)>;

/// A transform without the types of its objects. Without a function, each object is stored as it was
/// received.
struct untyped_transform {
    explicit untyped_transform(object_type const& type) noexcept : received(&type), stored(&type) {}
    untyped_transform(object_type const& from, object_type const& to, transform_function f)
        : received(&from), stored(&to), apply(std::make_shared<transform_function const>(std::move(f)))
    {
    }

    object_type const* received;
    object_type const* stored;
    std::shared_ptr<transform_function const> apply; // null if there is nothing to do
};

/// Makes an object of a computed type, which has the identity of `from`. `move_in` constructs the object at
/// its first argument out of its second one, `value`.
object_ref make_object(object_type const& type, object_header const& from,
                       void (*move_in)(void*, void*) noexcept, void* value);

/// Returns true if two values can be compared by operator==. The containers of the standard library have one
/// also if their elements have none, and it does not compile then; so the elements are asked.
template <class U>
consteval bool is_comparable()
{
    if constexpr (requires {
                      typename U::first_type;
                      typename U::second_type;
                  })
        return is_comparable<std::remove_cv_t<typename U::first_type>>() &&
               is_comparable<std::remove_cv_t<typename U::second_type>>();
    else if constexpr (requires { typename U::value_type; }) {
        if constexpr (!std::is_same_v<typename U::value_type, U>)
            if (!is_comparable<std::remove_cv_t<typename U::value_type>>()) return false;
        return requires(U const& a, U const& b) { static_cast<bool>(a == b); };
    } else
        return requires(U const& a, U const& b) { static_cast<bool>(a == b); };
}

/// Returns the one description of the objects that transform::derive<U>() makes. It is another one than that
/// of a projection U, so that received objects can be told from computed ones.
template <class U>
object_type const& computed_type_of()
{
    static_assert(alignof(U) <= alignof(std::max_align_t), "an object of an informer cannot be over-aligned");
    using compare = bool (*)(void const*, void const*);
    compare is_equal = nullptr;
    if constexpr (is_comparable<U>())
        is_equal = [](void const* a, void const* b) {
            return static_cast<bool>(*static_cast<U const*>(a) == *static_cast<U const*>(b));
        };
    std::size_t (*heap_bytes)(object_type const&, void const*) noexcept = nullptr;
    if constexpr (requires(U const& u) { std::size_t(u.heap_bytes()); })
        heap_bytes = [](object_type const&, void const* u) noexcept {
            return static_cast<std::size_t>(static_cast<U const*>(u)->heap_bytes());
        };
    static object_type const type(sizeof(U), alignof(U),
                                  std::is_trivially_destructible_v<U> ? nullptr : &destroy_object<U>,
                                  is_equal, heap_bytes);
    return type;
}

template <class U>
object_ref make_object(object_header const& from, U value)
{
    auto const move_in = [](void* at, void* v) noexcept { ::new (at) U(std::move(*static_cast<U*>(v))); };
    return make_object(computed_type_of<U>(), from, move_in, &value);
}

/// Calls a function of a transform with the object, or with the pointer to it if it takes only that. A
/// generic lambda (`auto const&`) gets the object.
template <class T, class F>
decltype(auto) call_with_object(F const& f, object_ptr<T> const& object)
{
    if constexpr (std::is_invocable_v<F const&, T const&>)
        return std::invoke(f, *object);
    else
        return std::invoke(f, object);
}
// A generic lambda is not asked for both, because its body may not compile.
template <class T, class F>
inline constexpr bool takes_object = std::disjunction_v<std::is_invocable<F const&, T const&>,
                                                        std::is_invocable<F const&, object_ptr<T> const&>>;

// These two overloads take what the function of derive() returns: a U, or an optional of it.
template <class U>
object_ref make_object_of(object_header const& from, U value)
{
    return make_object<U>(from, std::move(value));
}
template <class U>
object_ref make_object_of(object_header const& from, std::optional<U> value)
{
    return value ? make_object<U>(from, *std::move(value)) : object_ref();
}

} // namespace detail

/// The step of an informer between decoding and the store: it chooses which of the received objects are
/// stored, and computes what is stored of them. What it leaves out takes no memory, and no handler sees it.
/// In client-go this is a TransformFunc.
///
///     auto const addresses = transform<pod>()
///                                .keep([](pod const& p) { return p.status.phase == "Running"; })
///                                .derive<pod_address>(address_of); // a function of pod const&
///     shared_informer<pod_address> running(api, addresses);
///
/// `T` is the type of the stored objects, and `Received` is the projection that is decoded. The steps are
/// carried out in the order in which they were added. A selector of the server (informer_options) is better
/// where it can express the choice, because then the other objects are not even sent.
///
/// Left out   An object that is left out counts as if the server did not have it. If the store has an earlier
///            state of it, handlers get that state as `deleted`, with final_state::unknown, because the state
///            in which the object left is not kept. When a later state is stored, they get `added`.
/// Functions  are pure: for the same object they return the same result. derive() is not called again for an
///            object of an API server that a list brings in the version that is stored; keep() may be. They
///            take `X const&` or `object_ptr<X> const&`, can be copied, and can be called while const.
/// Errors     If a function throws, this counts as an object that cannot be decoded (errc::transform_failed):
///            informer_options::on_fault gets it, it is counted and logged, and the store keeps the last
///            state that it has. std::bad_alloc ends the informer.
/// Threads    The functions are called on the client's strand, so they should return quickly. If informers of
///            several clients have the same transform, the functions are called on several threads.
/// Lifetime   Copies share the functions. Adding a step makes another transform and leaves this one as it is.
template <class T, class Received = T>
class transform {
public:
    /// A transform that stores each object as it was received.
    transform()
        requires std::is_same_v<T, Received>
        : steps_(detail::object_type_of<T>())
    {
    }

    /// Stores only objects for which `predicate` returns true.
    template <class Predicate>
    [[nodiscard]] transform keep(Predicate predicate) const
    {
        constexpr bool fits = detail::takes_object<T, Predicate> && std::is_copy_constructible_v<Predicate>;
        static_assert(
            fits, "the predicate of transform::keep() takes `T const&` or `object_ptr<T> const&`, returns "
                  "bool, and can be called while const: if it is a lambda, remove `mutable`");
        if constexpr (fits)
            return transform(
                with(*steps_.stored, [is_kept = std::move(predicate)](detail::object_ref object) {
                    return static_cast<bool>(detail::call_with_object<T>(is_kept, object_ptr<T>(object)))
                               ? std::move(object)
                               : detail::object_ref();
                }));
        else
            return *this;
    }

    /// Stores what `compute` returns: a U, or a std::optional<U>, which is empty to leave the object out. It
    /// is computed once for each received state, and the received object is dropped then. U can be any type
    /// whose move constructor does not throw, and which owns what it holds: a std::string_view into the
    /// received object would refer to nothing. The stored object has the namespace, name, UID and version of
    /// the received one: see object_ptr. Its size_bytes() does not count what members of U allocate. Nor does
    /// memory_account::objects, unless U has a member function `std::size_t heap_bytes() const` that returns
    /// it, and the same number whenever it is called. It runs on any thread, and must not throw.
    ///
    /// If the server repeats a state (for example after it was restored from a backup), handlers see it as
    /// `updated`, unless U has an operator== that says that nothing has changed. If it throws, the state
    /// counts as another one.
    template <class U, class F>
    [[nodiscard]] transform<U, Received> derive(F compute) const
    {
        constexpr bool callable = detail::takes_object<T, F> && std::is_copy_constructible_v<F>;
        static_assert(callable,
                      "the function of transform::derive() takes `T const&` or `object_ptr<T> const&`, and "
                      "can be called while const: if it is a lambda, remove `mutable`");
        static_assert(std::is_nothrow_move_constructible_v<U>,
                      "transform::derive() needs a type with a move constructor that does not throw");
        if constexpr (callable) {
            using result = decltype(detail::call_with_object<T>(std::declval<F const&>(), object_ptr<T>()));
            constexpr bool fits = std::is_convertible_v<result, std::optional<U>>;
            static_assert(fits, "the function of transform::derive<U>() returns a U or a std::optional<U>");
            if constexpr (fits)
                return transform<U, Received>(
                    with(detail::computed_type_of<U>(),
                         [f = std::move(compute)](detail::object_ref const& object) {
                             using made =
                                 std::conditional_t<std::is_convertible_v<result, U>, U, std::optional<U>>;
                             return detail::make_object_of<U>(
                                 *object.get(), made(detail::call_with_object<T>(f, object_ptr<T>(object))));
                         }));
        }
        return transform<U, Received>(steps_); // reached only if a message above has stopped the compiler
    }

    /// For the library's other rooms.
    detail::untyped_transform const& internals() const noexcept { return steps_; }

private:
    template <class, class>
    friend class transform;
    explicit transform(detail::untyped_transform steps) noexcept : steps_(std::move(steps)) {}

    // Returns these steps followed by a further one, which makes objects of the type `to`.
    template <class Step>
    detail::untyped_transform with(detail::object_type const& to, Step further) const
    {
        auto both = [before = steps_.apply, then = std::move(further)](detail::object_ref const& received) {
            auto object = before ? (*before)(received) : received;
            return object ? then(std::move(object)) : object;
        };
        return {*steps_.received, to, std::move(both)};
    }

    detail::untyped_transform steps_;
};

} // namespace coinformer
