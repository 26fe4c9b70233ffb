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
    state is;              ///< of a BOOKMARK only `at`
    bool poisoned = false; ///< does not decode into what the informer keeps
    version newest = 0;    ///< the server's when it arrived
    bool odd = false;      ///< an ERROR, or not an event at all
    bool initial = false;  ///< of a stream's beginning, its closing bookmark included
};

/// A request and what came of it, as the bytes between library and network tell.
struct exchange {
    enum class end {
        open,     ///< under way
        complete, ///< the answer arrived to its end
        broken,   ///< the network or the server ended it
        dropped,  ///< the client closed the connection
    };

    std::int64_t asked_ns = 0;
    std::int64_t client_answered_ns =
        -1;             ///< when this client was last in contact with the server before this was asked
    unsigned epoch = 0; ///< of the server's history; 0: it ended between request and answer
    bool watch = false;
    bool stream = false; ///< a watch that begins with the collection
    bool reused = false; ///< the connection had served before
    bool first_page = false;
    std::string asked_version, match, token, limit;

    int status = 0; ///< 0: no answer yet
    std::optional<std::int64_t> retry_after_s;
    bool asked_protobuf = false;
    bool protobuf = false;           ///< the answer is in protobuf, as was asked for
    bool understood = true;          ///< it is in a form that was asked for
    std::vector<line> lines;         ///< of a watch
    std::int64_t last_object_ns = 0; ///< of a stream's beginning; before any: when the answer came
    bool error_line = false;
    int error_code = 0;         ///< of the ERROR event
    bool readable = false;      ///< a list's page that is a whole list document, or a stream's beginning with its end
    std::int64_t listed_ns = 0; ///< when it came to be so
    version list_version = 0;
    version newest = 0; ///< the server's when the answer came
    std::string next_token;
    std::optional<std::uint64_t> remaining; ///< objects on later pages, as the server says
    objects items;
    std::size_t item_count = 0;
    std::vector<key> poisoned; ///< of a list, what does not decode

    std::int64_t answered_ns = 0, last_byte_ns = 0;
    std::optional<std::int64_t> reading_since_ns; ///< while the client waits for bytes
    std::int64_t ended_ns = 0;
    end how = end::open;

    bool ends_list() const noexcept { return readable && next_token.empty(); }
};

using exchanges = std::deque<exchange>; // references stay good

/// What arrives moves plans on: half of the faults wait for such a moment.
enum class moment { watch_asked, list_asked, page_arrived, list_arrived, line_arrived, handler_called, synced };
inline constexpr std::size_t moments = 7;

/// Listens to one client's connections.
class wire_log {
public:
    struct ears {
        std::function<void(moment)> told;
        std::function<void(std::string const&)> say;
        std::function<version()> newest; ///< the server's version of now
        std::function<unsigned()> epoch; ///< of its history
    };
    wire_log(coinformer::time_source& time, ears to, trace_hash& hash) : time_(time), to_(std::move(to)), hash_(hash) {}

    /// Requests of this collection, of one namespace or of all, and label selector go here.
    void route(scope const& s, exchanges* to) { routes_[route_name(s)] = to; }

    /// A dialer whose streams are listened to.
    std::unique_ptr<coinformer::dialer> listen(std::unique_ptr<coinformer::dialer> inner);

    std::size_t open_streams() const noexcept { return open_; }
    std::vector<std::int64_t> const& dials() const noexcept { return dials_; } ///< when, in ns

private:
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
    // When any request was answered, or an answer was read to its end. A 401, 502 or 503 tells the client nothing but
    // that it is turned away.
    std::int64_t last_answer_ns_ = -1;
    int being_read_ = 0; // answers of 200 whose end has not come
};

/// Path of a collection.
std::string path_of(std::string const& plural, std::string const& ns);
/// An object's JSON as the harness and the oracle read it. Result: whether it decodes into what the informer keeps.
bool read_object(std::string_view json, key& k, state& s);

} // namespace simulation
