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

namespace coinformer::testing {

struct list_answer {
    served_resource const* of;
    list_result list;
    object_view view = {};
    bool gzip = false;     ///< when it is long
    bool protobuf = false; ///< in place of JSON, whole objects
};

struct watch_answer {
    std::optional<watch_cursor> cursor; ///< none: the history does not reach back so far, and `fault` is all there is
    std::optional<refusal> fault;
    bool bookmarks = false;
    std::optional<duration> timeout;
    bool streams_list = false; ///< sendInitialEvents
    bool gzip = false;
    bool protobuf = false;                         ///< in place of JSON
    std::optional<websocket_offer> websocket = {}; ///< if set, each event is a message of a WebSocket
};

/// The request asks for a version that is yet to come: ask again() when it is there, or after version_patience.
struct version_wait {
    revision until;
};
inline constexpr duration version_patience = std::chrono::seconds(3); // a real server's

using answer = std::variant<canned_answer, list_answer, watch_answer, version_wait>;

/// An answer, and what goes wrong while it is given.
struct reply {
    answer what;
    std::optional<fault> wrong;
};

/// What the server answers to a request: authentication, route, store. No wire, no coroutines.
class request_handler {
public:
    explicit request_handler(server_state& state) noexcept : state_(state) {}

    reply handle(wire_request const& request);
    /// After a version_wait, which it is not answered with again.
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

    server_state& state_;
};

canned_answer answer_of(refusal const& why);

} // namespace coinformer::testing
