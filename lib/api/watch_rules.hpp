#pragma once

#include <coinformer/api/decode_fault.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/log.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

namespace coinformer::detail {

// What everybody who watches keeps to: informers and watchers.

/// For how long to ask for a watch: between `base` and twice that, so that watches do not all end at once.
std::chrono::seconds watch_duration(duration base, random_source& random);

/// Whether `version` is older than the one that is `known`: a watch goes forward, so the server's history was replaced.
/// Not of versions that do not compare (KEP-5504: decimals do).
bool goes_back(std::string_view version, std::string_view known);

/// Throws errc::bad_request unless `text` is a resource version that can be compared: decimal, without a leading zero
/// (KEP-5504). `what` names the call in the message.
void demand_version(std::string_view text, std::string what);

/// How long to wait when the server said so: not shorter than one's own delay, which has the jitter; not for hours; a
/// little longer by chance, as others were told the same.
duration retry_pause(std::chrono::seconds retry_after, backoff& own, random_source& random);

/// An object that did not decode: logged, then told.
void report_fault(log_sink& log, std::string_view path, decode_fault const& fault,
                  std::function<void(decode_fault const&)> const& on_fault);

} // namespace coinformer::detail
