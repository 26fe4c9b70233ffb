// first error: a table is not a list of objects: call list_table()
#include <coinformer/api/pager.hpp>
#include <coinformer/api/table.hpp>

void use(coinformer::client& api, coinformer::resource of)
{
    coinformer::pager<coinformer::table> pages(api, {}, of);
}
