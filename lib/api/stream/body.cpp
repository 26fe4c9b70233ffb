#include "api/stream/body.hpp"

namespace coinformer::detail {

namespace {

constexpr std::size_t slice = 64 * 1024;

} // namespace

task<> body_slices::read() &
{
    try {
        pieces_ = co_await body_.read();
        if (track_) track_->received(pieces_);
        co_return;
    } catch (boost::system::system_error const& e) {
        if (track_) track_->end(e.code());
        throw;
    }
}

template <class Decoder>
task<bool> body_slices::feed(Decoder& decoder) &
{
    if (is_wrong_) throw validator_->mistake();
    if (pieces_.empty()) co_await read();
    bool const more = !pieces_.empty();
    for (std::size_t n = 0; n < slice && !pieces_.empty() && !is_wrong_;) {
        auto const part = pieces_.front().substr(fed_, slice - n);
        auto const right = validator_ ? validator_->feed(part) : part.size();
        is_wrong_ = right != part.size();
        decoder.feed(part.substr(0, right)); // the bytes before a mistake count, wherever the network has cut
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

} // namespace coinformer::detail
