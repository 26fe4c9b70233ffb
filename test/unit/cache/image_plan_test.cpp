#include "api/image/image_plan.hpp"

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using detail::image_plan_of;
using detail::object_type_of;

namespace {

template <class T>
std::string refusal_of()
{
    return image_plan_of(object_type_of<T>()).refusal;
}
template <class T>
std::uint64_t hash_of_projection()
{
    return image_plan_of(object_type_of<T>()).hash;
}

} // namespace

namespace {
struct keeps_compressed {
    compressed_object object;
};
BOOST_DESCRIBE_STRUCT(keeps_compressed, (), (object))
struct undescribed_member {
    int described = 0;
    int not_described = 1;
};
BOOST_DESCRIBE_STRUCT(undescribed_member, (), (described))
struct with_virtual {
    virtual ~with_virtual() = default;
    int described = 0;
};
BOOST_DESCRIBE_STRUCT(with_virtual, (), (described))
} // namespace

TEST_CASE("objects of which not every byte is known have no images")
{
    CHECK(refusal_of<keeps_compressed>() == "");
    CHECK(refusal_of<undescribed_member>().find("does not describe") != std::string::npos);
    CHECK(refusal_of<with_virtual>().find("does not describe") != std::string::npos);
    CHECK(image_plan_of(detail::computed_type_of<int>()).refusal.find("derive()") != std::string::npos);
}

namespace {

/// A projection with one member, which has the same name whatever its type is.
template <class X>
struct with_one_member {
    X member{};
    BOOST_DESCRIBE_CLASS(with_one_member, (), (member), (), ())
};

struct open_ports {
    std::vector<std::int32_t> ports = {80};
};
BOOST_DESCRIBE_STRUCT(open_ports, (), (ports))

} // namespace

TEST_CASE("a projection whose std::vector has elements by default has no images")
{
    CHECK(refusal_of<with_one_member<std::vector<std::int32_t>>>() == "");
    CHECK(refusal_of<open_ports>().find("of its own by default") != std::string::npos);
}

namespace {
namespace one {
struct changing {
    timestamp when;
    int number = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(changing, (), (when, number, name))
} // namespace one
namespace other_unit {
struct changing {
    micro_timestamp when;
    int number = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(changing, (), (when, number, name))
} // namespace other_unit
namespace other_default {
struct changing {
    timestamp when;
    int number = 1;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(changing, (), (when, number, name))
} // namespace other_default
namespace other_string {
struct changing {
    timestamp when;
    int number = 0;
    std::string name = "n";
};
BOOST_DESCRIBE_STRUCT(changing, (), (when, number, name))
} // namespace other_string
namespace other_sign {
struct changing {
    timestamp when;
    unsigned number = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(changing, (), (when, number, name))
} // namespace other_sign
namespace other_name {
struct changing {
    timestamp when;
    int numbers = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(changing, (), (when, numbers, name))
} // namespace other_name
namespace the_same {
struct changing {
    timestamp when;
    int number = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(changing, (), (when, number, name))
} // namespace the_same
} // namespace

TEST_CASE("the hash of a projection tells structs apart whose bytes mean something else")
{
    auto const hash = hash_of_projection<one::changing>();
    CHECK(hash_of_projection<the_same::changing>() == hash);
    CHECK(hash_of_projection<other_unit::changing>() != hash);
    CHECK(hash_of_projection<other_default::changing>() != hash);
    CHECK(hash_of_projection<other_string::changing>() != hash);
    CHECK(hash_of_projection<other_sign::changing>() != hash);
    CHECK(hash_of_projection<other_name::changing>() != hash);
}

namespace {

/// It has no member for the field by which the element of a list is chosen.
struct chosen_state {
    text status;
};
BOOST_DESCRIBE_STRUCT(chosen_state, (), (status))

using choice_of_ready = element<"type", "Ready", chosen_state>;
using choice_of_other_value = element<"type", "Started", chosen_state>;
using choice_of_other_key = element<"kind", "Ready", chosen_state>;

} // namespace

TEST_CASE("the hash of a projection tells apart projections that keep another element of a list")
{
    auto const hash = hash_of_projection<with_one_member<choice_of_ready>>();
    CHECK(hash_of_projection<with_one_member<choice_of_other_value>>() != hash);
    CHECK(hash_of_projection<with_one_member<choice_of_other_key>>() != hash);

    auto const if_any = hash_of_projection<with_one_member<std::optional<choice_of_ready>>>();
    CHECK(hash_of_projection<with_one_member<std::optional<choice_of_other_value>>>() != if_any);
    CHECK(hash_of_projection<with_one_member<std::optional<choice_of_other_key>>>() != if_any);

    auto const in_list = hash_of_projection<with_one_member<list<with_one_member<choice_of_ready>>>>();
    CHECK(hash_of_projection<with_one_member<list<with_one_member<choice_of_other_value>>>>() != in_list);
    CHECK(hash_of_projection<with_one_member<list<with_one_member<choice_of_other_key>>>>() != in_list);
}

TEST_CASE("the hash of a projection says which members an object has to have")
{
    auto const hash = hash_of_projection<with_one_member<text>>();
    CHECK(hash_of_projection<with_one_member<required<text>>>() != hash);
    auto const in_list = hash_of_projection<with_one_member<list<with_one_member<text>>>>();
    CHECK(hash_of_projection<with_one_member<list<with_one_member<required<text>>>>>() != in_list);
}
