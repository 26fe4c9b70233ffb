#include "api/collection.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer {

std::string object_path(resource const& of, std::string_view ns, std::string_view name, std::string_view subresource)
{
    // without a name the path would be the collection's: a delete would be of everything
    if (name.empty()) throw api_error(errc::bad_request, to_string(of), "the object's name is empty");
    auto path = collection_path(of, ns) + '/' + detail::path_segment(name);
    if (!subresource.empty()) path.append("/").append(detail::path_segment(subresource));
    return path;
}

namespace {

template <class Decoder>
task<bool> feed(http_response& body, json_validator* validator, Decoder& decoder)
{
    auto const pieces = co_await body.read();
    for (auto const piece : pieces) {
        if (validator) validator->feed(piece);
        decoder.feed(piece);
    }
    co_return !pieces.empty();
}

} // namespace

task<bool> list_page::fetch() &
{
    return feed(body_, validator_.get(), *items_);
}

task<bool> watch_stream::fetch() &
{
    return feed(body_, validator_.get(), *events_);
}

} // namespace coinformer
