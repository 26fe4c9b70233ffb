// first error: if it is a lambda, remove `mutable`
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    pods.index("count", [calls = 0](pod const&) mutable { return std::to_string(++calls); });
}
