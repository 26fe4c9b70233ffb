#pragma once

#include "api/client/watch_rules.hpp"

#include <coinformer/api/resource.hpp>

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Logs that an index function threw: for which index and object, and the exception's text. A function with a
/// defect throws for every object, so the number of lines is bounded as that of decode faults is
/// (line_quota).
///
/// Threads    the client's strand. The store calls it.
class index_failure_log {
public:
    /// `collection` names the collection in the log.
    index_failure_log(log_sink& log, time_source const& time, std::string collection)
        : quota_(log, time, std::move(collection),
                 "more objects left out of an index, because its function threw")
    {
    }

    void report(std::string_view index, object_key const& object, std::string_view error)
    {
        if (!quota_.admits()) return;
        auto const key = to_string(object);
        quota_.log().log(
            log_level::warning, "object left out of an index, because its function threw",
            {{"collection", quota_.collection()}, {"index", index}, {"object", key}, {"error", error}});
    }
    /// Logs how many failures were not logged one by one, if there are any. The store calls it after a list
    /// and after an index is added.
    void flush() { quota_.flush(); }

    /// The name of the collection in the log.
    std::string const& collection() const noexcept { return quota_.collection(); }

private:
    line_quota quota_;
};

} // namespace coinformer::detail
