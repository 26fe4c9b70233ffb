// first error: would wipe the others: patch<T>()
#include "pod.hpp"

void use(coinformer::client& api)
{
    (void)api.replace<pod>("shop", "web", "{}");
}
