#pragma once

#include "api/protobuf/field_table.hpp"

#include <coinformer/core/random.hpp>

#include <boost/json.hpp>

#include <string>

namespace test {

/// Makes objects of a built-in kind, in JSON, with fields of every sort that its message has. Some of them
/// are 0, false or empty, but no entry of a list or map is.
class random_object {
public:
    explicit random_object(std::uint64_t seed) : random_(seed) {}

    boost::json::object of(coinformer::detail::proto_message const& message)
    {
        using cardinality = coinformer::detail::proto_field::cardinality;
        boost::json::object all;
        ++depth_;
        for (auto const& f : fields_of(message)) {
            if (f.name == "managedFields" || f.name == "selfLink" || f.type == 'x' || leaves_out()) continue;
            if (f.count == cardinality::inlined) {
                for (auto& [name, value] : of(f.message)) all[name] = std::move(value);
            } else if (f.count == cardinality::list) {
                auto& list = all[f.name].emplace_array();
                for (auto n = 1 + dice(2); n != 0; --n) list.push_back(value_of(f));
            } else if (f.count == cardinality::map) {
                auto& map = all[f.name].emplace_object();
                for (auto n = 1 + dice(2); n != 0; --n) map[word()] = value_of(f);
            } else {
                all[f.name] = depth_ > 1 && f.name != "name" && dice(4) == 0 ? nothing_of(f) : value_of(f);
            }
        }
        --depth_;
        return all;
    }

private:
    std::uint64_t dice(std::uint64_t sides) { return random_.below(sides); }
    bool leaves_out() { return depth_ > 2 && dice(3) == 0; }
    std::string word() { return "w" + std::to_string(dice(1'000'000)); }

    boost::json::value nothing_of(coinformer::detail::proto_field const& f)
    {
        switch (f.type) {
        case 's':
        case 'y': return "";
        case 'b': return false;
        case 'i':
        case 'o': return 0;
        case 't':
        case 'u':
        case 'q':
        case 'j': return value_of(f); // an empty one counts as absent
        default: return boost::json::object();
        }
    }

    boost::json::value value_of(coinformer::detail::proto_field const& f)
    {
        switch (f.type) {
        case 's': return boost::json::value(word());
        case 'y': return "AAECAw==";
        case 'b': return true;
        case 'i': return 1 + static_cast<std::int64_t>(dice(1'000'000'000));
        case 't': return "2024-02-29T01:02:03Z";
        case 'u': return "2024-02-29T01:02:03.000004Z";
        case 'q': return boost::json::value(std::to_string(1 + dice(100)) + "Mi");
        case 'o':
            return dice(2) == 0 ? boost::json::value(word()) : boost::json::value(1 + static_cast<int>(dice(100)));
        case 'j': return {{"kind", "K"}, {"n", 1 + static_cast<int>(dice(100))}};
        default: return of(f.message);
        }
    }

    coinformer::random_source random_;
    int depth_ = 0;
};

} // namespace test
