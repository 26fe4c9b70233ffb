#pragma once

#include <coinformer/api/client.hpp>

#include <memory>
#include <optional>
#include <string>

namespace coinformer {

/// What a pager lists, and how. Names and meanings are those of informer_options, but for one namespace.
struct pager_options {
    std::string ns = {};                        ///< only this namespace; empty: all
    std::string label_selector = {};            ///< only what matches, as kubectl's -l
    std::string field_selector = {};            ///< only what matches, for example "status.phase=Running"
    std::size_t page_size = 500;                ///< objects a page; 0: one page
    std::size_t read_ahead = 1;                 ///< pages that may wait to be asked for; 0: none is fetched before
    std::string resource_version = {};          ///< as the API's lists mean it; empty: the newest
    version_match match = version_match::unset; ///< how that version is meant
};

namespace detail {

class page_stream;

/// What the typed shell may ask of the pages. Gives them back to the client's strand when it dies.
class pager_door {
public:
    pager_door(client& api, pager_options options, resource const& of, object_type const& type);
    pager_door(pager_door&&) noexcept = default;
    pager_door& operator=(pager_door&&) = delete;
    ~pager_door();
    [[nodiscard]] task<std::optional<untyped_list>> next();

private:
    std::shared_ptr<page_stream> pages_;
};

} // namespace detail

/// A collection page by page, all of one resource version, the next page being fetched while this one is worked on:
///
///     pager<pod> pages(api, {.ns = "shop"});
///     while (auto page = co_await pages.next())
///         for (auto const& pod : page->objects) …
///
/// Threads    any, one next() at a time. The work is done on the client's strand.
/// Lifetime   it keeps what it needs of the client. Destroyed early, it stops what it is fetching.
template <class T>
class pager {
public:
    explicit pager(client& api, pager_options options = {}, resource of = resource_of<T>)
        : door_(api, std::move(options), of, detail::object_type_of<T>())
    {
    }

    /// The next page; nullopt after the last.
    ///
    /// When the server has forgotten the list's version (410), the whole collection comes as one page more, which says
    /// so: object_list::begins_anew.
    /// Errors     those of client::list(). Nothing is lost by one: next() again asks for the same page again. What
    /// fails
    ///            while nobody waits is tried again when somebody does.
    /// Cancel     at any time, nothing is lost: a page that is on its way is there for the next next().
    [[nodiscard]] task<std::optional<object_list<T>>> next() & { return typed(door_.next()); }

private:
    static task<std::optional<object_list<T>>> typed(task<std::optional<detail::untyped_list>> body)
    {
        auto page = co_await std::move(body);
        std::optional<object_list<T>> result;
        if (page) result.emplace(std::move(*page));
        co_return result;
    }

    detail::pager_door door_;
};

} // namespace coinformer
