// first error: BOOST_DESCRIBE_STRUCT(T, (), (member, ...)) after the struct T
#include <coinformer/api/client.hpp>
#include <coinformer/api/object_meta.hpp>

struct pod {
    coinformer::object_meta metadata;
};
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

void use(coinformer::client& api)
{
    (void)api.get<pod>("shop", "web");
}
