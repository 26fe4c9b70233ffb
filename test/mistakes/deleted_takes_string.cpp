// first error: the handler `deleted` takes (T const&) or (T const&, coinformer::final_state)
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    pods.on_change({.deleted = [](std::string const&) {}});
}
