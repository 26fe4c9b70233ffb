#pragma once

#include "api/json/validator.hpp"
#include "api/stream/list_decoder.hpp"
#include "api/stream/watch_decoder.hpp"

#include <coinformer/api/resource.hpp>
#include <coinformer/transport/http.hpp>

#include <memory>
#include <span>

namespace coinformer {

/// The body of an answer, in slices: so small that what was received is in the processor's cache until it is decoded.
class body_slices {
public:
    /// `validator` null: what the projection does not declare is passed over.
    body_slices(http_response body, std::unique_ptr<json_validator> validator)
        : body_(std::move(body)), validator_(std::move(validator))
    {
    }

    /// Feeds the next one to a decoder. Result: false at the end.
    template <class Decoder>
    [[nodiscard]] task<bool> feed(Decoder& decoder) &;

private:
    http_response body_;
    std::unique_ptr<json_validator> validator_;
    std::span<std::string_view const> pieces_; // received, and not fed yet
    std::size_t fed_ = 0;                      // of the first of them
    bool is_wrong_ = false;                    // the validator found a mistake: thrown when what precedes it is read
};

/// One page of a LIST, read as it arrives: fetch() brings bytes, then items().next() is called until it needs more.
class list_page {
public:
    list_page(http_response body, std::unique_ptr<list_decoder> items, std::unique_ptr<json_validator> validator)
        : body_(std::move(body), std::move(validator)), items_(std::move(items))
    {
    }

    /// Result: false at the end of the page. Errors: those of http_response::read and of json_validator.
    [[nodiscard]] task<bool> fetch() &;
    list_decoder& items() noexcept { return *items_; }

private:
    body_slices body_;
    std::unique_ptr<list_decoder> items_;
};

/// A WATCH, read as it arrives, in the same way.
class watch_stream {
public:
    watch_stream(http_response body, std::unique_ptr<watch_decoder> events, std::unique_ptr<json_validator> validator)
        : body_(std::move(body), std::move(validator)), events_(std::move(events))
    {
    }

    /// Result: false when the server ended the watch in order. Errors: those of http_response::read and of
    /// json_validator.
    [[nodiscard]] task<bool> fetch() &;
    watch_decoder& events() noexcept { return *events_; }

private:
    body_slices body_;
    std::unique_ptr<watch_decoder> events_;
};

} // namespace coinformer
