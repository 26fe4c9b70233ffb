#include "testing/store/validation.hpp"

#include "testing/formats/json_member.hpp"
#include "testing/formats/time_text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

// These texts are a real server's.
constexpr std::string_view subdomain_rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
    "start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view label_rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
    "and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view key_rule =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric "
    "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr std::string_view value_rule = "a valid label must be an empty string or consist of alphanumeric "
                                        "characters, '-', '_' or '.', and must start and "
                                        "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value', "
                                        " or '12345', regex used for validation is "
                                        "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

bool lower_alnum(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool alnum(char c)
{
    return lower_alnum(c) || (c >= 'A' && c <= 'Z');
}

bool is_dns_label(std::string_view text)
{
    auto const fits = [](char c) { return lower_alnum(c) || c == '-'; };
    return !text.empty() && lower_alnum(text.front()) && lower_alnum(text.back()) &&
           std::ranges::all_of(text, fits);
}

bool is_subdomain(std::string_view text)
{
    for (;;) {
        auto const dot = text.find('.');
        if (!is_dns_label(text.substr(0, dot))) return false;
        if (dot == text.npos) return true;
        text.remove_prefix(dot + 1);
    }
}

bool is_word(std::string_view text)
{
    auto const fits = [](char c) { return alnum(c) || c == '-' || c == '_' || c == '.'; };
    return !text.empty() && alnum(text.front()) && alnum(text.back()) && std::ranges::all_of(text, fits);
}

std::string too_long(std::size_t limit)
{
    return "must be no more than " + std::to_string(limit) + " bytes";
}

// Returns what is wrong with a name. Names of RBAC objects are path segments, those of namespaces and
// services are DNS labels, and all others are DNS subdomains.
std::string name_problem(served_resource const& of, std::string_view name)
{
    if (of.group == "rbac.authorization.k8s.io") {
        if (name == "." || name == "..") return "may not be '" + std::string(name) + "'";
        for (std::string_view const wrong : {"/", "%"})
            if (name.find(wrong) != name.npos) return "may not contain '" + std::string(wrong) + "'";
        return {};
    }
    if (of.group.empty() && (of.plural == "namespaces" || of.plural == "services")) {
        if (name.find('.') != name.npos) return "must not contain dots";
        if (name.size() > 63) return too_long(63);
        return is_dns_label(name) ? std::string() : std::string(label_rule);
    }
    if (name.size() > 253) return too_long(253);
    return is_subdomain(name) ? std::string() : std::string(subdomain_rule);
}

// True if a finalizer without a slash has to be a standard one. Custom resources, and the kinds whose
// validation does not belong to kube-apiserver's core, take any qualified name.
bool has_standard_finalizers(served_resource const& of)
{
    constexpr auto free_groups = std::to_array<std::string_view>(
        {"admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io"});
    return of.built_in() && std::ranges::find(free_groups, of.group) == free_groups.end();
}

/// Collects the faults in the metadata of one object.
class checker {
public:
    void expect(std::string_view problem, std::string_view field, std::string_view value)
    {
        if (problem.empty()) return;
        faults.push_back({std::string(field), "FieldValueInvalid",
                          "Invalid value: \"" + std::string(value).append("\": ").append(problem)});
    }

    void labels(json::object const& metadata)
    {
        auto const* labels = metadata.if_contains("labels");
        if (!labels || !labels->is_object()) return;
        for (auto const& label : labels->get_object()) {
            expect(key_problem({label.key().data(), label.key().size()}), "metadata.labels",
                   {label.key().data(), label.key().size()});
            auto const& value = label.value().get_string();
            expect(value_problem({value.data(), value.size()}), "metadata.labels",
                   {value.data(), value.size()});
        }
    }

    void annotations(json::object const& metadata)
    {
        auto const* annotations = metadata.if_contains("annotations");
        if (!annotations || !annotations->is_object()) return;
        for (auto const& annotation : annotations->get_object()) {
            std::string_view const key = annotation.key();
            expect(key_problem(key), "metadata.annotations", key);
        }
        constexpr std::size_t limit = 256 * 1024; // all keys and values together
        if (total_size(annotations->get_object()) > limit)
            add("metadata.annotations", "FieldValueTooLong",
                "Too long: may not be more than " + std::to_string(limit) + " bytes");
    }

    void owners(json::object const& metadata)
    {
        constexpr std::string_view path = "metadata.ownerReferences";
        auto const* list = metadata.if_contains("ownerReferences");
        if (!list || !list->is_array()) return;
        std::size_t at = 0;
        std::string controller;
        for (auto const& item : list->get_array()) {
            if (!item.is_object()) continue;
            auto const& owner = item.get_object();
            one_owner(owner, std::string(path).append("[").append(std::to_string(at++)).append("]"));
            if (member_of(owner, "controller") != json::value(true)) continue;
            auto const name = text_at(owner, "kind") + "/" + text_at(owner, "name");
            if (!controller.empty())
                add(path, "FieldValueInvalid",
                    "Invalid value: " + json::serialize(*list) +
                        ": Only one reference can have Controller set to true. Found \"true\" in "
                        "references for " +
                        controller + " and " + name);
            else
                controller = name;
        }
    }

    // `standard_only` says that a name without a slash has to be one of the standard names. A real server
    // checks that after all else, and only these faults have an index.
    void finalizers(json::object const& metadata, bool standard_only)
    {
        constexpr auto standard =
            std::to_array<std::string_view>({"kubernetes", "orphan", "foregroundDeletion"});
        auto const* list = metadata.if_contains("finalizers");
        if (!list || !list->is_array()) return;
        std::vector<std::string> names;
        for (auto const& item : list->get_array())
            names.push_back(item.is_string() ? std::string(item.get_string()) : std::string());
        for (auto const& name : names) expect(key_problem(name), "metadata.finalizers", name);
        auto const has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
        if (has("orphan") && has("foregroundDeletion"))
            add("metadata.finalizers", "FieldValueInvalid",
                "Invalid value: " + json::serialize(*list) +
                    ": finalizer orphan and foregroundDeletion cannot be both set");
        for (std::size_t at = 0; standard_only && at != names.size(); ++at)
            if (names[at].find('/') == std::string::npos &&
                std::ranges::find(standard, names[at]) == standard.end())
                expect("name is neither a standard finalizer name nor is it fully qualified",
                       "metadata.finalizers[" + std::to_string(at) + "]", names[at]);
    }

    std::vector<field_fault> faults;

private:
    void add(std::string_view field, std::string_view reason, std::string why)
    {
        faults.push_back({std::string(field), std::string(reason), std::move(why)});
    }

    void one_owner(json::object const& owner, std::string const& path)
    {
        auto const version = text_at(owner, "apiVersion");
        if (std::ranges::count(version, '/') > 1 || version.ends_with('/'))
            expect("must be <group>/<version> or <version>", path + ".apiVersion", version);
        for (std::string_view const member : {"apiVersion", "kind", "name", "uid"})
            if (text_at(owner, member).empty())
                add(path + "." + std::string(member), "FieldValueRequired",
                    "Required value: must not be empty");
        if (version == "v1" && text_at(owner, "kind") == "Event")
            add(path, "FieldValueInvalid",
                "Invalid value: " + json::serialize(owner) +
                    ": /v1, Kind=Event is disallowed from being an owner");
    }

    static std::size_t total_size(json::object const& map)
    {
        std::size_t sum = 0;
        for (auto const& entry : map) sum += entry.key().size() + entry.value().get_string().size();
        return sum;
    }
};

} // namespace

std::string key_problem(std::string_view key)
{
    auto const slash = key.find('/');
    auto const name = slash == key.npos ? key : key.substr(slash + 1);
    if (slash != key.npos && !is_subdomain(key.substr(0, slash)))
        return "prefix part " + std::string(subdomain_rule);
    if (name.empty()) return "name part must be non-empty";
    if (name.size() > 63) return "name part " + too_long(63);
    return is_word(name) ? std::string() : std::string(key_rule);
}

std::string value_problem(std::string_view value)
{
    if (value.size() > 63) return too_long(63);
    return value.empty() || is_word(value) ? std::string() : std::string(value_rule);
}

void refuse_faults(served_resource const& of, std::string_view name, std::vector<field_fault> const& faults)
{
    if (faults.empty()) return;
    auto const& first = faults.front();
    if (faults.size() == 1) throw invalid(of.name(), name, first.field, first.reason, first.why);
    std::string all;
    json::array causes;
    for (auto const& fault : faults) {
        all.append(all.empty() ? "" : ", ").append(fault.field).append(": ").append(fault.why);
        json::object cause;
        cause["reason"] = fault.reason;
        cause["message"] = fault.why;
        cause["field"] = fault.field;
        causes.push_back(std::move(cause));
    }
    throw invalid(of.name(), name, "[" + all + "]", std::move(causes));
}

namespace {

std::string text_fault(json::object const& in, std::string_view path,
                       std::span<std::string_view const> members)
{
    for (auto const member : members)
        if (auto const* v = in.if_contains(member); v && !v->is_null() && !v->is_string())
            return std::string(path).append(".").append(member).append(": expected a string");
    return {};
}

std::string entry_fault(json::value const& entry)
{
    constexpr auto texts = std::to_array<std::string_view>(
        {"manager", "operation", "apiVersion", "time", "fieldsType", "subresource"});
    constexpr std::string_view path = "metadata.managedFields[]";
    if (entry.is_null()) return {};
    if (!entry.is_object()) return std::string(path) + ": expected an object";
    auto const& e = entry.get_object();
    if (auto why = text_fault(e, path, texts); !why.empty()) return why;
    auto const* time = e.if_contains("time");
    if (time && time->is_string() && !parse_rfc3339(std::string(time->get_string())))
        return std::string(path) + ".time: expected a time";
    return {};
}

} // namespace

std::string type_fault(json::object const& body)
{
    constexpr auto texts =
        std::to_array<std::string_view>({"name", "generateName", "namespace", "uid", "resourceVersion"});
    auto const* metadata = body.if_contains("metadata");
    if (!metadata || metadata->is_null()) return {};
    if (!metadata->is_object()) return "metadata: expected an object";
    auto const& in = metadata->get_object();
    if (auto why = text_fault(in, "metadata", texts); !why.empty()) return why;
    auto const* managed = in.if_contains("managedFields");
    if (!managed || managed->is_null()) return {};
    if (!managed->is_array()) return "metadata.managedFields: expected an array";
    for (auto const& entry : managed->get_array())
        if (auto why = entry_fault(entry); !why.empty()) return why;
    return {};
}

void check_new_finalizers(served_resource const& of, stored_object const& old, json::object const& metadata)
{
    auto const* now = metadata.if_contains("finalizers");
    if (!old.metadata().contains("deletionTimestamp") || !now || !now->is_array()) return;
    auto const* before = old.metadata().if_contains("finalizers");
    for (auto const& finalizer : now->get_array()) {
        auto const known =
            before && before->is_array() && std::ranges::count(before->get_array(), finalizer) != 0;
        if (known || !finalizer.is_string()) continue;
        throw invalid(
            of.name(), old.name(), "metadata.finalizers", "FieldValueForbidden",
            "Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers "
            "[]string{\"" +
                std::string(finalizer.get_string()) + "\"}");
    }
}

void check_metadata(served_resource const& of, std::string_view name, json::object const& metadata)
{
    checker check;
    auto const* prefix = metadata.if_contains("generateName");
    if (name.empty())
        throw invalid(of.name(), "", "metadata.name", "FieldValueRequired",
                      "Required value: name or generateName is required");
    if (prefix && prefix->is_string() && !prefix->get_string().empty()) {
        std::string text(prefix->get_string()); // the generated suffix begins with a letter or a digit
        if (text.ends_with('-') || text.ends_with('.')) text.back() = 'a';
        check.expect(name_problem(of, text), "metadata.generateName", std::string(prefix->get_string()));
    }
    check.expect(name_problem(of, name), "metadata.name", name);
    check.labels(metadata);
    check.annotations(metadata);
    check.owners(metadata);
    check.finalizers(metadata, has_standard_finalizers(of));
    refuse_faults(of, name, check.faults);
}

} // namespace coinformer::testing::detail
