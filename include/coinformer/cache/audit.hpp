#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

/// In which way an object of a copy differs from the server's.
enum class audit_finding : std::uint8_t {
    missing, ///< the server has the object, and the copy lacks it
    surplus, ///< the copy has the object, and the server lacks it
    stale,   ///< the copy has another version of the object, or an object with another UID
};

/// An object in which a copy differs from the server's collection.
struct audit_difference {
    audit_finding what = audit_finding::missing;
    std::string ns, name;
    std::string here;  ///< the version of the object in the copy; empty if it is missing there
    std::string there; ///< the version of the object on the server; empty if the server lacks it
};

/// Returns the difference in words, for example "shop/a is stale: version 5 here, version 7 on the server".
std::string to_string(audit_difference const& found);

/// The result of an audit: how the copy of a collection differs from the server's, at one version.
struct audit_report {
    std::string collection;  ///< the path of the collection in the API
    std::string version;     ///< the resource version at which both were compared
    std::size_t objects = 0; ///< objects that the server has
    std::size_t missing = 0; ///< objects of the server that the copy lacks
    std::size_t surplus = 0; ///< objects that only the copy has
    std::size_t stale = 0;   ///< objects of which the copy has another version, or another UID
    /// The first objects that differ, twenty at most.
    std::vector<audit_difference> first = {};
    /// True if a list that the informer has read anyway was compared. The list has replaced what was wrong,
    /// so `version` is the one that the copy had before, and `objects` are those of the list.
    bool by_list = false;

    std::size_t differences() const noexcept { return missing + surplus + stale; }
};

/// Lets an informer check itself: at an interval it asks the server for the names, UIDs and versions of its
/// collection, at exactly the version that its own copy has, and compares. Differences are logged and
/// counted, and the collection is listed again, whose result replaces what was wrong. If an audit finds the
/// same differences as the one before it, nothing is listed, because that list has not helped: an object that
/// does not decode stays missing.
///
/// While audits are on, each list that the informer reads for another reason is an audit as well, which costs
/// nothing. Such a list is newer than the copy, so it proves less: an object that has not changed since the
/// copy's version must be in the copy; whether an object that the list lacks was deleted in time is seen only
/// if both have the same version. A list that may be of another history of the server proves nothing, and
/// neither does one with an object that cannot be named (informer_options::on_fault).
///
/// A healthy informer never differs. What an audit finds is a defect: of this library, of the program (an
/// object that was changed through a const_cast), of the server's cache, or of a server that was restored
/// from a backup while nobody looked. An object that does not decode counts as well, because the copy lacks
/// it, or has an old state of it.
///
/// Only metadata is sent, and one page at a time is in memory; parts of the store that change meanwhile are
/// copied. One informer of a client is audited at a time; none while its collection cannot be read. If the
/// server has forgotten the version, the audit is left out. If nothing comes for informer_options::silence,
/// or the audit takes more than ten minutes, it is given up, and the next one follows at the interval.
struct audit_options {
    /// How often. Each pause is up to a tenth longer by chance. Zero means never; otherwise from 1 s to a
    /// year.
    duration interval = duration::zero();
    /// How often the server is asked between two audits for the mere number of objects, which is one small
    /// request. If the number is not that of the copy, the next audit begins at once; the number alone is
    /// never reported as a difference. Zero means never; otherwise at least 1 s, and no longer than
    /// `interval`. A question that is not answered within a minute is given up. The server gives no number
    /// for a collection with a selector, and with a transform the copy has fewer objects, so such informers
    /// do not ask.
    duration probe = duration::zero();
    /// Called on the client's strand after an audit that has found differences. What it throws is logged.
    std::function<void(audit_report const&)> on_difference = {};
};

/// The last audit of an informer: see audit_options. An informer of several namespaces audits each of them by
/// itself; then the numbers are those of all last audits together.
struct audit_status {
    /// When the copy was last compared, on the clock of `environment::time`: by an audit, or by a list that
    /// was read anyway. Of several namespaces, the one that has waited longest counts. Empty before the first
    /// time.
    std::optional<time_point> compared_at;
    std::size_t objects = 0; ///< objects that the server had then
    /// Objects that differed then. A list has followed since, unless the audit before had found the same.
    std::size_t differences = 0;
    /// Why the last audit has compared nothing: an error, or that the server has forgotten the version. Empty
    /// if it has compared.
    std::string last_failure;
};

} // namespace coinformer
