// first error: BOOST_DESCRIBE_STRUCT(T, (), (member, ...)) after the struct T
#include <coinformer/types/core.hpp>
#include <coinformer/types/core/v1/pod.hpp>

struct small_pod {
    int nothing = 0;
};

void use(coinformer::informer_factory& factory)
{
    auto pods = factory.core().v1().pods().informer<small_pod>();
}
