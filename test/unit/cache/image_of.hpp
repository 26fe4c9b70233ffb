#pragma once

#include "api/image/image_reader.hpp"
#include "api/image/image_writer.hpp"
#include "api/object/interned_texts.hpp"
#include "api/object/zstd_dictionary.hpp"

#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

// A projection with a member of each type, and images of objects.

namespace test::images {

using namespace coinformer;
using detail::image_plan_of;
using detail::object_ref;
using detail::object_type_of;

struct spot {
    int x = 0;
    text name;
};
BOOST_DESCRIBE_STRUCT(spot, (), (x, name))

struct owned_spot {
    int x = 0;
    bool flag = false;
    std::string name;
    std::vector<std::string> more;
    std::optional<std::string> maybe;
    interned_text shared;
    std::map<std::string, std::vector<int>> deep;
};
BOOST_DESCRIBE_STRUCT(owned_spot, (), (x, flag, name, more, maybe, shared, deep))

struct tree_node {
    std::string name;
    std::vector<tree_node> children;
};
BOOST_DESCRIBE_STRUCT(tree_node, (), (name, children))

struct any_metadata {
    text name;
    coinformer::labels labels;
    coinformer::labels annotations;
};
BOOST_DESCRIBE_STRUCT(any_metadata, (), (name, labels, annotations))

struct ready_state {
    interned_text status;
    bool seen = false;
};
BOOST_DESCRIBE_STRUCT(ready_state, (), (status, seen))

/// A projection with a member of each type.
struct all_types {
    any_metadata metadata;
    text a_text;
    raw_json raw;
    quantity amount;
    int_or_string target, number;
    interned_text node;
    std::string string = "by default";
    bool flag = false;
    std::int16_t small = 0;
    std::uint64_t large = 0;
    double real = 0;
    float narrow = 0;
    timestamp since;
    std::chrono::milliseconds period{};
    required<text> must;
    spot record;
    std::optional<int> maybe;
    std::optional<spot> maybe_record;
    std::optional<coinformer::labels> maybe_labels;
    std::optional<std::string> maybe_string;
    boxed<spot> box;
    list<spot> spots;
    list<text> texts;
    list<list<int>> nested;
    list<owned_spot> owned;
    coinformer::map<spot> entries;
    coinformer::map<interned_text> interned_entries;
    std::vector<owned_spot> vector;
    std::map<std::string, owned_spot> std_map;
    std::optional<std::vector<int>> maybe_vector;
    std::optional<element<"type", "Ready", ready_state>> conditions;
    std::vector<tree_node> trees;
    whole_json json;
};
BOOST_DESCRIBE_STRUCT(all_types, (),
                      (metadata, a_text, raw, amount, target, number, node, string, flag, small, large, real,
                       narrow, since, period, must, record, maybe, maybe_record, maybe_labels, maybe_string,
                       box, spots, texts, nested, owned, entries, interned_entries, vector, std_map,
                       maybe_vector, conditions, trees, json))

inline constexpr std::string_view full = R"({
"metadata": {"name": "web", "namespace": "shop", "uid": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
             "resourceVersion": "12", "labels": {"app": "web", "tier": "front"}, "annotations": {"a\tb": "1"}},
"a_text": "text", "raw": {"b": [1, 2]}, "amount": "500m", "target": "http", "number": 8080, "node": "node-1",
"string": "a string that is too long for the string itself", "flag": true, "small": -3, "large": 9000000000,
"real": 1.5, "narrow": 2.5, "since": "2024-05-01T12:00:00Z", "period": "1m30s", "must": "be",
"record": {"x": 10, "name": "inner"}, "maybe": 21, "maybe_record": {"x": 31, "name": "m"},
"maybe_labels": {"k": "v"}, "maybe_string": "another string that is long enough to be outside",
"box": {"x": 41, "name": "box"}, "spots": [{"x": 51}, {"x": 52, "name": "s"}], "texts": ["t1", "", "t2"],
"nested": [[61, 62], [], [63]],
"owned": [{"x": 1, "flag": true, "name": "o", "more": ["p", "q"], "shared": "node-1", "deep": {"d": [1, 2]}}],
"entries": {"e1": {"x": 71}, "e2": {"x": 72, "name": "e"}}, "interned_entries": {"i": "node-1", "j": "node-2"},
"vector": [{"x": 81, "flag": true, "name": "v", "more": ["m", "n"], "maybe": "y", "shared": "node-2",
            "deep": {"d": [1], "e": []}}, {}],
"std_map": {"m1": {"x": 91}, "m2": {"x": 92, "more": ["a"]}}, "maybe_vector": [101, 102],
"conditions": [{"type": "Seen", "status": "False"}, {"type": "Ready", "status": "True", "seen": true}],
"trees": [{"name": "root", "children": [{"name": "a"}, {"name": "b", "children": [{}, {}]}]}]})";

inline constexpr std::string_view bare = R"({"metadata": {"name": "web"}, "must": ""})";

struct keeps_whole {
    whole_object object;
};
BOOST_DESCRIBE_STRUCT(keeps_whole, (), (object))

/// The image of one object, and what is needed to read it.
template <class T>
struct image_of {
    explicit image_of(object_ref const& object)
    {
        detail::image_writer writer(plan);
        REQUIRE(writer.append(*object.get(), bytes) == "");
        for (auto const text : writer.texts()) tables.texts.push_back(detail::interned_texts().of(text));
        tables.key_sets = writer.key_sets();
        for (auto const number : writer.dictionaries())
            tables.dictionaries.push_back({number, detail::zstd_dictionary::numbered(number)});
    }
    object_ref read(std::string_view image) const
    {
        detail::image_reader reader(plan, tables);
        return reader.read(image);
    }
    /// Returns true if the image is refused after one of its parts was replaced.
    bool is_refused_with(std::string_view part, std::string_view by) const
    {
        auto damaged = bytes;
        auto const at = damaged.find(part);
        REQUIRE(at != damaged.npos);
        REQUIRE(part.size() == by.size());
        return !read(damaged.replace(at, part.size(), by));
    }

    detail::image_plan const& plan = image_plan_of(object_type_of<T>());
    std::string bytes;
    detail::image_tables tables;
};

} // namespace test::images
