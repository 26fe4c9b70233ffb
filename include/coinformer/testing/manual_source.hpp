#pragma once

#include <coinformer/api/list_watch.hpp>
#include <coinformer/api/projection.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::testing {

namespace detail {

/// The part of a manual_source that does not depend on the type of its objects.
class manual_store {
public:
    explicit manual_store(coinformer::detail::object_type const& type);
    manual_store(manual_store const&) = delete;
    ~manual_store();

    void put(std::string_view json);
    void remove(std::string_view ns, std::string_view name);
    void report(decode_fault fault);
    void send_bookmark();
    void forget_changes();
    void fail(std::exception_ptr why, std::size_t times);
    void end_watches(std::exception_ptr why);
    std::string version() const;
    std::size_t lists() const noexcept;
    std::size_t watches() const noexcept;

    coinformer::detail::untyped_part list(list_request const& what);
    /// A watch that has begun. The members of the first object are shared with the store.
    class watch;
    std::shared_ptr<watch> begin_watch(watch_request const& what);
    static task<std::vector<coinformer::detail::untyped_source_event>> next(std::shared_ptr<watch> of);

private:
    struct contents;
    std::unique_ptr<contents> contents_;
};

} // namespace detail

/// A source of an informer which a test fills by hand: see list_watch. It is the shortest way to a test of
/// code that reads an informer, where the behaviour of an API server does not matter. Where it matters, use
/// fake_cluster.
///
///     auto const source = std::make_shared<testing::manual_source<pod>>();
///     source->put(R"({"metadata": {"namespace": "shop", "name": "web"}})");
///     shared_informer<pod> pods(env, source);
///
/// The source gives each change a resource version. An empty one is at version 1. It honours namespaces, page
/// sizes and continue tokens. It does not know selectors.
///
/// Threads    one: that of the informer.
template <class T>
class manual_source final : public list_watch<T> {
public:
    manual_source() : store_(coinformer::detail::object_type_of<T>()) {}

    /// Adds an object, or replaces the one of this namespace and name. Watches report it.
    ///
    /// Errors     those of decode_object(); errc::malformed_json if it is no JSON object.
    void put(std::string_view json) { store_.put(json); }
    /// Removes an object, or ends its fault. Watches report its last state, or only its namespace and name
    /// if it was never put. If it was never put and T has `required` members, there is no such state: then
    /// this is a forget_changes(), so that informers list. Errors: std::invalid_argument if there is
    /// neither an object nor a fault.
    void remove(std::string_view ns, std::string_view name) { store_.remove(ns, name); }
    /// Reports an object that cannot be decoded, to all watches and in all later lists. put() and remove() of
    /// this object end that.
    void report(decode_fault fault) { store_.report(std::move(fault)); }
    /// Tells all watches that they have everything up to now.
    void send_bookmark() { store_.send_bookmark(); }
    /// Forgets every change until now: watches from an earlier version throw errc::expired from now on, and
    /// those that are open end with it.
    void forget_changes() { store_.forget_changes(); }
    /// Lets the next lists, watches and questions fail with this exception, `times` of them.
    template <class Exception>
    void fail(Exception why, std::size_t times = 1)
    {
        store_.fail(std::make_exception_ptr(std::move(why)), times);
    }
    /// Ends all watches that are open: normally, or with an error.
    void end_watches(std::exception_ptr why = nullptr) { store_.end_watches(std::move(why)); }

    std::string version() const { return store_.version(); }          ///< that of the last change
    std::size_t lists() const noexcept { return store_.lists(); }     ///< pages that were asked for
    std::size_t watches() const noexcept { return store_.watches(); } ///< watches that were asked for

    std::string name() const override { return "manual source"; }
    [[nodiscard]] task<list_part<T>> list(list_request what) override
    {
        auto untyped = store_.list(what);
        list_part<T> part;
        for (auto& object : untyped.objects) part.objects.emplace_back(std::move(object));
        part.faults = std::move(untyped.faults);
        part.resource_version = std::move(untyped.resource_version);
        part.continue_token = std::move(untyped.continue_token);
        part.remaining = untyped.remaining;
        co_return part;
    }
    [[nodiscard]] task<std::unique_ptr<event_stream<T>>> watch(watch_request what) override
    {
        co_return std::make_unique<stream>(store_.begin_watch(what));
    }
    [[nodiscard]] task<> confirm(std::string resource_version) override
    {
        list_request question;
        question.limit = 1;
        question.not_older_than = std::move(resource_version);
        (void)store_.list(question);
        co_return;
    }

private:
    class stream final : public event_stream<T> {
    public:
        explicit stream(std::shared_ptr<detail::manual_store::watch> from) : from_(std::move(from)) {}
        [[nodiscard]] task<std::vector<source_event<T>>> next() & override
        {
            auto untyped = co_await detail::manual_store::next(from_);
            std::vector<source_event<T>> typed;
            for (auto& event : untyped)
                typed.push_back(std::visit([](auto& e) { return with_type(e); }, event));
            co_return typed;
        }

    private:
        static source_event<T> with_type(coinformer::detail::untyped_event& e)
        {
            return watch_event<T>(e.type, object_ptr<T>(std::move(e.object)));
        }
        static source_event<T> with_type(bookmark& e) { return std::move(e); }
        static source_event<T> with_type(decode_fault& e) { return std::move(e); }

        std::shared_ptr<detail::manual_store::watch> from_;
    };

    detail::manual_store store_;
};

} // namespace coinformer::testing
