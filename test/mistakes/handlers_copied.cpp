// first error: deleted
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    coinformer::handlers<pod> own{.deleted = [](pod const&) {}};
    pods.on_change(own); // it has to be moved
}
