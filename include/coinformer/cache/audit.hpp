#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace coinformer {

/// The result of an audit: how the copy of a collection differs from the server's, at one version.
struct audit_report {
    std::string collection;  ///< the path of the collection in the API
    std::string version;     ///< the resource version at which both were compared
    std::size_t objects = 0; ///< objects that the server has
    std::size_t missing = 0; ///< objects of the server that the copy lacks
    std::size_t surplus = 0; ///< objects that only the copy has
    std::size_t stale = 0;   ///< objects of which the copy has another version, or another UID
    /// Namespace and name of the first objects that differ, twenty at most.
    std::vector<std::string> first = {};

    std::size_t differences() const noexcept { return missing + surplus + stale; }
};

/// Lets an informer check itself: at an interval it asks the server for the names, UIDs and versions of its
/// collection, at exactly the version that its own copy has, and compares. Differences are logged and
/// counted, and the collection is listed again, whose result replaces what was wrong.
///
/// A healthy informer never differs. What an audit finds is a defect: of this library, of the program (an
/// object that was changed through a const_cast), of the server's cache, or of a server that was restored
/// from a backup while nobody looked.
///
/// Only metadata is sent, and one page at a time is in memory; parts of the store that change meanwhile are
/// copied. One informer of a client is audited at a time;
/// none while its collection cannot be read. If the server has forgotten the version, the audit is left out.
struct audit_options {
    /// How often. Each pause is up to a tenth longer by chance. Zero means never; at least 1 s otherwise.
    duration interval = duration::zero();
    /// Called on the client's strand after an audit that has found differences. What it throws is logged.
    std::function<void(audit_report const&)> on_difference = {};
};

} // namespace coinformer
