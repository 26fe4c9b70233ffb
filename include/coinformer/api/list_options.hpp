#pragma once

#include <coinformer/api/shard_ranges.hpp>
#include <coinformer/core/requirements.hpp>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer {

/// The meaning of a resource version that a list names (`resourceVersionMatch` in the Kubernetes API).
enum class version_match { unset, not_older_than, exact };

/// The query of a list or a watch. It is a class with a constructor and no aggregate, so that it may stand
/// beside a co_await (docs/compilers.md).
class list_options {
public:
    list_options() = default;

    /// Selectors, in the form that kubectl's -l and --field-selector take.
    list_options& labels(std::string selector) { return set(labels_, std::move(selector)); }
    list_options& fields(std::string selector) { return set(fields_, std::move(selector)); }
    /// Asks for pages of this size; 0: everything on one page.
    list_options& limit(std::size_t objects_a_page) { return set(limit_, objects_a_page); }
    std::size_t limit() const noexcept { return limit_; }
    /// Asks for the page to which a token of the page before it leads.
    list_options& continue_token(std::string token) { return set(continue_, std::move(token)); }
    /// Names the version to list, or the version after which a watch begins; match() says how a list means
    /// it.
    list_options& resource_version(std::string version) { return set(version_, std::move(version)); }
    list_options& match(version_match m) { return set(match_, m); }
    /// Makes it a watch, with bookmarks, which the server ends after `server_timeout`.
    list_options& watch(std::chrono::seconds server_timeout)
    {
        is_watch_ = true;
        return set(timeout_, server_timeout);
    }

    /// Makes a watch begin with an ADDED event for each object that exists, and a bookmark behind the last of
    /// them: a streamed list (KEP-3157).
    list_options& initial_events()
    {
        match_ = version_match::not_older_than; // the server refuses the request without it
        return set(initial_events_, true);
    }

    /// Asks for the objects whose UID, or namespace, has a hash in these ranges (`shardSelector`, KEP-5866).
    /// The answer may have other objects as well: a server without that feature ignores the parameter and
    /// does not say so, and of more than `most_sent_ranges` ranges, those next to each other are sent as one,
    /// because a URL has to be short. So the caller looks at shard_hash() of each object. Sends nothing if
    /// there is no range, or if they are all that there is.
    list_options& shard(shard_ranges const& ranges, shard_field field = shard_field::uid);
    static constexpr std::size_t most_sent_ranges = 16;

    /// Adds any other parameter to the query, for example one of a newer Kubernetes. It stands behind the
    /// others, and may be given more than once.
    list_options& parameter(std::string name, std::string value)
    {
        further_.emplace_back(std::move(name), std::move(value));
        return *this;
    }

    /// Waits this many times longer than http_options::header_timeout until the answer begins. See
    /// http_request::patience.
    list_options& patience(unsigned factor) { return set(patience_, factor); }
    unsigned patience() const noexcept { return patience_; }

    bool is_watch() const noexcept { return is_watch_; }
    bool has_selector() const noexcept { return !labels_.empty() || !fields_.empty(); }
    /// Returns the query of the URL, percent-encoded: "limit=500&labelSelector=app%3Dweb". Empty if no option
    /// is set.
    std::string query() const;

private:
    template <class T>
    list_options& set(T& member, T value)
    {
        member = std::move(value);
        return *this;
    }

    std::string labels_, fields_, continue_, version_, shard_;
    std::vector<std::pair<std::string, std::string>> further_;
    std::size_t limit_ = 0;
    version_match match_ = version_match::unset;
    std::chrono::seconds timeout_{0};
    unsigned patience_ = 1;
    bool is_watch_ = false;
    bool initial_events_ = false;
};

} // namespace coinformer
