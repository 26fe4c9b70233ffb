// first error: the function of shared_informer::index() returns a string, a vector of strings, or a
// std::optional
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    pods.index("generation", [](pod const& p) { return p.metadata.generation; });
}
