#include "api/collection.hpp"

#include <coinformer/core/error.hpp>

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

namespace coinformer {

namespace {

std::string encoded(std::string_view segment)
{
    return boost::urls::encode(segment, boost::urls::unreserved_chars);
}

} // namespace

std::string collection_path(resource const& of, std::string_view ns)
{
    if (of.version.empty() || of.plural.empty())
        throw api_error(errc::bad_request, "request for a projection whose resource is not known",
                        "specialise coinformer::resource_of<T> for it, or pass a resource");
    auto path = of.group.empty() ? std::string("/api/") : "/apis/" + encoded(of.group) + '/';
    path += encoded(of.version);
    if (!ns.empty()) path.append("/namespaces/").append(encoded(ns));
    return path.append("/").append(encoded(of.plural));
}

std::string object_path(resource const& of, std::string_view ns, std::string_view name, std::string_view subresource)
{
    // without a name the path would be the collection's: a delete would be of everything
    if (name.empty()) throw api_error(errc::bad_request, to_string(of), "the object's name is empty");
    auto path = collection_path(of, ns) + '/' + encoded(name);
    if (!subresource.empty()) path.append("/").append(encoded(subresource));
    return path;
}

namespace {

template <class Decoder>
task<bool> feed(http_response& body, Decoder& decoder)
{
    auto const pieces = co_await body.read();
    for (auto const piece : pieces) decoder.feed(piece);
    co_return !pieces.empty();
}

} // namespace

task<bool> list_page::fetch() &
{
    return feed(body_, *items_);
}

task<bool> watch_stream::fetch() &
{
    return feed(body_, *events_);
}

} // namespace coinformer
