#pragma once

#include "api/json/validator.hpp"
#include "api/stream/answer_tape.hpp"
#include "api/stream/list_decoder.hpp"
#include "api/stream/watch_decoder.hpp"

#include <coinformer/api/resource.hpp>
#include <coinformer/transport/http.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace coinformer::detail {

/// Feeds the body of an answer to a decoder, in slices that are so small that the received bytes stay in the
/// processor's cache until they are decoded. With a validator, each slice is checked first.
///
/// Threads    the client's strand.
class body_slices {
public:
    /// If `validator` is null, parts that the projection does not declare are not checked.
    body_slices(http_response body, std::unique_ptr<json_validator> validator)
        : body_(std::move(body)), validator_(std::move(validator))
    {
    }

    /// Feeds the next slice to a decoder. Returns false at the end of the body.
    template <class Decoder>
    [[nodiscard]] task<bool> feed(Decoder& decoder) &;
    bool is_retired() const { return body_.is_retired(); }
    /// From now on all that comes is recorded.
    void record(answer_track on)
    {
        if (!on.is_recorded()) return;
        on.answered(body_.header("content-type"));
        track_.emplace(std::move(on));
    }
    /// The decoder has read all that it was fed, and has reached this version.
    void note_reached(std::string_view version)
    {
        if (track_ && pieces_.empty()) track_->reached(version);
    }

private:
    [[nodiscard]] task<> read_recorded() &;

    http_response body_;
    std::unique_ptr<json_validator> validator_;
    std::optional<answer_track> track_;        // empty if nothing is recorded
    std::span<std::string_view const> pieces_; // received, but not fed yet
    std::size_t fed_ = 0;                      // bytes of the first piece that were fed
    // The validator has found a mistake; the next call throws it, after the decoder has read what comes
    // before it.
    bool is_wrong_ = false;
};

/// One page of a list, read as it arrives. The caller awaits fetch() for more, then calls items().next()
/// until that needs more, and so on.
///
/// Threads    the client's strand.
class list_reading {
public:
    list_reading() = default;
    list_reading(list_reading&&) noexcept = default;
    virtual ~list_reading() = default;

    /// Returns false at the end of the page.
    [[nodiscard]] virtual task<bool> fetch() & = 0;
    virtual list_items& items() noexcept = 0;
};

/// A watch, read as it arrives, in the same way.
///
/// Threads    the client's strand.
class watch_reading {
public:
    watch_reading() = default;
    watch_reading(watch_reading&&) noexcept = default;
    virtual ~watch_reading() = default;

    /// Returns false if the server has ended the watch in an orderly way.
    [[nodiscard]] virtual task<bool> fetch() & = 0;
    virtual watch_events& events() noexcept = 0;
    /// True if the watch should go on over another connection: it belongs to a client certificate that was
    /// replaced.
    virtual bool is_retired() const { return false; }
    /// The caller has read all that has come, and has reached this version.
    virtual void note_reached(std::string_view) {}
};

/// A page of a list that comes as the body of an answer.
class list_page final : public list_reading {
public:
    list_page(http_response body, std::unique_ptr<list_decoder> items,
              std::unique_ptr<json_validator> validator)
        : body_(std::move(body), std::move(validator)), items_(std::move(items))
    {
    }

    /// Errors     those of http_response::read() and of json_validator.
    [[nodiscard]] task<bool> fetch() & override;
    list_decoder& items() noexcept override { return *items_; }
    void record(answer_track on) { body_.record(std::move(on)); }

private:
    body_slices body_;
    std::unique_ptr<list_decoder> items_;
};

/// A watch that comes as the body of an answer.
class watch_stream final : public watch_reading {
public:
    watch_stream(http_response body, std::unique_ptr<watch_decoder> events,
                 std::unique_ptr<json_validator> validator)
        : body_(std::move(body), std::move(validator)), events_(std::move(events))
    {
    }

    /// Errors     those of http_response::read() and of json_validator.
    [[nodiscard]] task<bool> fetch() & override;
    watch_decoder& events() noexcept override { return *events_; }
    bool is_retired() const override { return body_.is_retired(); }
    void record(answer_track on) { body_.record(std::move(on)); }
    void note_reached(std::string_view version) override
    {
        if (events_->idle()) body_.note_reached(version);
    }

private:
    body_slices body_;
    std::unique_ptr<watch_decoder> events_;
};

} // namespace coinformer::detail
