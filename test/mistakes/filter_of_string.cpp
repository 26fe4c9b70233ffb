// first error: the predicate of a handler takes (T const&) or (object_ptr<T> const&), and returns bool
#include "pod.hpp"

void use(coinformer::informer_handle<pod> const& pods)
{
    pods.on_change(
        coinformer::filtered<pod>([](std::string const&) { return true; }, {.added = [](pod const&) {}}));
}
