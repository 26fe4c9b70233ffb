#pragma once

#include "api/json_validator.hpp"
#include "api/list_decoder.hpp"
#include "api/watch_decoder.hpp"

#include <coinformer/api/resource.hpp>
#include <coinformer/transport/http.hpp>

#include <memory>

namespace coinformer {

/// The path of one object, or of a part of it. Errors: those of collection_path(); errc::bad_request when the name is
/// empty.
std::string object_path(resource const& of, std::string_view ns, std::string_view name,
                        std::string_view subresource = {});

/// One page of a LIST, read as it arrives: fetch() brings bytes, then items().next() is called until it needs more.
class list_page {
public:
    /// `validator` null: what the projection does not declare is passed over.
    list_page(http_response body, std::unique_ptr<list_decoder> items, std::unique_ptr<json_validator> validator)
        : body_(std::move(body)), items_(std::move(items)), validator_(std::move(validator))
    {
    }

    /// Result: false at the end of the page. Errors: those of http_response::read and of json_validator.
    [[nodiscard]] task<bool> fetch() &;
    list_decoder& items() noexcept { return *items_; }

private:
    http_response body_;
    std::unique_ptr<list_decoder> items_;
    std::unique_ptr<json_validator> validator_;
};

/// A WATCH, read as it arrives, in the same way.
class watch_stream {
public:
    watch_stream(http_response body, std::unique_ptr<watch_decoder> events, std::unique_ptr<json_validator> validator)
        : body_(std::move(body)), events_(std::move(events)), validator_(std::move(validator))
    {
    }

    /// Result: false when the server ended the watch in order. Errors: those of http_response::read and of
    /// json_validator.
    [[nodiscard]] task<bool> fetch() &;
    watch_decoder& events() noexcept { return *events_; }

private:
    http_response body_;
    std::unique_ptr<watch_decoder> events_;
    std::unique_ptr<json_validator> validator_;
};

} // namespace coinformer
