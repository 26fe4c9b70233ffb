#pragma once

#include "json_node.hpp"

#include <coinformer/api/whole_object.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

// Reads every field of a whole object, and compares it with a document that the reference parser has read.
// The library finds fields with an index; the reference goes through the document name by name.

namespace fuzz {

/// Sorts the members of all objects, because protobuf has an order of its own.
inline json_node sorted(json_node node)
{
    for (auto& v : node.values) v = sorted(std::move(v));
    if (!node.is_object()) return node;
    std::map<std::string, json_node> members;
    for (std::size_t i = 0; i != node.keys.size(); ++i)
        members.emplace(std::move(node.keys[i]), std::move(node.values[i]));
    auto all = json_node::of_object();
    for (auto& [key, value] : members) all.add(key, std::move(value));
    return all;
}

inline std::size_t count_of_nodes(json_node const& node)
{
    std::size_t count = 1;
    for (auto const& v : node.values) count += count_of_nodes(v);
    return count;
}

/// Compares a whole object with a document, whose members are sorted if `sorts` is true. The time to find one
/// field grows with the document, so that of a large one only each n-th field is compared.
class whole_reading {
public:
    whole_reading(coinformer::whole_object const& whole, bool sorts) : whole_(whole), sorts_(sorts) {}

    /// Returns the first difference; an empty string if there is none.
    std::string difference(json_node const& document)
    {
        auto const size = whole_.json_at("").size();
        stride_ = 1 + count_of_nodes(document) * size / most_work;
        visited_ = size % stride_; // so that not all documents begin with the same field
        read(document, "");
        if (document.is_object()) read_parts(document);
        return first_;
    }

private:
    static std::string step(std::string_view key)
    {
        std::string pointer = "/";
        for (auto const c : key) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
        return pointer;
    }
    static std::string text_of(json_node const& node) { return node.is_null() ? std::string() : node.text; }

    void expect(bool holds, std::string const& pointer, std::string_view found)
    {
        if (!holds && first_.empty()) first_ = pointer + " is read as: " + std::string(found);
    }

    /// Compares the value at a pointer, and those inside it. Of equal keys the first one counts.
    void read(json_node const& node, std::string const& pointer)
    {
        if (visited_++ % stride_ == 0) compare(node, pointer);
        for (std::size_t i = 0; i != node.values.size() && first_.empty(); ++i)
            if (node.is_array())
                read(node.values[i], pointer + '/' + std::to_string(i));
            else if (std::ranges::find(node.keys, node.keys[i]) ==
                     node.keys.begin() + static_cast<std::ptrdiff_t>(i))
                read(node.values[i], pointer + step(node.keys[i]));
    }
    void compare(json_node const& node, std::string const& pointer)
    {
        auto const json = whole_.json_at(pointer), text = whole_.text_at(pointer);
        auto parsed = parse_json(json);
        expect(parsed && (sorts_ ? sorted(std::move(*parsed)) : *parsed) == node, pointer, json);
        expect(text == (node.is_array() || node.is_object() ? json : text_of(node)), pointer, text);
        std::string room = "something else";
        expect(whole_.text_at(pointer, room) == text, pointer, whole_.text_at(pointer, room));
        for (auto const* beyond : {"/nowhere", "/", "/10000", "/01", "/-1"}) {
            bool const is_there =
                node.is_object() && std::ranges::find(node.keys, beyond + 1) != node.keys.end();
            auto const found = is_there ? std::string() : whole_.json_at(pointer + beyond);
            expect(found.empty(), pointer + beyond, found);
            if (node.values.empty()) break; // nothing lies beyond a scalar, whatever the name
        }
    }

    static json_node const* first_of(json_node const& object, std::string_view key)
    {
        auto const at = std::ranges::find(object.keys, key);
        return at == object.keys.end() ? nullptr
                                       : &object.values[static_cast<std::size_t>(at - object.keys.begin())];
    }

    /// Reads labels and annotations by their names.
    void read_parts(json_node const& document)
    {
        auto const* const metadata = first_of(document, "metadata");
        read_part("labels", metadata, [&](auto key, auto& room) { return whole_.label(key, room); });
        read_part("annotations", metadata,
                  [&](auto key, auto& room) { return whole_.annotation(key, room); });
    }
    template <class Read>
    void read_part(std::string const& name, json_node const* metadata, Read const& read_one)
    {
        std::string room;
        auto const* const part = metadata && metadata->is_object() ? first_of(*metadata, name) : nullptr;
        bool const has_keys = part && part->is_object();
        for (std::string_view const other : {"nowhere", "", "0", "a/b~c", "x", "k1", "k2", "k3"})
            if (!part || (has_keys && !first_of(*part, other)))
                expect(!read_one(other, room), name + ' ' + std::string(other), "something");
        if (!has_keys) return;
        for (auto const& key : part->keys) {
            auto const& node = *first_of(*part, key);
            auto const found = read_one(key, room);
            auto const text = whole_.text_at("/metadata/" + name + step(key));
            expect(found && *found == text, name + ' ' + key, found.value_or("nothing"));
            if (node.is_string()) expect(text == node.text, name + ' ' + key, text);
        }
    }

    static constexpr std::size_t most_work = 1 << 20; // fields times bytes of the document

    coinformer::whole_object const& whole_;
    bool sorts_;
    std::size_t stride_ = 1, visited_ = 0;
    std::string first_;
};

} // namespace fuzz
