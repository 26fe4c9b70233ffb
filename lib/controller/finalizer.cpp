#include <coinformer/controller/finalizer.hpp>

#include "api/client/client_impl.hpp"
#include "core/run_on.hpp"

#include <boost/json.hpp>

namespace coinformer::detail {

namespace json = boost::json;

void require_object(object_ref const& object, resource const& of, char const* caller)
{
    if (!object)
        throw api_error(errc::bad_request, std::string(caller) + " of " + to_string(of),
                        "the object is null");
}

task<object_ref> write_finalizers(client api, resource of, object_ref object, object_type const& type,
                                  wanted_finalizers wanted, when_gone gone)
{
    if (!wanted) co_return object;
    json::array list;
    for (auto const& f : *wanted) list.emplace_back(f);
    // A merge patch replaces the whole list. The resource version makes sure that it is still the list that
    // was read.
    json::object const metadata{{"resourceVersion", object->resource_version()},
                                {"finalizers", std::move(list)}};
    json::object const patch{{"metadata", metadata}};
    auto const key = object->key();
    auto const change = merge_patch(json::serialize(patch));
    object_ref written;
    try {
        http_request what("PATCH", object_path(of, key.ns, key.name));
        what.body = change.body();
        what.content_type = change.content_type();
        // This is client::patch<T>() without the check of the projection's fields: a type that belongs to a
        // transform may have members that no object of the kind has.
        written = co_await on_strand(api.internals().shared_from_this(), &client::impl::object_of, "patch",
                                     std::move(what), type, api.mode());
    } catch (api_error const& e) {
        if (gone == when_gone::error || e.code() != condition::not_found) throw;
    }
    co_return written;
}

} // namespace coinformer::detail
