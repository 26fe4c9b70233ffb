#pragma once

#include "generated_json.hpp"

// Writes the JSON of objects whose labels, annotations and other members are of any number and size, with
// keys that are there twice or have escapes.

namespace fuzz {

class whole_generator {
public:
    explicit whole_generator(input& in) : in_(in) {}

    /// Returns an object that has a name.
    std::string make()
    {
        std::string text = "{" + generated_space(in_);
        if (in_.one_in(3)) text += R"("kind":"Pod","apiVersion":"v1",)";
        for (auto n = in_.below(3); n != 0; --n) text += member() + ',';
        text += key("metadata") + ':' + metadata();
        if (in_.one_in(8)) text += ',' + key("metadata") + ':' + metadata();
        for (auto n = in_.below(5); n != 0; --n) text += ',' + generated_space(in_) + member();
        return text + generated_space(in_) + '}';
    }

private:
    /// Returns a key with its quotes, sometimes with an escape in the place of its last character.
    std::string key(std::string name)
    {
        if (in_.one_in(8)) {
            static constexpr char digits[] = "0123456789abcdef";
            auto const last = static_cast<unsigned char>(name.back());
            name.back() = '\\';
            name += std::string("u00") + digits[last / 16] + digits[last % 16];
        }
        return '"' + name + '"';
    }

    std::string metadata()
    {
        std::string text = "{" + generated_space(in_);
        if (in_.one_in(4)) text += field_of_metadata() + ',';
        text += R"("name":"a")";
        for (auto n = in_.below(7); n != 0; --n) text += ',' + generated_space(in_) + field_of_metadata();
        return text + generated_space(in_) + '}';
    }
    std::string field_of_metadata()
    {
        switch (in_.below(6)) {
        case 0: return key("creationTimestamp") + R"(:"2024-02-29T01:02:03Z")";
        case 1: return key("labels") + ':' + map();
        case 2: return key("annotations") + ':' + map();
        case 3: return R"("managedFields":)" + value(2);
        case 4: return key("ownerReferences") + ':' + value(2);
        default: return generated_string(in_) + ':' + value(2);
        }
    }
    std::string map()
    {
        if (in_.one_in(16)) return value(2);
        std::string text = "{";
        auto n = in_.below(in_.one_in(8) ? 200 : 8);
        for (auto const prefix = in_.pick({"", "", "app.kubernetes.io/"}); n != 0; --n)
            text += key(std::string(prefix) + 'k' + std::to_string(in_.below(64))) + ':' +
                    (in_.one_in(16) ? value(3) : generated_string(in_)) + (n > 1 ? "," : "");
        return text + generated_space(in_) + '}';
    }
    std::string member()
    {
        return key(std::string(in_.pick({"spec", "status", "data", "metadat", "other"}))) + ':' + value(1);
    }
    std::string value(unsigned depth)
    {
        if (in_.one_in(64)) return '"' + std::string(in_.below(1 << 16), 'x') + '"';
        if (depth > 4 || in_.one_in(3)) return generated_value(in_);
        bool const is_object = in_.one_in(2);
        std::string text = is_object ? "{" : "[";
        auto n = in_.below(in_.one_in(16) ? 100 : 9);
        for (; n != 0; --n) {
            if (is_object) text += key("m" + std::to_string(in_.below(32))) + generated_space(in_) + ':';
            text += generated_space(in_) + value(depth + 1) + (n > 1 ? "," : "");
        }
        return text + (is_object ? '}' : ']');
    }

    input& in_;
};

} // namespace fuzz
