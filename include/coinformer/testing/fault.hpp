#pragma once

#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// An answer in the server's place.
struct canned_answer {
    int status = 200;
    std::string content_type = "application/json";
    std::string body = {};
    std::optional<std::chrono::seconds> retry_after = {};
    bool cut = false;                  ///< the connection is closed in the middle of the body
    std::string content_encoding = {}; ///< "gzip": the body is so already
};

/// Something that an API server does wrong, and to which requests: api_server::inject() takes it. The functions in
/// `faults` make the usual ones, the members narrow them down:
///
///     server.inject(faults::throttled(20s).on("list"));          // the next list
///     server.inject(faults::gone().on("list").on_later_pages());  // the next list that asks for page two
///     server.inject(faults::close_watch(3).times(5));             // the next five watches, after three events each
struct fault {
    static constexpr std::size_t always = std::numeric_limits<std::size_t>::max();

    std::string verb = {};    ///< "list", "watch", "get", "create", …; empty: any
    std::string plural = {};  ///< "configmaps"; empty: of any resource
    bool later_pages = false; ///< only lists with a continue token
    std::size_t skipped = 0;  ///< so many of these requests are answered well first
    std::size_t left = 1;     ///< then so many are not

    std::optional<canned_answer> answer = {};    ///< in place of the server's own
    duration delay = duration::zero();           ///< before the answer; the peer may give up meanwhile
    std::optional<std::size_t> cut_after = {};   ///< bytes of the answer, its header included; then an orderly end
    std::optional<std::size_t> stall_after = {}; ///< bytes; then the connection stays open, and nothing comes
    std::optional<std::size_t> events = {};      ///< of a watch; then it ends
    std::string last_line = {};                  ///< of such a watch: sent before the end
    bool no_initial_end = false;                 ///< of a WatchList: its closing bookmark never comes

    fault on(std::string_view v) const;
    fault of(std::string_view p) const;
    fault on_later_pages() const;
    fault after(std::size_t requests) const;
    fault times(std::size_t requests) const;
};

namespace faults {

/// A Status with this code and its usual reason: 400, 401, 403, 404, 409, 410, 422, 429, 500, 503, 504.
fault status(int code);
fault unauthorized();
fault forbidden();
fault throttled(std::chrono::seconds retry_after); ///< 429
fault internal_error();
fault unavailable(std::optional<std::chrono::seconds> retry_after = {}); ///< 503
fault gone();                                                            ///< 410 Expired
fault html(int code = 200); ///< a page of a proxy or a login form, in place of JSON
fault empty_answer();
fault late(duration delay);
fault cut(std::size_t bytes);
fault stall(std::size_t bytes);
/// An answer whose JSON ends in the middle, in order.
fault truncated_json();
/// Of a watch: ends in order after so many events. 0: at once.
fault close_watch(std::size_t events = 0);
/// Of a watch: after so many events an ERROR event with this status code ends it.
fault error_event(int code, std::size_t events = 0);
/// Of a watch: after so many events one with an object of so many bytes; then it ends.
fault oversized_event(std::size_t bytes, std::size_t events = 0);
/// Of a watch: after so many events this line as it is; then it ends.
fault odd_line(std::string line, std::size_t events = 0);
fault no_initial_end();

} // namespace faults

} // namespace coinformer::testing
