#include "testing/formats/strategic_merge.hpp"

#include "testing/formats/list_keys.hpp"
#include "testing/formats/refusal.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <string>

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

constexpr std::string_view order_prefix = "$setElementOrder/";
constexpr std::string_view delete_prefix = "$deleteFromPrimitiveList/";

std::string_view view_of_key(json::string_view s)
{
    return {s.data(), s.size()};
}

// Returns the directive `$patch` of a map: empty, "merge", "replace" or "delete".
std::string_view directive_of(json::object const& patch)
{
    auto const* v = patch.if_contains("$patch");
    if (!v) return {};
    auto const text = v->is_string() ? view_of_key(v->get_string()) : std::string_view();
    if (text == "merge" || text == "replace" || text == "delete") return text;
    throw refusal(errc::unexpected_status, 500, "", "unknown patch type: " + std::string(text) + " in map");
}

// Returns the value that a patch adds where nothing was: without nulls and directives.
json::value fresh(json::value const& patch)
{
    if (auto const* list = patch.if_array()) {
        json::array items;
        for (auto const& item : *list)
            if (!item.is_object() || directive_of(item.get_object()).empty()) items.push_back(fresh(item));
        return items;
    }
    if (!patch.is_object()) return patch;
    json::object members;
    for (auto const& member : patch.get_object())
        if (!member.value().is_null() && !member.key().starts_with('$'))
            members[member.key()] = fresh(member.value());
    return members;
}

json::value const& key_of(json::value const& item, std::string_view key)
{
    auto const* v = item.is_object() ? item.get_object().if_contains(key) : nullptr;
    if (!v) throw bad_request("map does not contain declared merge key: " + std::string(key));
    return *v;
}

template <class Same>
void erase_if(json::array& list, Same same)
{
    list.erase(std::remove_if(list.begin(), list.end(), same), list.end());
}

// Puts the items that `order` names into its order; each other item keeps its place behind the item that it
// followed.
template <class Identity>
json::array ordered(json::array const& list, json::array const& order, Identity identity)
{
    auto const place = [&](json::value const& item) {
        auto const id = identity(item);
        return std::ranges::find_if(order, [&](json::value const& o) { return identity(o) == id; });
    };
    json::array named, result;
    for (auto const& o : order) {
        auto const id = identity(o);
        auto const it =
            std::ranges::find_if(list, [&](json::value const& item) { return identity(item) == id; });
        if (it != list.end()) named.push_back(*it);
    }
    auto next = named.begin();
    for (auto const& item : list) {
        if (place(item) == order.end())
            result.push_back(item);
        else if (next != named.end())
            result.push_back(*next++);
    }
    return result;
}

/// Merges one patch, level by level; `name` is the member that holds the present level.
class strategic_merger {
public:
    void merge(json::object& target, json::object const& patch, std::string_view name) const
    {
        auto const directive = directive_of(patch);
        if (directive == "replace" || directive == "delete") {
            target = directive == "delete" ? json::object() : fresh(patch).as_object();
            return;
        }
        retain(target, patch);
        for (auto const& member : patch) {
            auto const key = view_of_key(member.key());
            if (key.starts_with(delete_prefix))
                take_out(target, key.substr(delete_prefix.size()), member.value());
            if (!key.starts_with('$')) merge_member(target, key, member.value(), name);
        }
        for (auto const& member : patch) {
            auto const key = view_of_key(member.key());
            if (key.starts_with(order_prefix))
                reorder(target, key.substr(order_prefix.size()), member.value(), name);
        }
    }

private:
    static void retain(json::object& target, json::object const& patch)
    {
        auto const* keep = patch.if_contains("$retainKeys");
        if (!keep || !keep->is_array()) return;
        auto const& names = keep->get_array();
        for (auto it = target.begin(); it != target.end();) {
            auto const kept =
                std::ranges::any_of(names, [&](json::value const& n) { return n == it->key(); });
            it = kept ? it + 1 : target.stable_erase(it);
        }
    }

    static void take_out(json::object& target, std::string_view key, json::value const& gone)
    {
        auto* const list = target.if_contains(key);
        if (!list || !list->is_array() || !gone.is_array()) return;
        erase_if(list->get_array(), [&](json::value const& item) {
            return std::ranges::find(gone.get_array(), item) != gone.get_array().end();
        });
    }

    void merge_member(json::object& target, std::string_view key, json::value const& patch,
                      std::string_view name) const
    {
        auto const it = target.find(key);
        if (patch.is_null()) {
            if (it != target.end()) target.stable_erase(it);
        } else if (it == target.end() || it->value().kind() != patch.kind()) {
            target[key] = fresh(patch);
        } else if (patch.is_object()) {
            merge(it->value().get_object(), patch.get_object(), key);
        } else if (patch.is_array()) {
            merge_list(it->value().get_array(), patch.get_array(), key, rule_of(name, key, false));
        } else {
            it->value() = patch;
        }
    }

    void merge_list(json::array& target, json::array const& patch, std::string_view name,
                    list_rule rule) const
    {
        if (rule.type == list_type::set) {
            for (auto const& item : patch)
                if (std::ranges::find(target, item) == target.end()) target.push_back(item);
            return;
        }
        auto const replaces = [](json::value const& item) {
            return item.is_object() && item.get_object().size() == 1 &&
                   directive_of(item.get_object()) == "replace";
        };
        if (rule.type == list_type::atomic || std::ranges::any_of(patch, replaces)) {
            json::array items;
            for (auto const& item : patch)
                if (!replaces(item)) items.push_back(fresh(item));
            target = std::move(items);
            return;
        }
        for (auto const& item : patch) merge_item(target, item, name, rule.keys.front());
    }

    void merge_item(json::array& target, json::value const& item, std::string_view name,
                    std::string_view key) const
    {
        auto const& id = key_of(item, key);
        auto const same = [&](json::value const& other) { return key_of(other, key) == id; };
        auto const directive = directive_of(item.get_object());
        auto const it = std::ranges::find_if(target, same);
        if (directive == "delete")
            erase_if(target, same);
        else if (it == target.end())
            target.push_back(directive.empty() ? fresh(item) : fresh_item(item));
        else
            merge(it->get_object(), item.get_object(), name);
    }

    static json::value fresh_item(json::value const& item)
    {
        auto plain = item.get_object();
        plain.erase("$patch");
        return fresh(plain);
    }

    static void reorder(json::object& target, std::string_view key, json::value const& order,
                        std::string_view name)
    {
        auto* const list = target.if_contains(key);
        if (!list || !list->is_array() || !order.is_array()) return;
        auto const rule = rule_of(name, key, false);
        if (rule.type == list_type::atomic) return;
        auto const identity = [&](json::value const& item) {
            return rule.type == list_type::set ? item : key_of(item, rule.keys.front());
        };
        *list = ordered(list->get_array(), order.get_array(), identity);
    }
};

} // namespace

void strategic_merge(json::object& target, json::object const& patch)
{
    strategic_merger().merge(target, patch, {});
}

} // namespace coinformer::testing::detail
