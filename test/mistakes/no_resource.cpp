// first error: say which resource T is a view of, beside the struct: template <> inline constexpr
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>

#include <boost/describe.hpp>

struct pod {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata))

void use(coinformer::informer_factory& factory)
{
    auto pods = factory.of<pod>();
}
