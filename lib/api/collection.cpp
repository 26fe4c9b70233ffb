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

constexpr std::size_t slice = 64 * 1024;

} // namespace

template <class Decoder>
task<bool> body_slices::feed(Decoder& decoder) &
{
    if (pieces_.empty()) pieces_ = co_await body_.read();
    bool const more = !pieces_.empty();
    for (std::size_t n = 0; n < slice && !pieces_.empty();) {
        auto const part = pieces_.front().substr(fed_, slice - n);
        if (validator_) validator_->feed(part);
        decoder.feed(part);
        n += part.size();
        fed_ += part.size();
        if (fed_ != pieces_.front().size()) continue;
        pieces_ = pieces_.subspan(1);
        fed_ = 0;
    }
    co_return more;
}

task<bool> list_page::fetch() &
{
    return body_.feed(*items_);
}

task<bool> watch_stream::fetch() &
{
    return body_.feed(*events_);
}

} // namespace coinformer
