#include <coinformer/api/table.hpp>

#include "api/client/client_impl.hpp"
#include "api/client/wire_format.hpp"
#include "core/run_on.hpp"

namespace coinformer {

using namespace detail;

task<object_ptr<table>> list_table(client api, resource of, std::string ns, list_options which)
{
    auto path = collection_path(of, ns);
    auto const query = which.query();
    http_request what("GET", query.empty() ? path : path + '?' + query);
    what.accept = accept_header(encoding::json, "Table");
    what.patience = which.patience();
    auto const found = co_await on_strand(api.internals().shared_from_this(), &client::impl::object_of,
                                          "list", std::move(what), object_type_of<table>(), api.mode());
    object_ptr<table> page(found);
    if (page->columnDefinitions.empty())
        throw api_error(errc::unexpected_content, {}, "the server makes no tables of this kind")
            .during("list", std::move(path));
    co_return page;
}

} // namespace coinformer
