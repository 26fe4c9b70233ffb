#include "api/stream/body.hpp"

namespace coinformer::detail {

namespace {

constexpr std::size_t slice = 64 * 1024;

} // namespace

// Apart from feed(), so that a read that is not recorded needs no coroutine more.
task<> body_slices::read_recorded() &
{
    try {
        pieces_ = co_await body_.read();
        track_->received(pieces_);
    } catch (boost::system::system_error const& e) {
        track_->end(e.code());
        throw;
    }
}

template <class Decoder>
task<bool> body_slices::feed(Decoder& decoder) &
{
    if (is_wrong_) throw validator_->mistake();
    if (pieces_.empty() && track_)
        co_await read_recorded();
    else if (pieces_.empty())
        pieces_ = co_await body_.read();
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
