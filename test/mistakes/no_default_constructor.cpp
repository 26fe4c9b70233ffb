// first error: give this struct a default constructor
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>

#include <boost/describe.hpp>

struct pod {
    explicit pod(int) {}
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata))
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

void use(coinformer::informer_factory& factory)
{
    auto pods = factory.of<pod>();
}
