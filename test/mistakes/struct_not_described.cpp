// first error: BOOST_DESCRIBE_STRUCT(T, (), (member, ...)) after the struct T
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>

struct pod {
    coinformer::object_meta metadata;
};
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

void use(coinformer::informer_factory& factory)
{
    auto pods = factory.of<pod>();
}
