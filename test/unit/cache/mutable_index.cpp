// Does not compile, and says why: ctest looks for that.
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/shared_informer.hpp>

#include <boost/describe.hpp>

struct pod {
    coinformer::object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(pod, (), (metadata))

void add_index(coinformer::shared_informer<pod>& informer)
{
    informer.index("count", [calls = 0](pod const&) mutable { return std::to_string(++calls); });
}
