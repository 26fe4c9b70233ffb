#include "cache/delta_fifo.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <bit>

namespace coinformer::detail {

namespace asio = boost::asio;

namespace {

/// Keys, told by their hashes: two may be taken for one.
class hashes {
public:
    explicit hashes(std::size_t most) : seen_(std::bit_ceil(most * 2)) {}

    /// False when it is there already.
    bool insert(std::uint64_t hash) noexcept
    {
        auto const mask = seen_.size() - 1;
        hash |= 1; // 0 is free
        auto i = (hash >> 32) & mask;
        for (; seen_[i] != 0; i = (i + 1) & mask)
            if (seen_[i] == hash) return false;
        seen_[i] = hash;
        return true;
    }

private:
    std::vector<std::uint64_t> seen_;
};

} // namespace

void delta_fifo::push(delta d, std::string_view ns)
{
    if (order_ == queue_order::by_arrival || !takes_place(d, ns)) queue_.push_back(std::move(d));
}

bool delta_fifo::hand_over()
{
    return !queue_.empty() && pushed_.run_waiters();
}

// What remains of `d` is its version: a bookmark, unless one is there to say it.
bool delta_fifo::takes_place(delta& d, std::string_view ns)
{
    using kind = delta::kind;
    if (!d.about_one_object()) {
        bool const more_of_it = d.what == kind::bookmark && !queue_.empty() && queue_.back().what == kind::bookmark &&
                                queue_.back().all->ns == d.all->ns;
        if (more_of_it) queue_.back().all = std::move(d.all);
        if (d.what != kind::bookmark) last_.clear(); // nothing overtakes a list
        return more_of_it;
    }
    auto const key = d.object->key();
    auto const known = last_.extract(key);
    auto* const earlier = known ? &queue_[known.mapped() - handed_out_] : nullptr;
    bool const same_life = earlier && earlier->what != kind::deleted && has_same_uid(earlier->object, d.object);
    last_.emplace(key, same_life ? known.mapped() : handed_out_ + queue_.size());
    if (!same_life) return false;
    delta::collection reached{.objects = {}, .version = std::string(d.object->resource_version())};
    reached.ns = ns;
    *earlier = std::move(d);
    earlier->ahead = true;
    push(delta::of(kind::bookmark, std::move(reached)));
    return true;
}

task<std::vector<delta>> delta_fifo::pop(std::size_t most) &
{
    while (queue_.empty() && !closed_) co_await pushed_.wait();
    std::vector<delta> popped;
    most = std::min(most, queue_.size());
    popped.reserve(most);
    hashes keys(most);
    while (popped.size() < most) {
        auto& next = queue_.front();
        bool const of_all = !next.about_one_object();
        if (of_all && !popped.empty()) break;
        if (!of_all && most > 1 && !keys.insert(hash_of(next.object->key()))) break;
        if (auto const at = of_all || last_.empty() ? last_.end() : last_.find(next.object->key()); at != last_.end())
            if (at->second == handed_out_) last_.erase(at);
        popped.push_back(std::move(next));
        queue_.pop_front();
        ++handed_out_;
        if (of_all) break;
    }
    popped_.notify();
    co_return popped;
}

task<> delta_fifo::room() &
{
    if (hand_over()) co_await asio::post(asio::use_awaitable); // handlers are called before more is read
    while (queue_.size() >= capacity_ && !closed_) co_await popped_.wait();
}

void delta_fifo::close()
{
    closed_ = true;
    pushed_.notify();
    popped_.notify();
}

} // namespace coinformer::detail
