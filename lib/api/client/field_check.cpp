#include "api/client/field_check.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace coinformer::detail {

namespace {

using cardinality = proto_field::cardinality;

char lower_letter(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Returns how many letters have to be inserted, removed or replaced to turn one name into the other. Upper
/// and lower case count as the same letter.
std::size_t proto_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            auto const replaced = diagonal + (lower_letter(a[i]) == lower_letter(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

/// Returns the fields of a message, including those of the messages that are inlined in it.
std::vector<proto_field> all_fields_of(proto_message const& message)
{
    std::vector<proto_field> all;
    for (auto const& f : fields_of(message)) {
        if (f.count != cardinality::inlined) {
            all.push_back(f);
            continue;
        }
        auto const inner = all_fields_of(f.message);
        all.insert(all.end(), inner.begin(), inner.end());
    }
    return all;
}

// Returns the name that differs least from `wanted`; empty if none is similar.
std::string_view nearest_name(std::vector<proto_field> const& fields, std::string_view wanted)
{
    auto best = wanted.size() / 3 + 1; // a third of the letters may be wrong, or one of a short name
    std::string_view found;
    for (auto const& f : fields) {
        auto const d = proto_distance(f.name, wanted);
        if (d > best || (d == best && !found.empty())) continue;
        best = d;
        found = f.name;
    }
    return found;
}

// Returns the record that a member holds in whatever container; nullptr if it holds none.
record const* record_in(node const& type)
{
    switch (type.what) {
    case shape::record:
    case shape::element: return type.fields;
    case shape::optional:
    case shape::boxed:
    case shape::list:
    case shape::vector:
    case shape::map:
    case shape::entries:
    case shape::entry: return type.element ? record_in(*type.element) : nullptr;
    default: return nullptr;
    }
}

bool is_map(node const& type)
{
    bool const may_be_absent = type.what == shape::optional || type.what == shape::boxed;
    return may_be_absent ? is_map(*type.element) : type.what == shape::map || type.what == shape::entries;
}

/// One comparison of a projection with a message: walks through both, and collects the members without a
/// field.
class comparison {
public:
    void compare(record const& of, proto_message const& message, std::string const& path)
    {
        // A kind may contain itself: compare each pair once.
        if (!compared_.insert({&of, message}).second) return;
        auto const fields = all_fields_of(message);
        if (fields.empty()) return; // the table does not describe this message
        for (std::size_t i = 0; i != of.size(); ++i) {
            auto const& member = of[i];
            bool const is_read_for_identity = member.is_hidden && !member.is_match;
            if (is_read_for_identity || &member == of.whole()) continue;
            std::string_view const name(member.name, member.name_size);
            // Protobuf has them outside of the object.
            if (path.empty() && (name == "apiVersion" || name == "kind")) continue;
            auto const known = std::ranges::find(fields, name, &proto_field::name);
            if (known == fields.end())
                report(path, name, nearest_name(fields, name));
            else
                compare_inside(member, *known, path + std::string(name) + '.');
        }
    }

    std::vector<unknown_field> take() { return std::move(found_); }

private:
    void compare_inside(field const& member, proto_field const& known, std::string const& path)
    {
        auto const* const inner = known.type == proto_type::message ? record_in(*member.type) : nullptr;
        if (!inner) return;
        if (known.count != cardinality::map || is_map(*member.type))
            return compare(*inner, known.message, path);
        for (std::size_t i = 0; i != inner->size(); ++i) { // a struct whose members are keys of the map
            auto const& key = (*inner)[i];
            auto const* const value = record_in(*key.type);
            if (value) compare(*value, known.message, path + std::string(key.name, key.name_size) + '.');
        }
    }

    void report(std::string const& path, std::string_view name, std::string_view nearest)
    {
        found_.push_back(
            {path + std::string(name), nearest.empty() ? std::string() : path + std::string(nearest)});
    }

    std::set<std::pair<record const*, proto_message>> compared_;
    std::vector<unknown_field> found_;
};

} // namespace

std::vector<unknown_field> find_unknown_fields(record const& of, proto_message const& kind,
                                               std::string const& path)
{
    comparison all;
    all.compare(of, kind, path);
    return all.take();
}

namespace {

std::string api_version_of(resource const& of)
{
    auto const version = std::string(of.version);
    return of.group.empty() ? version : std::string(of.group) + '/' + version;
}

// "the projection of pods reads spec.nodename, which pods of Kubernetes 1.37 do not have; the nearest field
// is spec.nodeName". The version is the one that the table of fields was made from: a newer server may have
// more fields.
std::string sentence_about(unknown_field const& f, std::string const& plural)
{
    auto text = "the projection of " + plural + " reads " + f.path + ", which " + plural +
                " of Kubernetes 1.37 do not have; ";
    return text +
           (f.nearest.empty() ? "no field there has a similar name" : "the nearest field is " + f.nearest);
}

} // namespace

void field_check::check(resource const& of, object_type const& type)
{
    if (reaction_ == unknown_fields::ignore || type.is_table) return;
    use const this_use(&type, api_version_of(of), of.plural);
    {
        std::lock_guard const hold(lock_);
        if (checked_.contains(this_use)) return;
    }
    auto const kind = find_proto_kind(std::get<1>(this_use), of.plural);
    auto const unknown =
        kind ? find_unknown_fields(type.fields->root(), *kind) : std::vector<unknown_field>();
    std::string const plural(of.plural);
    if (reaction_ == unknown_fields::error && !unknown.empty()) {
        std::string all;
        for (auto const& f : unknown) all.append(all.empty() ? "" : "; ").append(sentence_about(f, plural));
        throw api_error(errc::unknown_field, {}, std::move(all));
    }
    {
        std::lock_guard const hold(lock_);
        if (!checked_.insert(this_use).second) return; // another thread was quicker
    }
    for (auto const& f : unknown)
        log_.log(log_level::warning,
                 sentence_about(f, plural) + " (" + std::string(advice(errc::unknown_field)) + ")");
}

} // namespace coinformer::detail
