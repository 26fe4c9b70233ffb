#pragma once

#include "testing/http/access_control.hpp"
#include "testing/http/object_view.hpp"
#include "testing/http/request_reader.hpp"
#include "testing/http/request_target.hpp"
#include "testing/http/server_state.hpp"
#include "testing/http/watch_cursor.hpp"

#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <variant>

namespace coinformer::testing::detail {

/// The answer to a list, which http_session writes piece by piece.
struct list_answer {
    served_resource const* of;
    list_result list;
    object_view view = {};
    bool gzip = false;     ///< if true, it is compressed if it is long
    bool protobuf = false; ///< if true, it is written in protobuf, with whole objects
};

/// The answer to a watch: a place in the history that http_session follows.
struct watch_answer {
    /// Empty if the history does not reach back to the version; the stream then has only `fault`.
    std::optional<watch_cursor> cursor;
    std::optional<refusal> fault;
    bool bookmarks = false;
    std::optional<duration> timeout;
    bool streams_list = false; ///< sendInitialEvents
    bool gzip = false;
    bool protobuf = false;                         ///< if true, events are written in protobuf
    std::optional<websocket_offer> websocket = {}; ///< if set, each event is a message of a WebSocket
};

/// The request asks for a version that is yet to come. The caller waits for this version, but at most for
/// version_patience, and calls again().
struct version_wait {
    revision until;
};
/// A real server's watch cache waits this long for a version, too.
inline constexpr duration version_patience = std::chrono::seconds(3);

using answer = std::variant<canned_answer, list_answer, watch_answer, version_wait>;

/// An answer, and the injected fault that happens while it is given.
struct reply {
    answer what;
    std::optional<fault> injected_fault;
};

/// Finds the answer to a request: injected faults, the interceptor, authentication, the path, and then the
/// store. It knows neither the connection nor coroutines, so that an http_session can serve any stream; it
/// has no state beside the server's. It is used on the server's serial executor.
class request_handler {
public:
    explicit request_handler(server_state& state) noexcept : state_(state) {}

    /// Counts and remembers the request, and answers it.
    reply handle(wire_request const& request);
    /// Answers a request for which handle() has returned version_wait. It does not return version_wait again.
    answer again(wire_request const& request);

private:
    enum class patience { yes, no };
    std::optional<fault> take_fault(request_target const& target);
    void remember(action const& seen);
    answer answer_to(wire_request const& request, request_target const& target, action const& seen);
    answer routed(wire_request const& request, request_target const& target, patience waits);
    std::optional<canned_answer> page(wire_request const& request, request_target const& target) const;
    answer collection_answer(wire_request const& request, request_target const& target, collection& in);
    answer object_answer(wire_request const& request, request_target const& target, collection& in);
    answer remove_all(wire_request const& request, request_target const& target, collection& in);
    answer watch(wire_request const& request, request_target const& target, collection& in);
    collection_query query_of(request_target const& target) const;

    server_state& state_;
};

/// The answer that a refusal becomes, with its Status as the body.
canned_answer answer_of(refusal const& why);

} // namespace coinformer::testing::detail
