// first error: coinformer cannot decode a member of this type
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>

#include <boost/describe.hpp>

#include <set>

struct pod {
    coinformer::object_meta metadata;
    std::set<std::string> finalizers;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata, finalizers))
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

void use(coinformer::informer_factory& factory)
{
    auto pods = factory.of<pod>();
}
