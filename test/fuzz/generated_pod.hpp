#pragma once

#include "input.hpp"
#include "reference_proto_member.hpp"

#include "unit/api/proto_encoder.hpp"

#include <boost/json/object.hpp>

#include <limits>
#include <set>
#include <string>

// Generates Pods as a server writes them: with the fields that JSON always has, and without values that JSON
// leaves out.

namespace fuzz {

inline proto_message const pod_message{"v1", "Pod"};

/// `fitting` means that each integer fits into 32 bits, which every integer field of a Pod can hold.
enum class integers { fitting, any };

class pod_generator {
public:
    explicit pod_generator(input& in, integers i = integers::fitting) : in_(in), integers_(i) {}

    boost::json::object make()
    {
        auto pod = of(pod_message);
        pod["metadata"] = metadata();
        return pod;
    }

private:
    using cardinality = proto_field::cardinality;

    /// Decides whether a field is generated: fields that the projection declares are generated more often
    /// than others.
    bool is_wanted(proto_field const& f)
    {
        static std::set<std::string_view> const declared{"metadata",
                                                         "spec",
                                                         "status",
                                                         "containers",
                                                         "name",
                                                         "image",
                                                         "args",
                                                         "ports",
                                                         "containerPort",
                                                         "protocol",
                                                         "command",
                                                         "initContainers",
                                                         "resources",
                                                         "limits",
                                                         "livenessProbe",
                                                         "httpGet",
                                                         "port",
                                                         "periodSeconds",
                                                         "securityContext",
                                                         "runAsUser",
                                                         "supplementalGroups",
                                                         "nodeSelector",
                                                         "nodeName",
                                                         "conditions",
                                                         "type",
                                                         "lastTransitionTime",
                                                         "reason",
                                                         "phase",
                                                         "podIP"};
        if (f.type == proto_type::opaque || f.name == "managedFields" || f.name == "selfLink") return false;
        return f.keeps_zero || (declared.contains(f.name) ? in_.one_in(2) : depth_ < 4 && in_.one_in(32));
    }

    boost::json::object of(proto_message const& message)
    {
        boost::json::object all;
        ++depth_;
        for (auto const& f : known_fields(message)) {
            if (f.count == cardinality::inlined) {
                for (auto& [name, value] : of(f.message)) all[name] = std::move(value);
            } else if (is_wanted(f)) {
                all[f.name] = member(f);
            }
        }
        --depth_;
        return all;
    }

    boost::json::value member(proto_field const& f)
    {
        if (f.count == cardinality::one) return value(f);
        if (f.count == cardinality::list) {
            boost::json::array all;
            do all.push_back(value(f));
            while (in_.one_in(3));
            return all;
        }
        boost::json::object all;
        do all[word()] = value(f);
        while (in_.one_in(3));
        return all;
    }

    std::string word()
    {
        return std::string(in_.pick({"a", "b", "Ready", "kubernetes.io/x", "\xc3\xa4\n\"", "True"}));
    }
    std::int64_t port() { return 1 + static_cast<std::int64_t>(in_.below(1 << 16)); }
    std::int64_t number(std::int64_t most)
    {
        if (in_.one_in(6)) return limit();
        auto const n = static_cast<std::int64_t>(in_.number() % static_cast<std::uint64_t>(most));
        return in_.one_in(4) ? -n - 1 : n + 1;
    }
    /// Returns a number at a limit, or just beyond it.
    std::int64_t limit()
    {
        constexpr std::int64_t narrow = std::int64_t(1) << 31;
        bool const is_least = in_.one_in(2), is_beyond = integers_ == integers::any && in_.one_in(3);
        if (integers_ == integers::any && in_.one_in(4))
            return is_least ? std::numeric_limits<std::int64_t>::min()
                            : std::numeric_limits<std::int64_t>::max();
        return is_least ? -narrow - is_beyond : narrow - 1 + is_beyond;
    }

    boost::json::value value(proto_field const& f)
    {
        switch (f.type) {
        case proto_type::string: return boost::json::value(word());
        case proto_type::bytes: return "AAECAw==";
        case proto_type::boolean: return true;
        case proto_type::integer: return number(std::numeric_limits<std::int32_t>::max());
        case proto_type::time:
            return boost::json::value(
                in_.pick({"2024-02-29T01:02:03Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"}));
        case proto_type::micro_time: return "2024-02-29T01:02:03.000004Z";
        case proto_type::quantity: return boost::json::value(std::to_string(in_.below(100)) + "Mi");
        case proto_type::int_or_string:
            return in_.one_in(2) ? boost::json::value(word()) : boost::json::value(port());
        case proto_type::json: return {{"kind", "K"}};
        default: return of(f.message);
        }
    }

    boost::json::object metadata()
    {
        boost::json::object m;
        if (!in_.one_in(30)) m["name"] = in_.pick({"web", "db", "\xc3\xa4"});
        if (!in_.one_in(4)) m["namespace"] = "shop";
        if (!in_.one_in(4)) m["uid"] = in_.pick({"0f2e1d3c-0000-4000-8000-000000000001", "u-1"});
        if (!in_.one_in(8)) m["resourceVersion"] = std::to_string(1 + in_.below(1000));
        if (in_.one_in(2)) m["labels"] = boost::json::object{{"app", word()}, {word(), "b"}};
        if (in_.one_in(3)) m["annotations"] = boost::json::object{{"a.b/c", word()}, {"n", word()}};
        if (in_.one_in(3)) m["creationTimestamp"] = "2024-05-01T12:00:00Z";
        if (in_.one_in(4))
            m["ownerReferences"] = {
                {{"apiVersion", "apps/v1"}, {"kind", "ReplicaSet"}, {"name", word()}, {"uid", "u"}}};
        return m;
    }

    input& in_;
    integers integers_;
    int depth_ = 0;
};

} // namespace fuzz
