#include "api/collection.hpp"

namespace coinformer {

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
