#pragma once

#include <coinformer/core/error.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// The exception that the store throws: a `Status` as a real API server sends it, and the library's error
/// code for it. The functions below make the refusals of a real server, with its texts, which
/// test/conformance compares.
class refusal : public std::exception {
public:
    refusal(errc what, int code, std::string_view reason, std::string message)
        : what_(what), code_(code), reason_(reason), message_(std::move(message))
    {
    }

    errc kind() const noexcept { return what_; }
    int code() const noexcept { return code_; }
    char const* what() const noexcept override { return message_.c_str(); }
    server_status status() const { return {code_, reason_, message_}; }
    boost::json::object json() const;

    /// These add members to the Status: details, metadata.continue, and details.retryAfterSeconds.
    refusal&& with_details(boost::json::object details) &&;
    refusal&& with_continue(std::string token) &&;
    refusal&& with_retry_after(std::chrono::seconds s) &&;
    std::optional<std::chrono::seconds> retry_after() const noexcept { return retry_after_; }

private:
    errc what_;
    int code_;
    std::string reason_;
    std::string message_;
    boost::json::object details_;
    std::string continue_;
    std::optional<std::chrono::seconds> retry_after_;
};

/// Returns the text between double quotes.
std::string quoted(std::string_view s);

/// The names of a resource in a message, such as "deployments.apps", and in its details.
struct resource_name {
    std::string_view group;
    std::string_view plural;
    std::string_view kind;
};

refusal unknown_resource();
refusal not_found(resource_name r, std::string_view name);
refusal already_exists(resource_name r, std::string_view name);
refusal conflict(resource_name r, std::string_view name, std::string_view why);
refusal stale(resource_name r, std::string_view name);
refusal invalid(resource_name r, std::string_view name, std::string_view field, std::string_view cause,
                std::string_view why);
refusal namespace_terminating(resource_name r, std::string_view name, std::string_view ns);
/// For several fields; `faults` is the part of the message that describes them.
refusal invalid(resource_name r, std::string_view name, std::string_view faults, boost::json::array causes);
refusal bad_request(std::string message);
/// A 500 without a reason, for errors that a real server does not classify.
refusal unexplained(std::string message);
refusal method_not_allowed();
refusal not_acceptable();
refusal not_acceptable(std::string message);
refusal unsupported_media_type(std::string_view got);
/// `strategic` says that the resource takes strategic merge patches, too.
refusal unsupported_patch(bool strategic);
refusal body_too_large(std::size_t limit);
refusal unauthorized();
/// `name` may be empty.
refusal forbidden(resource_name r, std::string_view name, std::string_view why);
refusal forbidden_path(std::string_view why);
refusal watch_too_old(std::uint64_t asked, std::uint64_t oldest);
refusal list_too_old();
refusal continue_too_old(std::string token);
refusal version_too_large(std::uint64_t asked, std::uint64_t current);
/// For an injected fault of any code: the reason is the usual one for this code and verb. `r` and `name` may
/// be empty.
refusal injected(int code, std::string_view verb, resource_name r, std::string_view name,
                 std::vector<status_cause> const& causes);

} // namespace coinformer::testing::detail
