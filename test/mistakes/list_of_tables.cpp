// first error: a table is not a list of objects: call list_table()
#include <coinformer/api/table.hpp>

void use(coinformer::client& api, coinformer::resource of)
{
    (void)api.list<coinformer::table>("shop", {}, of);
}
