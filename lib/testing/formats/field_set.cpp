#include "testing/formats/field_set.hpp"

#include "testing/formats/json_member.hpp"
#include "testing/formats/list_keys.hpp"
#include "testing/formats/refusal.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

std::string field_text(json::value const& v)
{
    return json::serialize(v);
}

// Returns the path element of a list item: its value in a set, its keys in a map.
std::string item_element(json::value const& item, list_rule const& rule)
{
    if (rule.type == list_type::set) return "v:" + field_text(item);
    auto const* members = item.if_object();
    json::object keys;
    for (auto const key : rule.keys) {
        auto const* v = members ? members->if_contains(key) : nullptr;
        auto const fallback = default_of_key(key);
        if (!v && fallback.empty())
            throw bad_request("associative list with keys has an element that omits key field \"" +
                              std::string(key) + "\"");
        keys[key] = v ? *v : json::value(fallback);
    }
    return "k:" + field_text(keys);
}

/// Collects the fields of one object.
class walker {
public:
    explicit walker(bool custom) : custom_(custom) {}

    void object(json::object const& in, std::string_view name)
    {
        for (auto const& member : in) {
            std::string_view const key(member.key().data(), member.key().size());
            path_.push_back("f:" + std::string(key));
            value(member.value(), name, key);
            path_.pop_back();
        }
    }

    field_values found;

private:
    void value(json::value const& v, std::string_view parent, std::string_view name)
    {
        if (v.is_object() && !v.get_object().empty() && !is_atomic_map(name, custom_))
            return object(v.get_object(), name);
        auto const rule = v.is_array() ? rule_of(parent, name, custom_) : list_rule();
        if (rule.type == list_type::atomic) {
            found[path_] = v;
            return;
        }
        for (auto const& item : v.get_array()) {
            path_.push_back(item_element(item, rule));
            found[path_] = rule.type == list_type::set ? item : json::value();
            if (rule.type == list_type::map) object(item.get_object(), name);
            path_.pop_back();
        }
    }

    bool custom_;
    field_path path_;
};

/// Merges an applied object into the live one.
class field_merger {
public:
    explicit field_merger(bool custom) : custom_(custom) {}

    void object(json::object& live, json::object const& config, std::string_view name) const
    {
        for (auto const& member : config) {
            std::string_view const key(member.key().data(), member.key().size());
            auto& mine = live[key];
            auto const& given = member.value();
            if (mine.is_object() && given.is_object() && !is_atomic_map(key, custom_))
                object(mine.get_object(), given.get_object(), key);
            else if (mine.is_array() && given.is_array())
                list(mine.get_array(), given.get_array(), name, key);
            else
                mine = given;
        }
    }

private:
    // The result is in the order of `config`. An item that is only in the live list keeps its place among the
    // others.
    void list(json::array& live, json::array const& config, std::string_view parent,
              std::string_view name) const
    {
        auto const rule = rule_of(parent, name, custom_);
        if (rule.type == list_type::atomic) {
            live = config;
            return;
        }
        auto const place = [&](json::array const& in, json::value const& item) {
            auto const id = item_element(item, rule);
            auto const same = [&](json::value const& o) { return item_element(o, rule) == id; };
            return static_cast<std::size_t>(std::ranges::find_if(in, same) - in.begin());
        };
        json::array merged;
        for (std::size_t mine = 0, given = 0; mine < live.size() || given < config.size();) {
            auto const at = mine < live.size() ? place(config, live[mine]) : config.size();
            if (mine < live.size() && (at == config.size() || at < given)) {
                if (at == config.size()) merged.push_back(live[mine]);
                ++mine;
                continue;
            }
            auto const& wanted = config[given++];
            auto const old = place(live, wanted);
            auto item = old == live.size() ? wanted : live[old];
            if (item.is_object()) object(item.get_object(), wanted.get_object(), name);
            merged.push_back(std::move(item));
        }
        live = std::move(merged);
    }

    bool custom_;
};

// True if a path element stands for this item.
bool matches(json::value const& item, std::string const& element)
{
    auto const wanted = json::parse(element.substr(2));
    if (element.starts_with("v:")) return item == wanted;
    if (!element.starts_with("k:") || !item.is_object()) return false;
    return std::ranges::all_of(wanted.as_object(), [&](json::key_value_pair const& key) {
        auto const* v = item.get_object().if_contains(key.key());
        return v ? *v == key.value() : key.value() == json::string_view(default_of_key(key.key()));
    });
}

void remove_at(json::value& in, field_path::const_iterator at, field_path::const_iterator end)
{
    auto const last = at + 1 == end;
    if (in.is_object()) {
        auto& members = in.get_object();
        auto const it = members.find(at->substr(2));
        if (it == members.end()) return;
        if (!last) remove_at(it->value(), at + 1, end);
        if (last || is_empty(it->value())) members.stable_erase(it);
    } else if (in.is_array()) {
        auto& list = in.get_array();
        auto const it =
            std::ranges::find_if(list, [&](json::value const& item) { return matches(item, *at); });
        if (it == list.end()) return;
        if (last)
            list.erase(it);
        else
            remove_at(*it, at + 1, end);
    }
}

// True if the text is a valid key of FieldsV1.
bool is_element(std::string_view key)
{
    if (key.size() < 2 || key[1] != ':') return false;
    auto const type = key[0];
    if (type != 'k' && type != 'v' && type != 'i') return true;
    json::error_code ec;
    auto const value = json::parse(key.substr(2), ec);
    return !ec && (type == 'v' || (type == 'k' ? value.is_object() : value.is_int64()));
}

// Adds the fields below one object of FieldsV1 to `all`. Returns false if it cannot be read.
bool collect(json::object const& in, field_path& path, field_set& all)
{
    if (in.empty()) all.insert(path);
    for (auto const& member : in) {
        std::string_view const key(member.key().data(), member.key().size());
        if (key == ".") {
            if (!path.empty()) all.insert(path);
            continue;
        }
        auto const& inner = member.value();
        if (!is_element(key) || !(inner.is_object() || inner.is_null())) return false;
        // an element of a later version, perhaps
        if (std::string_view("fkvi").find(key[0]) == key.npos) continue;
        path.emplace_back(key);
        if (!collect(inner.is_object() ? inner.get_object() : json::object(), path, all)) return false;
        path.pop_back();
    }
    return true;
}

} // namespace

field_values fields_of(json::object const& body, bool custom)
{
    walker walk(custom);
    walk.object(body, {});
    return std::move(walk.found);
}

field_set keys_of(field_values const& values)
{
    field_set keys;
    for (auto const& [path, value] : values) keys.insert(path);
    return keys;
}

std::string path_text(field_path const& path)
{
    std::string all;
    for (auto const& element : path) {
        auto const rest = element.substr(2);
        if (element.starts_with("f:")) all.append(".").append(rest);
        if (element.starts_with("v:")) all.append("[=").append(rest).append("]");
        if (!element.starts_with("k:")) continue;
        auto opening = '[';
        auto const keys = json::parse(rest);
        for (auto const& key : keys.as_object()) {
            all += std::exchange(opening, ',');
            all.append(key.key()).append("=").append(field_text(key.value()));
        }
        all += ']';
    }
    return all;
}

json::object fields_v1(field_set const& fields)
{
    json::object root;
    for (auto const& path : fields) { // a path comes before the paths that begin with it
        auto* at = &root;
        for (auto const& element : path) {
            auto& next = (*at)[element];
            if (!next.is_object()) next.emplace_object();
            at = &next.get_object();
        }
        auto const more = fields.upper_bound(path);
        auto const inner = more != fields.end() && more->size() > path.size() &&
                           std::equal(path.begin(), path.end(), more->begin());
        if (inner) at->emplace(".", json::object());
    }
    return root;
}

std::optional<field_set> parse_fields_v1(json::object const& fields)
{
    field_set all;
    field_path path;
    if (!fields.empty() && !collect(fields, path, all)) return std::nullopt;
    return all;
}

void merge_applied(json::object& live, json::object const& config, bool custom)
{
    field_merger(custom).object(live, config, {});
}

void remove_field(json::object& body, field_path const& path)
{
    json::value whole(std::move(body));
    if (!path.empty()) remove_at(whole, path.begin(), path.end());
    body = std::move(whole.get_object());
}

} // namespace coinformer::testing::detail
