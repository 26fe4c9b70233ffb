// first error: a handler returns nothing or coinformer::task<>: let this one return no value
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    pods.on_change({.added = [](pod const&) { return true; }});
}
