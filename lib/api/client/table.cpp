#include <coinformer/api/table.hpp>

#include "api/client/wire_format.hpp"

namespace coinformer {

using namespace detail;

task<object_ptr<table>> list_table(client api, resource of, std::string ns, list_options which)
{
    auto path = collection_path(of, ns);
    auto const query = which.query();
    http_request what("GET", query.empty() ? path : path + '?' + query);
    what.accept = accept_header(encoding::json, "Table");
    what.patience = which.patience();
    auto const json = co_await api.request("list", std::move(what));
    auto page = decode_object<table>(json);
    if (page->columnDefinitions.empty())
        throw api_error(errc::unexpected_content, "list " + std::move(path),
                        "the server makes no tables of this kind");
    co_return page;
}

} // namespace coinformer
