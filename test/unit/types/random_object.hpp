#pragma once

#include "api/protobuf/field_table.hpp"

#include <coinformer/core/random.hpp>

#include <boost/json.hpp>

#include <string>

namespace test {

using coinformer::detail::proto_type;

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
            if (f.name == "managedFields" || f.name == "selfLink" || f.type == proto_type::opaque ||
                leaves_out())
                continue;
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
        case proto_type::string:
        case proto_type::bytes: return "";
        case proto_type::boolean: return false;
        case proto_type::integer:
        case proto_type::int_or_string: return 0;
        case proto_type::time:
        case proto_type::micro_time:
        case proto_type::quantity:
        case proto_type::json: return value_of(f); // an empty one counts as absent
        default: return boost::json::object();
        }
    }

    boost::json::value value_of(coinformer::detail::proto_field const& f)
    {
        switch (f.type) {
        case proto_type::string: return boost::json::value(word());
        case proto_type::bytes: return "AAECAw==";
        case proto_type::boolean: return true;
        case proto_type::integer: return 1 + static_cast<std::int64_t>(dice(1'000'000'000));
        case proto_type::time: return "2024-02-29T01:02:03Z";
        case proto_type::micro_time: return "2024-02-29T01:02:03.000004Z";
        case proto_type::quantity: return boost::json::value(std::to_string(1 + dice(100)) + "Mi");
        case proto_type::int_or_string:
            return dice(2) == 0 ? boost::json::value(word())
                                : boost::json::value(1 + static_cast<int>(dice(100)));
        case proto_type::json: return {{"kind", "K"}, {"n", 1 + static_cast<int>(dice(100))}};
        default: return of(f.message);
        }
    }

    coinformer::random_source random_;
    int depth_ = 0;
};

} // namespace test
