#pragma once

#include <coinformer/cache/change.hpp>
#include <coinformer/core/task.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace coinformer::detail {

/// Holds the arguments of one call of a handler. A callable that returns a task may take each of them by
/// reference, so this object has to live until the task has ended.
///
/// The typed references to objects do not touch reference counts, because the objects outlive them as well: a
/// call needs no atomic operation.
class borrowed_objects {
public:
    template <class T>
    object_ptr<T> const& old(object_ref const& object) noexcept
    {
        return borrow<T>(old_, object);
    }
    template <class T>
    object_ptr<T> const& cur(object_ref const& object) noexcept
    {
        return borrow<T>(cur_, object);
    }
    initial_list const& initial(initial_list what) noexcept { return initial_ = what; }
    final_state const& final(final_state what) noexcept { return final_ = what; }

private:
    struct alignas(object_ref) place {
        std::byte bytes[sizeof(object_ref)];
    };
    template <class T>
    static object_ptr<T> const& borrow(place& at, object_ref const& from) noexcept
    {
        static_assert(sizeof(object_ptr<T>) == sizeof(place) && alignof(object_ptr<T>) == alignof(place));
        return *::new (at.bytes) object_ptr<T>(object_ref::adopt(from.get())); // never destroyed
    }
    place old_, cur_;
    initial_list initial_{};
    final_state final_{};
};

/// A callable or a predicate of a handler, without its type and without the type of the objects.
class closure {
public:
    virtual ~closure() = default;
    /// Calls a callable that returns nothing.
    virtual void call(change const& c) = 0;
    /// Calls a callable that returns a task. `to` and the objects of `c` have to live until the task has
    /// ended; `c` itself need not.
    virtual task<> start(change const& c, borrowed_objects& to) = 0;
    /// Returns true if the predicate accepts the object.
    virtual bool holds(object_ref const& object) = 0;

    /// Returns true if the callable returns a task.
    virtual bool awaitable() const noexcept = 0;

protected:
    closure() = default;
};

/// A callable of type F. `Shape` says with which arguments it is called.
template <class Shape, class F>
class closure_of final : public closure {
public:
    explicit closure_of(F f) : f_(std::move(f)) {}

    void call(change const& c) override
    {
        borrowed_objects to;
        if constexpr (!returns_task) Shape::invoke(f_, c, to);
    }
    task<> start(change const& c, borrowed_objects& to) override
    {
        if constexpr (returns_task)
            return Shape::invoke(f_, c, to);
        else
            return {};
    }
    bool holds(object_ref const&) override { return true; }
    bool awaitable() const noexcept override { return returns_task; }

private:
    using result = decltype(Shape::invoke(std::declval<F&>(), std::declval<change const&>(),
                                          std::declval<borrowed_objects&>()));
    static constexpr bool returns_task = std::same_as<result, task<>>;
    static_assert(returns_task || std::is_void_v<result>,
                  "a handler returns nothing or coinformer::task<>: let this one return no value");

    F f_;
};

/// Says with which arguments a callable is called when an object of type T is added, updated or deleted. A
/// callable with one argument gets the object; for an update, its new state.
template <class T, event_kind Kind>
struct call_shape {
    /// Returns true if the callable takes one of the argument lists of invoke().
    template <class F>
    static consteval bool fits()
    {
        using object = object_ptr<T> const&;
        if constexpr (Kind == event_kind::added && std::invocable<F&, object, initial_list>)
            return true;
        else if constexpr (Kind == event_kind::updated && std::invocable<F&, object, object>)
            return true;
        else if constexpr (Kind == event_kind::deleted && std::invocable<F&, object, final_state>)
            return true;
        else
            return std::invocable<F&, object>;
    }

    template <class F>
    static decltype(auto) invoke(F& f, change const& c, borrowed_objects& to)
    {
        auto const& cur = to.cur<T>(c.cur);
        using object = object_ptr<T> const&;
        if constexpr (Kind == event_kind::added && std::invocable<F&, object, initial_list>)
            return f(cur, to.initial(c.initial));
        else if constexpr (Kind == event_kind::updated && std::invocable<F&, object, object>)
            return f(to.old<T>(c.old), cur);
        else if constexpr (Kind == event_kind::deleted && std::invocable<F&, object, final_state>)
            return f(cur, to.final(c.final));
        else
            return f(cur);
    }
};

/// A predicate of type F.
template <class T, class F>
class predicate_of final : public closure {
public:
    explicit predicate_of(F f) : f_(std::move(f)) {}
    void call(change const&) override {}
    task<> start(change const&, borrowed_objects&) override { return {}; }
    bool holds(object_ref const& object) override
    {
        borrowed_objects to;
        return static_cast<bool>(f_(to.cur<T>(object)));
    }
    bool awaitable() const noexcept override { return false; }

private:
    F f_;
};

/// True for types of callables that can be empty: a handler counts those as left out.
template <class F>
inline constexpr bool may_be_empty = std::is_pointer_v<F>;
template <class Signature>
inline constexpr bool may_be_empty<std::function<Signature>> = true;

/// Holds a callable that returns nothing, or one that returns a task, or is empty.
template <class T, event_kind Kind>
class callback {
public:
    callback() = default;
    template <class F>
        requires(!std::same_as<std::remove_cvref_t<F>, callback>)
    callback(F f)
    {
        constexpr bool fits = call_shape<T, Kind>::template fits<F>();
        static_assert(Kind != event_kind::added || fits,
                      "the handler `added` takes (T const&) or (T const&, coinformer::initial_list); "
                      "object_ptr<T> const& may stand in the place of T const&");
        static_assert(Kind != event_kind::updated || fits,
                      "the handler `updated` takes (T const& before, T const& after) or (T const& after); "
                      "object_ptr<T> const& may stand in the place of T const&");
        static_assert(Kind != event_kind::deleted || fits,
                      "the handler `deleted` takes (T const&) or (T const&, coinformer::final_state); "
                      "object_ptr<T> const& may stand in the place of T const&");
        if constexpr (may_be_empty<F>)
            if (!f) return;
        if constexpr (fits) held_ = std::make_unique<closure_of<call_shape<T, Kind>, F>>(std::move(f));
    }

    std::unique_ptr<closure> release() noexcept { return std::move(held_); }

private:
    std::unique_ptr<closure> held_;
};

/// Holds a predicate that chooses the objects which a handler sees, or is empty, which accepts every object.
template <class T>
class object_filter {
public:
    object_filter() = default;
    template <class F>
        requires(!std::same_as<std::remove_cvref_t<F>, object_filter>)
    object_filter(F f)
    {
        constexpr bool fits = std::predicate<F&, object_ptr<T> const&>;
        static_assert(
            fits, "the predicate of a handler takes (T const&) or (object_ptr<T> const&), and returns bool");
        if constexpr (may_be_empty<F>)
            if (!f) return;
        if constexpr (fits) held_ = std::make_unique<predicate_of<T, F>>(std::move(f));
    }

    explicit operator bool() const noexcept { return held_ != nullptr; }
    /// Returns true if the handler sees this object. Not valid for an empty filter.
    bool operator()(object_ptr<T> const& object) const { return held_->holds(object.ref()); }
    std::unique_ptr<closure> release() noexcept { return std::move(held_); }

private:
    std::unique_ptr<closure> held_;
};

/// A handler without the type of its objects.
struct untyped_handler {
    std::unique_ptr<closure> added, updated, deleted; ///< each may be null
    std::unique_ptr<closure> filter;                  ///< null if the handler sees all objects
    bool called = false;                              ///< false for events(), whose changes are asked for
};

} // namespace coinformer::detail
