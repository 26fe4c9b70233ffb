#pragma once

#include "history.hpp"
#include "verdict.hpp"

#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// An event line of a watch that arrived whole.
struct line {
    std::int64_t time_ns = 0;
    std::string type;
    key of;
    state is;              ///< for a BOOKMARK, only `at` is set
    bool poisoned = false; ///< it does not decode into the informer's projection
    version newest = 0;    ///< the server's newest version when the line arrived
    bool odd = false;      ///< it is an ERROR, or no event at all
    bool initial = false;  ///< it belongs to the beginning of a stream, which its closing bookmark ends
};

/// How the writes of a connection go.
struct write_state {
    bool waits = false;                ///< a write is under way, or one has failed
    std::int64_t waited_until_ns = -1; ///< when the last write ended that took time
};

/// A request and its answer, as the bytes between the library and the network show them.
struct exchange {
    enum class end {
        open,     ///< not ended yet
        complete, ///< the answer arrived to its end
        broken,   ///< the network or the server ended it
        dropped,  ///< the client closed the connection
    };

    std::int64_t asked_ns = 0;
    std::int64_t client_answered_ns =
        -1;             ///< when this client was last in contact with the server before this was asked
    unsigned epoch = 0; ///< the epoch of the server's history; 0 if it ended between request and answer
    bool watch = false;
    bool stream = false; ///< a watch that begins with the collection
    bool reused = false; ///< the connection had served another request before
    bool first_page = false;
    std::string asked_version, match, token, limit;

    int status = 0; ///< 0 before the answer
    std::optional<std::int64_t> retry_after_s;
    bool asked_protobuf = false;
    bool protobuf = false;   ///< the answer is in protobuf, and so was the request
    bool compressed = false; ///< the answer came compressed
    bool http2 = false;
    std::shared_ptr<write_state const> writes; ///< the connection's, over HTTP/2
    /// The client has given it up, perhaps long before the wire showed that.
    bool given_up_unheard = false;
    bool understood = true;  ///< the answer is in a form that was asked for
    std::vector<line> lines; ///< the lines of a watch
    /// when the last object of a stream's beginning arrived; before the first one, when the answer came
    std::int64_t last_object_ns = 0;
    bool error_line = false;
    int error_code = 0;    ///< the code of the ERROR event
    bool readable = false; ///< a page that is a whole list document, or a stream's beginning with its end
    std::int64_t listed_ns = 0; ///< when it became `readable`
    version list_version = 0;
    version newest = 0; ///< the server's newest version when the answer came
    std::string next_token;
    std::optional<std::uint64_t> remaining; ///< how many objects are on later pages, according to the server
    objects items;
    std::size_t item_count = 0;
    std::vector<key> poisoned; ///< the objects of a list that do not decode

    std::int64_t answered_ns = 0, last_byte_ns = 0;
    std::optional<std::int64_t> reading_since_ns; ///< set while the client waits for bytes
    std::int64_t ended_ns = 0;
    end how = end::open;

    /// True if the client cannot say now that it gives the answer up.
    bool cannot_be_ended() const noexcept { return how == end::open && writes && writes->waits; }
    /// True if a kept-alive connection had gone in the meantime. Then the request is sent once more, on a new
    /// connection.
    bool met_stale_connection() const noexcept { return reused && status == 0 && how == end::broken; }
    bool ends_list() const noexcept { return readable && next_token.empty(); }
    /// True if events may have arrived that the informer has not read, and will not read. The client
    /// decompresses events one by one, as it finds room for them. Over HTTP/2 it keeps bytes until the
    /// informer takes them, and forgets them if the informer gives the answer up before that.
    bool may_leave_events() const noexcept { return compressed || http2; }
};

using exchanges = std::deque<exchange>; // a deque, because references must stay valid

/// The moments for which an item of a plan can wait: half of the faults wait for something that arrives.
enum class moment {
    watch_asked,
    list_asked,
    page_arrived,
    list_arrived,
    line_arrived,
    handler_called,
    synced
};
inline constexpr std::size_t moments = 7;

class exchange_recorder;
struct wire_request;

/// Listens to the connections of one client, and sorts its exchanges by collection. A `wire_reader` finds
/// requests and answers in the bytes of one connection, and an `exchange_recorder` writes down each of them.
class wire_log {
public:
    struct ears {
        std::function<void(moment)> told;
        std::function<void(std::string const&)> say;
        std::function<version()> newest; ///< the newest version of the server
        std::function<unsigned()> epoch; ///< the epoch of the server's history
    };
    wire_log(coinformer::time_source& time, ears to, trace_hash& hash)
        : time_(time), to_(std::move(to)), hash_(hash)
    {
    }

    /// Sends the record of each request for this collection, namespace and label selector to `to`.
    void route(scope const& s, exchanges* to) { routes_[route_name(s)] = to; }

    /// Wraps a dialer, so that its streams are listened to.
    std::unique_ptr<coinformer::dialer> listen(std::unique_ptr<coinformer::dialer> inner);

    /// Called by the reader of a connection that has found a request. Returns null if nobody asks for it.
    std::unique_ptr<exchange_recorder> begin(wire_request const& r);
    /// Called when the server has said something about a request that nobody asks for.
    void note_contact() { last_answer_ns_ = now(); }

    std::size_t open_streams() const noexcept { return open_; }
    /// when connections were dialed, in nanoseconds
    std::vector<std::int64_t> const& dials() const noexcept { return dials_; }

private:
    friend class exchange_recorder;
    class stream;
    class listening_dialer;
    static std::string route_name(scope const& s);
    std::int64_t now() const { return time_.now().time_since_epoch().count(); }

    coinformer::time_source& time_;
    ears to_;
    trace_hash& hash_;
    std::map<std::string, exchanges*> routes_;
    std::size_t open_ = 0;
    std::vector<std::int64_t> dials_;
    // When any request was answered, or an answer was read to its end. An answer 401, 502 or 503 does not
    // count: it tells the client nothing but that it is turned away.
    std::int64_t last_answer_ns_ = -1;
    int being_read_ = 0; // how many answers with status 200 have not come to their end
};

/// Returns the path of a collection.
std::string path_of(std::string const& plural, std::string const& ns);
/// Reads an object's JSON as the harness and the oracle see it. Returns false if it does not decode into the
/// informer's projection.
bool read_object(std::string_view json, key& k, state& s);

} // namespace simulation
