#pragma once

#include <coinformer/core/error.hpp>

#include <chrono>
#include <optional>

namespace coinformer::detail {

/// How a reflector gets its collection, and its changes.
enum class approach {
    stream,      ///< one watch that begins with the collection (WatchList), at least as fresh as the last known version
    list,        ///< paged, at least as fresh as the last known version
    list_newest, ///< paged, from the newest version: the known one is of no use
    list_whole,  ///< in one page: a continue token expired on the way
    watch,       ///< from the last known version
    confirm,     ///< a look at an object as fresh as the last known version: whether the server has that at all
};

/// What went wrong, or that nothing did.
struct ending {
    approach during = approach::list;
    error_code code = {};            ///< none: a watch that the server ended in order
    bool progress = false;           ///< something arrived since the last ending: an object, an event, a bookmark
    bool quiet = false;              ///< a watch that lasted, and on which nothing arrived
    bool brief = false;              ///< it took less than a second: doing it again at once may become a storm
    bool streams = false;            ///< collections are streamed, as far as the server can
    unsigned streams_failed = 0;     ///< since the last list of any kind, this one included
    unsigned streams_unfinished = 0; ///< of streams in a row, this one included
    std::optional<std::chrono::seconds> retry_after = {};
};

/// What to do next.
struct recovery {
    approach next = approach::list;
    enum class pause { none, backoff, retry_after } wait = pause::backoff;
    bool reset_backoff = false;   ///< before the pause
    bool give_up_streams = false; ///< for good: this server does not do it
    bool went_back = false;       ///< the server's history, perhaps: versions do not tell what is unchanged
    bool tell = false;            ///< people who wait for the sync get this as the cause: it will not cure itself soon
};

/// The whole recovery table, without I/O. Errors of cancellation and misuse are not for it: they end the reflector.
recovery recover_from(ending const& e) noexcept;

} // namespace coinformer::detail
