// first error: describe your own structs with BOOST_DESCRIBE_STRUCT
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>

#include <boost/describe.hpp>

struct pod_spec {
    coinformer::text nodeName;
};
struct pod {
    coinformer::object_meta metadata;
    pod_spec spec;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, spec))
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

void use(coinformer::informer_factory& factory)
{
    auto pods = factory.of<pod>();
}
