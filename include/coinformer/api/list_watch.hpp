#pragma once

#include <coinformer/api/object_list.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace coinformer {

/// The question of an informer to its list_watch when it reads the whole collection.
struct list_request {
    list_request() = default; // a constructor makes it no aggregate: docs/compilers.md

    std::string ns;             ///< the namespace to read; empty for all namespaces
    std::string label_selector; ///< informer_options::label_selector
    std::string field_selector; ///< informer_options::field_selector
    std::size_t limit = 0;      ///< the number of objects on a page; 0 for everything on one page
    std::string continue_token; ///< leads to a further page: see list_part; empty for the first page
    /// If it is not empty, the list has to be at this version or a newer one. The informer has seen this
    /// version already.
    std::string not_older_than;
    /// How many times longer than usual the source should wait until an answer begins. It is greater than 1
    /// when the requests before this one got no answer in time, although the server may be alive.
    unsigned patience = 1;
};

/// The question of an informer to its list_watch when it begins a watch.
struct watch_request {
    watch_request() = default;

    std::string ns;             ///< the namespace to watch; empty for all namespaces
    std::string label_selector; ///< informer_options::label_selector
    std::string field_selector; ///< informer_options::field_selector
    std::string after;          ///< the watch has every change after this version
    /// How long the watch should stay open. A source may end it earlier, and need not look at this time: the
    /// informer ends the watch then, and begins the next one at the version that it has reached.
    std::chrono::seconds lasts{0};
    /// True only if the source streams lists (list_watch::streams_lists()): then the watch begins with an
    /// `added` event for each object that there is, followed by a `bookmark` with ends_initial_events.
    bool initial_events = false;
    unsigned patience = 1; ///< the same as list_request::patience
};

/// One page of a collection, or all of it.
template <class T>
struct list_part {
    list_part() = default;

    std::vector<object_ptr<T>> objects;
    /// Objects that exist and cannot be decoded: the informer keeps the last state that it has of them. If
    /// the name of a fault is empty, any object may be meant, so that no object counts as deleted because the
    /// list lacks it. A source that knows its objects names the fault after its place, for example a file.
    std::vector<decode_fault> faults;
    /// The version of the collection, the same on all pages of one list. A watch after it has every later
    /// change.
    std::string resource_version;
    std::string continue_token;             ///< the request for the next page has it; empty on the last page
    std::optional<std::uint64_t> remaining; ///< how many objects come on later pages, if that is known
};

/// An event of a watch which says that everything up to a version has been sent.
struct bookmark {
    bookmark() = default;
    explicit bookmark(std::string version, bool ends_initial = false)
        : resource_version(std::move(version)), ends_initial_events(ends_initial)
    {
    }

    std::string resource_version;
    bool ends_initial_events = false; ///< see watch_request::initial_events
};

/// An event of a list_watch: the change of an object, a bookmark, or an object that has changed and cannot be
/// decoded now. The informer reports the last kind (informer_options::on_fault), and keeps the object's last
/// state.
template <class T>
using source_event = std::variant<watch_event<T>, bookmark, decode_fault>;

/// A watch that a list_watch has begun.
///
/// Lifetime   destroyed by the informer, on its strand, when next() is not being awaited, and always before
///            its source. Asio's objects (timers, descriptors) belong into the stream and not into the
///            source, because the source may live longer than the io_context.
template <class T>
class event_stream {
public:
    virtual ~event_stream() = default;

    /// Waits until something happens, and returns everything that has happened since the last call, in order.
    ///
    /// Result     empty if the watch has ended normally; next() is not called again then.
    /// Errors     as list_watch::watch(). The informer begins another watch, or lists.
    /// Cancel     has to end the wait with an error, as every wait of Asio does. The informer destroys the
    ///            stream afterwards, and no event is lost, because the next watch begins at the version that
    ///            the informer has reached.
    [[nodiscard]] virtual task<std::vector<source_event<T>>> next() & = 0;
};

/// A place from which an informer reads its collection. The Kubernetes API is one; derive a class from this
/// one for another: a directory of files, another API, a test. An informer that is given a list_watch does
/// all the rest as usual: resuming, back-off, indices, handlers.
///
/// A source makes its objects with decode_object<T>(json). Each needs `metadata.name` and
/// `metadata.resourceVersion`.
///
/// Versions   A resource version is a decimal number, beginning at 1, that grows with each change of the
///            collection (KEP-5504). An object has the version of its last change. In a `deleted` event, the
///            last state has the version of the deletion.
/// Errors     The informer acts on the condition of an api_error that is thrown here, as it does for a
///            server's answers (lib/cache/reflector/recovery.cpp is the whole table):
///            errc::expired           the source has forgotten the version: the informer lists, at once the
///                                    first time, and after a pause if the next watch ends so as well
///            errc::version_too_large the source is behind that version: the informer asks again
///            errc::throttled         the informer tries again after a pause
///            errc::service_unavailable, errc::connect_failed and others of condition::unavailable: the
///                                    source cannot be reached; the informer tries again with back-off
///            errc::forbidden, errc::unauthorized, errc::not_found and others that time does not cure: as
///                                    before, and waiters such as synced() are told at once
///            Another exception counts as errc::internal_server_error with its text, except std::bad_alloc,
///            which ends the informer.
/// Threads    Each function is called on the informer's strand, and has to return soon or wait by co_await.
///            If several namespaces are watched, calls for them may overlap.
/// Cancel     as event_stream::next().
/// Lifetime   shared with the informer, until the informer is destroyed.
template <class T>
class list_watch {
public:
    virtual ~list_watch() = default;

    /// Names the collection in the log and in errors, for example "/etc/manifests".
    virtual std::string name() const = 0;

    /// Reads the collection, or one page of it. A page that takes longer than informer_options::silence is
    /// given up: a source that is slow returns smaller pages.
    [[nodiscard]] virtual task<list_part<T>> list(list_request what) = 0;

    /// Begins to watch the collection. Returns when the watch has begun: the source then knows that it can
    /// deliver every change after the version.
    [[nodiscard]] virtual task<std::unique_ptr<event_stream<T>>> watch(watch_request what) = 0;

    /// Called when a watch has been silent for longer than usual, or when three in a row could not begin.
    /// Returns if the source is there and has reached the version; throws an error otherwise. The version is
    /// empty if the informer knows none yet, because its first streamed list could not begin. An answer that
    /// takes longer than informer_options::silence is given up, and the source counts as lost: the call is
    /// cancelled, and has to end then. A source that would notice by itself that it has lost touch keeps this
    /// default, which returns at once.
    [[nodiscard]] virtual task<> confirm(std::string resource_version)
    {
        (void)resource_version;
        co_return;
    }

    /// True if watches can begin with all objects (watch_request::initial_events), so that the informer need
    /// not call list(). The informer does so if informer_options::fetch is fetch_mode::stream, the default.
    virtual bool streams_lists() const { return false; }

    /// True if a version means the same in the next run of the program, because it comes from what the source
    /// reads, such as a database. A source that counts changes itself, from 1, keeps this default. With
    /// informer_options::warm_start it has to be true: objects that were saved would otherwise pass for
    /// objects of the same version that are different.
    virtual bool has_lasting_versions() const { return false; }
};

namespace detail {

/// A list_part whose objects have no C++ type.
struct untyped_part {
    untyped_part() = default;
    std::vector<object_ref> objects;
    std::vector<decode_fault> faults;
    std::string resource_version, continue_token;
    std::optional<std::uint64_t> remaining;
};

using untyped_source_event = std::variant<untyped_event, bookmark, decode_fault>;

/// An event_stream whose objects have no C++ type.
class untyped_event_stream {
public:
    virtual ~untyped_event_stream() = default;
    [[nodiscard]] virtual task<std::vector<untyped_source_event>> next() & = 0;
};

/// A list_watch whose objects have no C++ type, so that informers of all types share one implementation.
class untyped_list_watch {
public:
    virtual ~untyped_list_watch() = default;
    virtual std::string name() const = 0;
    [[nodiscard]] virtual task<untyped_part> list(list_request what) = 0;
    [[nodiscard]] virtual task<std::unique_ptr<untyped_event_stream>> watch(watch_request what) = 0;
    [[nodiscard]] virtual task<> confirm(std::string resource_version) = 0;
    virtual bool streams_lists() const = 0;
    virtual bool has_lasting_versions() const = 0;
};

template <class T>
class erased_event_stream final : public untyped_event_stream {
public:
    explicit erased_event_stream(std::unique_ptr<event_stream<T>> events) : events_(std::move(events)) {}

    [[nodiscard]] task<std::vector<untyped_source_event>> next() & override
    {
        auto typed = co_await events_->next();
        std::vector<untyped_source_event> untyped;
        untyped.reserve(typed.size());
        for (auto& event : typed) untyped.push_back(std::visit([](auto& e) { return erase(e); }, event));
        co_return untyped;
    }

private:
    static untyped_source_event erase(watch_event<T>& e) { return untyped_event(e.type, e.object.ref()); }
    static untyped_source_event erase(bookmark& e) { return std::move(e); }
    static untyped_source_event erase(decode_fault& e) { return std::move(e); }

    std::unique_ptr<event_stream<T>> events_;
};

template <class T>
class erased_list_watch final : public untyped_list_watch {
public:
    explicit erased_list_watch(std::shared_ptr<list_watch<T>> source) : source_(std::move(source))
    {
        if (!source_) throw api_error(errc::bad_request, "list_watch", "the pointer to the source is null");
    }

    std::string name() const override { return source_->name(); }
    [[nodiscard]] task<untyped_part> list(list_request what) override
    {
        auto typed = co_await source_->list(std::move(what));
        untyped_part untyped;
        untyped.objects.reserve(typed.objects.size());
        for (auto const& object : typed.objects) untyped.objects.push_back(object.ref());
        untyped.faults = std::move(typed.faults);
        untyped.resource_version = std::move(typed.resource_version);
        untyped.continue_token = std::move(typed.continue_token);
        untyped.remaining = typed.remaining;
        co_return untyped;
    }
    [[nodiscard]] task<std::unique_ptr<untyped_event_stream>> watch(watch_request what) override
    {
        auto events = co_await source_->watch(std::move(what));
        std::unique_ptr<untyped_event_stream> erased; // stays null if the source has returned nothing
        if (events) erased = std::make_unique<erased_event_stream<T>>(std::move(events));
        co_return erased;
    }
    [[nodiscard]] task<> confirm(std::string resource_version) override
    {
        co_await source_->confirm(std::move(resource_version)); // a coroutine, also if the override is none
    }
    bool streams_lists() const override { return source_->streams_lists(); }
    bool has_lasting_versions() const override { return source_->has_lasting_versions(); }

private:
    std::shared_ptr<list_watch<T>> source_;
};

} // namespace detail

} // namespace coinformer
