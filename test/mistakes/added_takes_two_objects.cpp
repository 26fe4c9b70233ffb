// first error: the handler `added` takes (T const&) or (T const&, coinformer::initial_list)
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    pods.on_change({.added = [](pod const&, pod const&) {}});
}
