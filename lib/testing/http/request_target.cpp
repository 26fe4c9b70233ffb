#include "testing/http/request_target.hpp"

#include "testing/store/deletion.hpp"

#include <boost/beast/core/string.hpp>
#include <boost/json/array.hpp>

#include <algorithm>
#include <charconv>
#include <vector>

namespace coinformer::testing::detail {

namespace {

int hex_value(char c) noexcept
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

enum class plus { itself, space }; // the meaning of '+': a space in a query, itself in a path

// Decodes percent-encoding. A '%' that begins no valid escape stays as it is.
std::string decoded(std::string_view text, plus meaning)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 &&
            hex_value(text[i + 2]) >= 0) {
            plain += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
            i += 2;
        } else {
            plain += text[i] == '+' && meaning == plus::space ? ' ' : text[i];
        }
    }
    return plain;
}

// Splits a path that is already decoded, as kube-apiserver does: "%2F" in a name is a slash like any other.
std::vector<std::string> segments(std::string_view path)
{
    std::vector<std::string> parts;
    while (!path.empty()) {
        path.remove_prefix(1); // the slash
        auto const part = path.substr(0, path.find('/'));
        if (!part.empty()) parts.emplace_back(part);
        path.remove_prefix(part.size());
    }
    return parts;
}

bool dry_run(std::string_view value, std::string_view kind)
{
    if (value.empty() || value == "All") return !value.empty();
    throw invalid({"meta.k8s.io", kind, kind}, "", "dryRun", "FieldValueNotSupported",
                  "Unsupported value: [\"" + std::string(value) + "\"]: supported values: \"All\"");
}

} // namespace

request_target::request_target(std::string_view method, std::string_view target)
{
    auto const mark = target.find('?');
    path = decoded(target.substr(0, mark), plus::itself);
    if (mark != target.npos) read_query(target.substr(mark + 1));
    read_path();
    name_verb(method);
}

void request_target::read_query(std::string_view query)
{
    while (!query.empty()) {
        auto const pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        auto const equals = std::min(pair.find('='), pair.size());
        auto value = pair.substr(std::min(equals + 1, pair.size()));
        parameters_.try_emplace(decoded(pair.substr(0, equals), plus::space), decoded(value, plus::space));
    }
}

void request_target::read_path()
{
    auto const parts = segments(path);
    auto const n = parts.size();
    std::size_t at = 0;
    if (n >= 3 && parts[0] == "api") {
        version = parts[1];
        at = 2;
    } else if (n >= 4 && parts[0] == "apis") {
        group = parts[1];
        version = parts[2];
        at = 3;
    } else {
        return;
    }
    // /namespaces/NS/status is a subresource of the namespace, not a resource within it
    auto const own = n == at + 3 && (parts[at + 2] == "status" || parts[at + 2] == "finalize");
    if (parts[at] == "namespaces" && n >= at + 3 && !own) {
        ns = parts[at + 1];
        at += 2;
    }
    plural = parts[at];
    if (n > at + 1) name = parts[at + 1];
    if (n > at + 2) part = parts[at + 2];
    if (n > at + 3) part = "unknown";
}

void request_target::name_verb(std::string_view method)
{
    auto const watch = flag("watch").value_or(false);
    if (plural.empty()) {
        verb = method;
        std::ranges::transform(verb, verb.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    } else if (method == "GET" && name.empty())
        verb = watch ? "watch" : "list";
    else if (method == "GET")
        verb = "get";
    else if (method == "POST")
        verb = "create"; // also of a subresource
    else if (method == "PUT")
        verb = "update";
    else if (method == "PATCH")
        verb = "patch";
    else if (method == "DELETE")
        verb = name.empty() ? "deletecollection" : "delete";
    else
        verb = method;
}

std::string request_target::parameter(std::string const& key) const
{
    auto const it = parameters_.find(key);
    return it == parameters_.end() ? std::string() : it->second;
}

std::optional<bool> request_target::flag(std::string const& key) const
{
    auto const it = parameters_.find(key);
    if (it == parameters_.end()) return std::nullopt;
    return it->second != "0" && !boost::beast::iequals(it->second, "false");
}

std::optional<std::uint64_t> request_target::number(std::string const& key) const
{
    auto const text = parameter(key);
    if (text.empty()) return std::nullopt;
    std::int64_t n = 0;
    auto const [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (ec != std::errc() || end != text.data() + text.size())
        throw bad_request("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
    return static_cast<std::uint64_t>(std::max<std::int64_t>(n, 0));
}

revision request_target::awaited_version() const
{
    // A watch without initial events may begin at a version that is yet to come, and does not wait for it.
    if (verb != "get" && verb != "list" && (verb != "watch" || !flag("sendInitialEvents"))) return 0;
    auto const version = parameter("resourceVersion");
    if (version.empty() || !parameter("continue").empty()) return 0;
    return verb == "list" ? parse_revision(version) : parse_single_revision(version);
}

write_options request_target::writing(std::string_view kind) const
{
    write_options how;
    how.dry_run = dry_run(parameter("dryRun"), kind);
    how.manager = parameter("fieldManager");
    if (kind == "PatchOptions" && flag("force"))
        throw invalid({"meta.k8s.io", kind, kind}, "", "force", "FieldValueForbidden",
                      "Forbidden: may not be specified for non-apply patch");
    return how;
}

write_options request_target::applying() const
{
    write_options how;
    how.dry_run = dry_run(parameter("dryRun"), "PatchOptions");
    how.manager = parameter("fieldManager");
    how.force = flag("force").value_or(false);
    if (how.manager.empty())
        throw invalid({"meta.k8s.io", "PatchOptions", "PatchOptions"}, "", "fieldManager",
                      "FieldValueRequired", "Required value: is required for apply patch");
    return how;
}

write_options request_target::deleting(boost::json::object const& options) const
{
    auto how = writing("DeleteOptions");
    how.dependents = policy_in(options);
    auto const* v = options.if_contains("dryRun");
    if (!v || !v->is_array()) return how;
    for (auto const& value : v->get_array())
        if (value.is_string()) how.dry_run |= dry_run(std::string(value.get_string()), "DeleteOptions");
    return how;
}

boost::json::object request_target::delete_options() const
{
    boost::json::object options;
    if (auto policy = parameter("propagationPolicy"); !policy.empty()) options["propagationPolicy"] = policy;
    if (auto const orphans = flag("orphanDependents")) options["orphanDependents"] = *orphans;
    return options;
}

collection_query request_target::query() const
{
    collection_query q;
    q.ns = ns;
    q.label_selector = parameter("labelSelector");
    q.field_selector = parameter("fieldSelector");
    q.resource_version = parameter("resourceVersion");
    q.resource_version_match = parameter("resourceVersionMatch");
    q.continue_token = parameter("continue");
    q.limit = number("limit").value_or(0);
    q.send_initial_events = flag("sendInitialEvents");
    q.bookmarks = flag("allowWatchBookmarks").value_or(false);
    return q;
}

} // namespace coinformer::testing::detail
