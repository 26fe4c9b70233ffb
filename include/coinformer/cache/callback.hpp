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

/// Typed references to objects that live longer: nothing is counted.
class lent {
public:
    template <class T>
    object_ptr<T> const& old(object_ref const& object) noexcept
    {
        return lend<T>(old_, object);
    }
    template <class T>
    object_ptr<T> const& cur(object_ref const& object) noexcept
    {
        return lend<T>(cur_, object);
    }

private:
    struct alignas(object_ref) place {
        std::byte bytes[sizeof(object_ref)];
    };
    template <class T>
    static object_ptr<T> const& lend(place& at, object_ref const& from) noexcept
    {
        static_assert(sizeof(object_ptr<T>) == sizeof(place) && alignof(object_ptr<T>) == alignof(place));
        return *::new (at.bytes) object_ptr<T>(object_ref::adopt(from.get())); // never destroyed
    }
    place old_, cur_;
};

/// A callable of a handler, whatever its type, and whatever the objects' type.
class closure {
public:
    virtual ~closure() = default;
    /// Calls one that returns nothing.
    virtual void call(change const& c) = 0;
    /// Calls one that returns a task. `to` and the objects of `c` live until it has ended.
    virtual task<> start(change const& c, lent& to) = 0;
    /// Asks a predicate.
    virtual bool holds(object_ref const& object) = 0;

    virtual bool awaitable() const noexcept = 0;
    virtual std::size_t size() const noexcept = 0; ///< a multiple of `alignment`
    virtual closure* move_to(void* place) noexcept = 0;
    virtual std::unique_ptr<closure> copy() const = 0;

    static constexpr std::size_t alignment = alignof(void*), largest = 256;

protected:
    closure() = default;
    closure(closure const&) = default;
};

/// What is large, or throws when it is moved, lives elsewhere.
template <class F>
class boxed {
public:
    explicit boxed(F f) : f_(std::make_unique<F>(std::move(f))) {}
    boxed(boxed const& o) : f_(std::make_unique<F>(*o.f_)) {}
    boxed(boxed&&) noexcept = default;
    F& get() noexcept { return *f_; }

private:
    std::unique_ptr<F> f_;
};

/// F is called with a change by `Shape`.
template <class Shape, class F>
class closure_of final : public closure {
public:
    explicit closure_of(F f) : f_(std::move(f)) {}

    void call(change const& c) override
    {
        lent to;
        if constexpr (!returns_task) Shape::invoke(callable(), c, to);
    }
    task<> start(change const& c, lent& to) override
    {
        if constexpr (returns_task)
            return Shape::invoke(callable(), c, to);
        else
            return {};
    }
    bool holds(object_ref const&) override { return true; }
    bool awaitable() const noexcept override { return returns_task; }
    std::size_t size() const noexcept override { return sizeof(*this); }
    closure* move_to(void* place) noexcept override { return ::new (place) closure_of(std::move(*this)); }
    std::unique_ptr<closure> copy() const override { return std::make_unique<closure_of>(*this); }

    closure_of(closure_of const&) = default;
    closure_of(closure_of&&) noexcept = default;

private:
    using result = decltype(Shape::invoke(std::declval<F&>(), std::declval<change const&>(), std::declval<lent&>()));
    static constexpr bool returns_task = std::same_as<result, task<>>;
    static_assert(returns_task || std::is_void_v<result>, "a handler returns nothing, or coinformer::task<>");
    static constexpr bool fits =
        sizeof(F) + sizeof(closure) <= largest && alignof(F) <= alignment && std::is_nothrow_move_constructible_v<F>;

    F& callable() noexcept
    {
        if constexpr (fits)
            return f_;
        else
            return f_.get();
    }
    std::conditional_t<fits, F, boxed<F>> f_;
};

/// How a callable is called when an object of type T comes, changes or goes. It may take one argument only: the
/// object, of an update the new state.
template <class T, event_kind Kind>
struct call_shape {
    template <class F>
    static decltype(auto) invoke(F& f, change const& c, lent& to)
    {
        auto const& cur = to.cur<T>(c.cur);
        using object = object_ptr<T> const&;
        if constexpr (Kind == event_kind::added && std::invocable<F&, object, initial_list>)
            return f(cur, c.initial);
        else if constexpr (Kind == event_kind::updated && std::invocable<F&, object, object>)
            return f(to.old<T>(c.old), cur);
        else if constexpr (Kind == event_kind::deleted && std::invocable<F&, object, final_state>)
            return f(cur, c.final);
        else
            return f(cur);
    }
};

template <class T>
class predicate_of final : public closure {
public:
    explicit predicate_of(std::function<bool(object_ptr<T> const&)> f) noexcept : f_(std::move(f)) {}
    void call(change const&) override {}
    task<> start(change const&, lent&) override { return {}; }
    bool holds(object_ref const& object) override
    {
        lent to;
        return f_(to.cur<T>(object));
    }
    bool awaitable() const noexcept override { return false; }
    std::size_t size() const noexcept override { return sizeof(*this); }
    closure* move_to(void* place) noexcept override { return ::new (place) predicate_of(std::move(f_)); }
    std::unique_ptr<closure> copy() const override { return std::make_unique<predicate_of>(f_); }

private:
    std::function<bool(object_ptr<T> const&)> f_;
};

template <class F>
inline constexpr bool may_be_empty = std::is_pointer_v<F>;
template <class Signature>
inline constexpr bool may_be_empty<std::function<Signature>> = true;

/// A plain callable, or one that returns a task, or none.
template <class T, event_kind Kind>
class callback {
public:
    callback() = default;
    template <class F>
        requires(!std::same_as<std::remove_cvref_t<F>, callback>)
    callback(F f)
    {
        if constexpr (may_be_empty<F>)
            if (!f) return;
        held_ = std::make_unique<closure_of<call_shape<T, Kind>, F>>(std::move(f));
    }
    callback(callback const& o) : held_(o.held_ ? o.held_->copy() : nullptr) {}
    callback(callback&&) noexcept = default;
    callback& operator=(callback o) noexcept
    {
        held_ = std::move(o.held_);
        return *this;
    }

    std::unique_ptr<closure> release() noexcept { return std::move(held_); }

private:
    std::unique_ptr<closure> held_;
};

/// A handler of any projection.
struct untyped_handler {
    std::unique_ptr<closure> added, updated, deleted; ///< each may be missing
    std::unique_ptr<closure> filter;                  ///< without: all objects
    bool called = false;                              ///< else its changes are asked for
};

} // namespace coinformer::detail
