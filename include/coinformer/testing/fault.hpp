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

/// An answer in the server's place. Its length and connection headers are added.
struct canned_answer {
    int status = 200;
    std::string content_type = "application/json";
    std::string body = {};
    std::optional<std::chrono::seconds> retry_after = {}; ///< the header Retry-After
    bool cut = false;                                     ///< the connection is closed in the middle of the body
    std::string content_encoding = {};                    ///< "gzip": the body is so already
    std::string warning = {};                             ///< the header Warning, with code 299
};

/// Something that an API server does wrong, and to which requests: api_server::inject() takes it. A value. The
/// functions in `faults` make the usual ones, for the next request of any kind; the members make copies that are
/// narrowed down:
///
///     server.inject(faults::throttled(20s).on("list"));          // the next list
///     server.inject(faults::gone().on("list").on_later_pages());  // the next list that asks for page two
///     server.inject(faults::close_watch(3).times(5));             // the next five watches, after three events each
struct fault {
    static constexpr std::size_t always = std::numeric_limits<std::size_t>::max();

    std::string verb = {};     ///< as in api_server::requests(): "list", "watch", "get", …; empty: any
    std::string resource = {}; ///< "configmaps", "deployments.apps", "pods/eviction"; empty: any
    std::string ns = {};       ///< empty: in any namespace, or in none
    bool later_pages = false;  ///< only lists with a continue token
    std::size_t skipped = 0;   ///< so many of these requests are answered well first
    std::size_t left = 1;      ///< then so many are not; `always`: all

    std::optional<canned_answer> answer = {};    ///< in place of the server's own
    bool tells_status = false;                   ///< that has a Status as its body, about what was asked for
    std::vector<status_cause> causes = {};       ///< of this Status
    duration delay = duration::zero();           ///< on the environment's clock, then comes the answer
    std::optional<std::size_t> cut_after = {};   ///< bytes of the answer, its header included; then an orderly end
    std::optional<std::size_t> stall_after = {}; ///< bytes; then the connection stays open, and nothing comes
    std::optional<std::size_t> events = {};      ///< of a watch, periodic bookmarks not counted; then it ends
    std::string last_line = {};                  ///< of such a watch: sent before the end
    std::string warning = {};                    ///< comes with the server's own answer
    bool no_initial_end = false;                 ///< of a WatchList: its closing bookmark never comes
    bool no_timeout = false;                     ///< of a watch: it goes on after its timeoutSeconds
    /// Of a WatchList: the time after each of its initial events. What changes meanwhile is sent between them, and the
    /// closing bookmark has the version of the last change.
    duration initial_pause = duration::zero();

    fault on(std::string_view v) const { return with(&fault::verb, v); } ///< only requests with this verb
    /// Only of this resource: its plural, with its group ("deployments.apps") or without; and of that only this
    /// subresource ("pods/eviction"), or, without one, the objects and all of theirs.
    fault of(std::string_view r) const { return with(&fault::resource, r); }
    fault in(std::string_view n) const { return with(&fault::ns, n); }                  ///< only in this namespace
    fault on_later_pages() const { return on("list").with(&fault::later_pages, true); } ///< only after the first page
    fault after(std::size_t n) const { return with(&fault::skipped, n); } ///< so many that fit are answered well first
    fault times(std::size_t n) const { return with(&fault::left, n); }    ///< then so many are not; instead of one

private:
    template <class Member, class Value>
    fault with(Member fault::* member, Value value) const
    {
        auto copy = *this;
        copy.*member = value;
        return copy;
    }
};

/// What usually goes wrong. docs/testing.md tells what an informer does about each.
namespace faults {

/// This answer in place of the server's own.
fault answer(canned_answer a);
/// A Status with this code, the reason that is usual for it, and the object that was asked for: a create gets 409 as
/// AlreadyExists. `causes` are what is wrong field by field, as of a 422. Errors: std::invalid_argument below 400,
/// above 599.
fault status(int code, std::vector<status_cause> causes = {});
fault unauthorized();                                                    ///< 401
fault forbidden();                                                       ///< 403
fault throttled(std::chrono::seconds retry_after);                       ///< 429
fault internal_error();                                                  ///< 500
fault unavailable(std::optional<std::chrono::seconds> retry_after = {}); ///< 503
fault gone();                                                            ///< 410 Expired
fault html(int code = 200); ///< a page of a proxy or a login form, in place of JSON
fault empty_answer();       ///< 200 without a body
fault late(duration delay); ///< the server's own answer, so much later
fault cut(
    std::size_t bytes); ///< so much of the server's own answer, header included; then the connection ends in order
fault stall(std::size_t bytes); ///< so much of it; then nothing, with the connection open: half-open
/// The server's own answer, and a warning with it.
fault warning(std::string text);
/// An answer whose JSON ends in the middle; the HTTP around it is in order.
fault truncated_json();
/// Of a watch: ends in order after so many events. 0: at once.
fault close_watch(std::size_t events = 0);
/// Of a watch: after so many events an ERROR event with this status code ends it. Codes and errors as status().
fault error_event(int code, std::size_t events = 0);
/// Of a watch: after so many events one with an object of so many bytes and a bit; then it ends. A client's limit is
/// client_options::max_object_bytes.
fault oversized_event(std::size_t bytes, std::size_t events = 0);
/// Of a watch: after so many events this line as it is; then it ends.
fault odd_line(std::string line, std::size_t events = 0);
/// Of a watch with sendInitialEvents: the bookmark that ends the initial events never comes.
fault no_initial_end();
/// Of a watch with sendInitialEvents: so much time passes after each of the initial events, and what changes meanwhile
/// is sent between them.
fault slow_initial_events(duration pause);
/// The server does not end the watch after its timeoutSeconds.
fault endless_watch();

} // namespace faults

} // namespace coinformer::testing
