#include <coinformer/controller/finalizer.hpp>

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
    std::string const ns(key.ns), name(key.name);
    auto change = merge_patch(json::serialize(patch));
    object_ref written;
    try {
        auto const answer = co_await api.patch(of, ns, name, std::move(change));
        written = decode_object(type, answer);
    } catch (api_error const& e) {
        if (gone == when_gone::error || e.code() != condition::not_found) throw;
    }
    co_return written;
}

} // namespace coinformer::detail
