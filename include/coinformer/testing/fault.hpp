#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// An answer in place of the server's own. The server adds the headers for its length and for the connection.
struct canned_answer {
    int status = 200;
    std::string content_type = "application/json";
    std::string body = {};
    std::optional<std::chrono::seconds> retry_after = {}; ///< the header Retry-After
    /// If true, the connection is closed in the middle of the body.
    bool cut = false;
    std::string content_encoding = {}; ///< "gzip" if the body is compressed already
    std::string warning = {};          ///< the header Warning, with code 299
};

/// Something that an API server is told to do wrong, and for which requests; pass it to api_server::inject().
/// The functions in `faults` return the usual faults, for the next request of any kind. The members return
/// copies that are narrowed down:
///
///     server.inject(faults::throttled(20s).on("list"));          // the next list
///     server.inject(faults::gone().on("list").on_later_pages());  // the next list that asks for page two
///     server.inject(faults::close_watch(3).times(5));             // the next five watches, after 3 events
struct fault {
    static constexpr std::size_t always = std::numeric_limits<std::size_t>::max();

    std::string verb = {};     ///< as in api_server::requests(): "list", "watch", "get", …; empty: any
    std::string resource = {}; ///< "configmaps", "deployments.apps", "pods/eviction"; empty: any
    std::string ns = {};       ///< empty: any namespace, or none
    bool later_pages = false;  ///< if true, only lists with a continue token match
    std::size_t skipped = 0;   ///< the number of matching requests that are answered well first
    std::size_t left = 1;      ///< the number of requests after them that meet the fault; `always`: all

    std::optional<canned_answer> answer = {}; ///< in place of the server's own
    /// If true, the body of `answer` is a Status about the requested object.
    bool tells_status = false;
    std::vector<status_cause> causes = {}; ///< the causes in this Status
    duration delay = duration::zero();     ///< before the answer, on the environment's clock
    /// The connection is closed normally after this number of bytes of the answer, its header included.
    std::optional<std::size_t> cut_after = {};
    /// After this number of bytes nothing more is sent, and the connection stays open.
    std::optional<std::size_t> stall_after = {};
    /// The watch ends after this number of events, without periodic bookmarks.
    std::optional<std::size_t> events = {};
    std::string last_line = {}; ///< sent before such a watch ends
    std::string warning = {};   ///< a warning that comes with the server's own answer
    /// If true, the closing bookmark of a streamed list never comes.
    bool no_initial_end = false;
    bool no_timeout = false; ///< if true, a watch goes on after its timeoutSeconds
    /// The time that passes after each initial event of a streamed list. Changes of that time are sent
    /// between them, and the closing bookmark has the version of the last change.
    duration initial_pause = duration::zero();

    fault on(std::string_view v) const { return with(&fault::verb, v); } ///< only requests with this verb
    /// Only this resource: its plural, with its group ("deployments.apps") or without. "pods/eviction"
    /// matches this subresource only; a name without a subresource matches the objects and all their
    /// subresources.
    fault of(std::string_view r) const { return with(&fault::resource, r); }
    /// Only in this namespace.
    fault in(std::string_view n) const { return with(&fault::ns, n); }
    /// Only after the first page.
    fault on_later_pages() const { return on("list").with(&fault::later_pages, true); }
    /// The first `n` requests that match are answered well.
    fault after(std::size_t n) const { return with(&fault::skipped, n); }
    /// Then `n` requests meet the fault, in place of one.
    fault times(std::size_t n) const { return with(&fault::left, n); }

private:
    template <class Member, class Value>
    fault with(Member fault::* member, Value value) const
    {
        auto copy = *this;
        copy.*member = value;
        return copy;
    }
};

/// The usual faults. docs/testing.md says what an informer does about each.
namespace faults {

/// Returns a fault that sends this answer in place of the server's own.
fault answer(canned_answer a);
/// Returns a fault that answers with this code and a Status that has the usual reason and the requested
/// object; for a create, 409 is AlreadyExists. `causes` say what is wrong in which field, as in a 422.
/// Errors     std::invalid_argument for a code below 400 or above 599.
fault status(int code, std::vector<status_cause> causes = {});
fault unauthorized();                                                    ///< 401
fault forbidden();                                                       ///< 403
fault throttled(std::chrono::seconds retry_after);                       ///< 429
fault internal_error();                                                  ///< 500
fault unavailable(std::optional<std::chrono::seconds> retry_after = {}); ///< 503
fault gone();                                                            ///< 410 Expired
fault html(int code = 200); ///< a page of a proxy or a login form, in place of JSON
fault empty_answer();       ///< 200 without a body
fault late(duration delay); ///< the server's own answer, later by `delay`
/// The server sends the first `bytes` bytes of its own answer, header included; then the connection ends in
/// order.
fault cut(std::size_t bytes);
/// The server sends the first `bytes` bytes of its own answer; then nothing more comes, and the connection
/// stays open (half-open).
fault stall(std::size_t bytes);
/// The server's own answer comes with a warning.
fault warning(std::string text);
/// The answer is JSON that ends in the middle, in a correct HTTP answer.
fault truncated_json();
/// The watch ends normally after `events` events; with 0, at once.
fault close_watch(std::size_t events = 0);
/// An ERROR event with this status code ends the watch after `events` events. Codes and errors are those of
/// status().
fault error_event(int code, std::size_t events = 0);
/// After `events` events the watch sends one with an object of a little more than `bytes` bytes, and ends. A
/// client's limit is client_options::max_object_bytes.
fault oversized_event(std::size_t bytes, std::size_t events = 0);
/// After `events` events the watch sends this line as it is, and ends.
fault odd_line(std::string line, std::size_t events = 0);
/// The bookmark that ends the initial events of a streamed list (sendInitialEvents) never comes.
fault no_initial_end();
/// The time `pause` passes after each initial event of a streamed list (sendInitialEvents). Changes of that
/// time are sent between the initial events.
fault slow_initial_events(duration pause);
/// The server does not end the watch after its timeoutSeconds.
fault endless_watch();

} // namespace faults

} // namespace coinformer::testing
