#include "api/field_check.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>

namespace coinformer::detail {

namespace {

using has = proto_field::has;

char lower_letter(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// How many letters have to be inserted, removed or replaced to make one name of the other; upper and lower case count
/// as the same letter.
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

/// The fields of a message, those of the messages that are inlined in it included.
std::vector<proto_field> all_fields_of(proto_message const& message)
{
    std::vector<proto_field> all;
    for (auto const& f : fields_of(message)) {
        if (f.count != has::inlined) {
            all.push_back(f);
            continue;
        }
        auto const inner = all_fields_of(f.message);
        all.insert(all.end(), inner.begin(), inner.end());
    }
    return all;
}

std::string_view nearest_name(std::vector<proto_field> const& fields, std::string_view wanted)
{
    auto best = wanted.size() / 3 + 1; // a third of its letters may be wrong, and one of a short name
    std::string_view found;
    for (auto const& f : fields) {
        auto const d = proto_distance(f.name, wanted);
        if (d > best || (d == best && !found.empty())) continue;
        best = d;
        found = f.name;
    }
    return found;
}

/// The record that a member holds, in whatever container; nullptr if it holds none.
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

class comparison {
public:
    void compare(record const& of, proto_message const& message, std::string const& path)
    {
        if (!compared_.insert({&of, message}).second) return; // a kind that contains itself
        auto const fields = all_fields_of(message);
        for (std::size_t i = 0; i != of.size(); ++i) {
            auto const& member = of[i];
            if (member.is_hidden || &member == of.whole()) continue;
            std::string_view const name(member.name, member.name_size);
            if (path.empty() && (name == "apiVersion" || name == "kind")) continue; // protobuf has them elsewhere
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
        bool const is_keyed = known.count == has::map && member.type->what == shape::record; // its members are keys
        auto const* const inner = known.type == 'm' && !is_keyed ? record_in(*member.type) : nullptr;
        if (inner) compare(*inner, known.message, path);
    }

    void report(std::string const& path, std::string_view name, std::string_view nearest)
    {
        found_.push_back({path + std::string(name), nearest.empty() ? std::string() : path + std::string(nearest)});
    }

    std::set<std::pair<record const*, proto_message>> compared_;
    std::vector<unknown_field> found_;
};

} // namespace

std::vector<unknown_field> find_unknown_fields(schema const& of, proto_message const& kind)
{
    comparison all;
    all.compare(of.root(), kind, {});
    return all.take();
}

} // namespace coinformer::detail
