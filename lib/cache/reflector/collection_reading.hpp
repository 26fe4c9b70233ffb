#pragma once

#include "api/client/source_context.hpp"
#include "cache/reflector/collection_health.hpp"
#include "cache/reflector/listing.hpp"
#include "cache/reflector/reading_pace.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Reads a whole collection, by pages or from a stream: collects the objects, holds one of the client's
/// permits for reading, and gives up if the server is too slow, or sends the same objects for ever.
///
/// States     Idle until begin(); then reading, until end() or abandon().
/// Threads    the client's strand.
class collection_reading {
public:
    /// The references outlive this object. `path` names the collection in messages.
    collection_reading(source_context& context, store const& objects, collection_health& health,
                       informer_options const& options, std::string path);

    /// Waits for a permit, and begins with nothing.
    /// Cancel     at any time.
    [[nodiscard]] task<> begin() &;

    /// Called before each request. Waits for something that the server has no part in, and whose time does
    /// not count when the reading is judged.
    [[nodiscard]] task<> prepare_request(task<> work) &;

    /// Awaits a pause that the server has asked for. Another informer may read meanwhile. Its time does not
    /// count either.
    [[nodiscard]] task<> rest(task<> pause) &;

    /// The objects that have come. Decoders ask it which objects the store has already, so that these need
    /// not be decoded.
    listing objects;

    /// Called after each portion of objects. Throws errc::unexpected_content if
    /// listing::repeats_itself(max_repeats) is true: then the server sends the same objects again and again.
    /// Throws errc::slow_answer if the reading has been slow for informer_options::slow_list_limit. A reading
    /// that is merely slow gives its permit back, because it is little load for the server, and other
    /// informers want to read. Waiters learn that it is slow. `what` is "list" or "streamed list", for the
    /// message. Later requests do not share an HTTP/2 connection with a slow reading.
    void check(std::size_t max_repeats, std::string_view what);

    /// A proxy has left this many objects out of a page. They count as objects that have come when it is
    /// judged whether the reading is slow.
    void note_hidden(std::uint64_t objects_left_out)
    {
        hidden_ += std::min<std::uint64_t>(objects_left_out, 1'000'000);
    }

    /// The collection is complete: returns it. The permit is kept until give_permit_back().
    complete_list end();
    void give_permit_back() noexcept { permit_.reset(); }
    /// Drops what has come so far, if the reading is not complete.
    void abandon();

private:
    void check_pace();

    source_context& context_;
    time_source& time_;
    permits& all_;
    collection_health& health_;
    std::string path_;
    std::optional<permits::permit> permit_;
    reading_pace pace_;
    time_point began_{};
    std::size_t hidden_ = 0;
    bool is_slow_ = false;     // waiters have received this as a cause, and nothing else is wrong
    bool is_reported_ = false; // the connection of the present request is known to be slow
};

} // namespace coinformer::detail
