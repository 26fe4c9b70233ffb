#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/cache/audit.hpp>

#include <cstdint>
#include <utility>

namespace coinformer::detail {

/// Collects the differences that one audit finds: counts them, and keeps the first ones.
///
/// Threads    one at a time.
class differences {
public:
    void count_object() noexcept { ++found_.objects; }
    /// Notes an object in which the copy (`here`) and the server (`there`) differ. One of them may be null.
    void note(object_ref const& here, object_ref const& there);
    /// Returns what was noted, without the names of collection and version.
    audit_report take() { return std::exchange(found_, {}); }
    /// Tells one set of differences from another one.
    std::uint64_t fingerprint() const noexcept { return fingerprint_; }

private:
    audit_report found_;
    std::uint64_t fingerprint_ = 0;
};

} // namespace coinformer::detail
