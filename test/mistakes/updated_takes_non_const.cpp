// first error: the handler `updated` takes (T const& before, T const& after) or (T const& after)
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    pods.on_change({.updated = [](pod&, pod&) {}});
}
