#pragma once

#include <coinformer/api/client.hpp>

#include <memory>
#include <optional>
#include <string>

namespace coinformer {

/// What a pager lists, and how. The names mean the same as in informer_options, except that there is one
/// namespace.
struct pager_options {
    std::string ns = {};                        ///< lists only this namespace; empty: all
    std::string label_selector = {};            ///< lists only objects that match, as with kubectl's -l
    std::string field_selector = {};            ///< the same, for example "status.phase=Running"
    std::size_t page_size = 500;                ///< objects on a page; 0: everything on one page
    std::size_t read_ahead = 1;                 ///< pages to fetch before next() asks for them
    std::string resource_version = {};          ///< as the API's lists mean it; empty: the newest
    version_match match = version_match::unset; ///< how that version is meant
};

namespace detail {

class page_stream;
template <class T>
class undelivered;

/// The untyped half of a pager, so that all pagers share one compiled implementation. Its destructor hands
/// the pages over to the client's strand, where they are destroyed.
class pager_handle {
public:
    pager_handle(client& api, pager_options options, resource const& of, object_type const& type);
    pager_handle(pager_handle&&) noexcept = default;
    pager_handle& operator=(pager_handle&&) = delete;
    ~pager_handle();
    [[nodiscard]] task<std::optional<untyped_list>> next();

private:
    std::shared_ptr<page_stream> pages_;
    std::shared_ptr<undelivered<std::optional<untyped_list>>> late_; // the page of a call that was cancelled
};

} // namespace detail

/// Reads a collection page by page, all pages at one resource version. It fetches the next page while the
/// caller works on this one:
///
///     pager<pod> pages(api, {.ns = "shop"});
///     while (auto page = co_await pages.next())
///         for (auto const& p : page->objects) std::cout << p->metadata.name << '\n';
///
/// Threads    any, but one next() at a time. The work is done on the client's strand.
/// Lifetime   It shares the client's connections, so the client may be destroyed first. Its destructor stops
///            a page that is being fetched.
template <class T>
class pager {
    static_assert(!detail::is_table<T>,
                  "a table is not a list of objects: call list_table() with list_options::limit() and "
                  "list_options::continue_token() for each page");

public:
    /// Errors     errc::invalid_name if collection_path() refuses the namespace or a part of the resource;
    ///            errc::unknown_field: see client_options::unknown_fields.
    explicit pager(client& api, pager_options options = {}, resource of = resource_of<T>)
        : handle_(api, std::move(options), of, detail::object_type_of<T>())
    {
    }

    /// Returns the next page, or nullopt after the last one.
    ///
    /// If the server has forgotten the list's version (410), the pager begins the list again, and the first
    /// page of it has object_list::begins_anew set. If that happens again, the pages become larger.
    ///
    /// Errors     those of client::list(). No page is lost: calling next() again asks for the same page. If a
    ///            page fails that was fetched ahead, the error is dropped, and next() asks for that page
    ///            again.
    /// Cancel     at any time, also by with_timeout() or by Asio's operator ||. No page is lost: the next
    ///            call of next() gets the page that was under way.
    [[nodiscard]] task<std::optional<object_list<T>>> next() & { return typed(handle_.next()); }

private:
    static task<std::optional<object_list<T>>> typed(task<std::optional<detail::untyped_list>> body)
    {
        auto page = co_await std::move(body);
        std::optional<object_list<T>> result;
        if (page) result.emplace(std::move(*page));
        co_return result;
    }

    detail::pager_handle handle_;
};

} // namespace coinformer
