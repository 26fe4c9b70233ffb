#include "api/collection.hpp"

#include <coinformer/core/error.hpp>

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

namespace coinformer {

std::string collection_of(resource const& of, std::string_view ns)
{
    if (of.version.empty() || of.plural.empty())
        throw api_error(errc::config_invalid, "request for a projection whose resource is not known",
                        "specialise coinformer::resource_of<T> for it, or pass a resource");
    return collection_path(of, std::string(boost::urls::encode(ns, boost::urls::unreserved_chars)));
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
    return feed(body_, items_);
}

task<bool> watch_stream::fetch() &
{
    return feed(body_, events_);
}

} // namespace coinformer
