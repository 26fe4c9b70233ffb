#include "api/image/image_plan.hpp"

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include <string>

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
