// Does not compile, and says why: ctest looks for that.
#include <coinformer/api/client.hpp>

struct pod {};

void replace(coinformer::client& api)
{
    (void)api.replace<pod>("shop", "web", "{}");
}
