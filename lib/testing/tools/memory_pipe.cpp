#include "testing/tools/memory_pipe.hpp"

#include <algorithm>

namespace coinformer::testing::detail {

memory_pipe::memory_pipe(environment env, std::size_t capacity, link_options how)
    : env_(std::move(env)), capacity_(capacity), link_(how), random_(env_.seed)
{
}

std::size_t memory_pipe::put(std::span<char const> from)
{
    auto n = std::min(from.size(), capacity_ - std::min(size_, capacity_));
    if (n == 0) return 0;
    if (link_.reset_after != link_options::never && written_ + n >= link_.reset_after) {
        auto const before =
            static_cast<std::size_t>(link_.reset_after - std::min(written_, link_.reset_after));
        n = std::max<std::size_t>(before, 1);
        written_ += n;
        break_off(); // what is on its way is lost, as with a reset
        return n;
    }
    auto const audible =
        std::min<std::uint64_t>(n, link_.silent_after - std::min(written_, link_.silent_after));
    written_ += n;
    size_ += n;
    auto const heard = from.first(static_cast<std::size_t>(audible));
    if (!silent_ && !heard.empty()) {
        bool const joins = link_.delay == duration::zero() && link_.jitter == duration::zero() &&
                           !under_way_.empty() && !under_way_.back().bytes.empty();
        if (!joins) under_way_.push_back({arrival_now(), {}});
        under_way_.back().bytes.append(heard.data(), heard.size());
    }
    if (audible < n) silent_ = true; // the rest fills the buffer, but never arrives
    changed.notify();
    return n;
}

std::size_t memory_pipe::take(std::span<char> into)
{
    if (!arrived() || under_way_.front().bytes.empty()) return 0;
    auto& first = under_way_.front();
    auto n = std::min({into.size(), first.bytes.size() - first.taken, link_.most_at_once});
    if (link_.random_parts) n = 1 + static_cast<std::size_t>(random_.below(n));
    std::copy_n(first.bytes.data() + first.taken, n, into.data());
    first.taken += n;
    size_ -= n;
    if (first.taken == first.bytes.size()) under_way_.pop_front();
    changed.notify();
    return n;
}

time_point memory_pipe::arrival_now()
{
    if (link_.delay == duration::zero() && link_.jitter == duration::zero()) return last_arrival_;
    auto const extra = random_.below(static_cast<std::uint64_t>(link_.jitter.count()) + 1);
    auto const due = env_.time->now() + link_.delay + duration(static_cast<duration::rep>(extra));
    last_arrival_ = std::max(last_arrival_, due);
    return last_arrival_;
}

bool memory_pipe::arrived() const noexcept
{
    if (held_ || under_way_.empty()) return false;
    auto const& first = under_way_.front();
    return first.arrival == time_point() || first.arrival <= env_.time->now();
}

bool memory_pipe::has_ended() const noexcept
{
    return arrived() && under_way_.front().bytes.empty();
}

void memory_pipe::notify_on_arrival()
{
    if (held_ || under_way_.empty() || arrived()) return;
    if (!alarm_) alarm_ = env_.time->make_timer(env_.ex);
    alarm_->start(under_way_.front().arrival, [this] { changed.notify(); });
}

void memory_pipe::close_writer()
{
    if (std::exchange(writer_gone_, true)) return;
    if (!silent_) under_way_.push_back({arrival_now(), {}});
    changed.notify();
}

void memory_pipe::close_reader()
{
    reader_gone_ = true;
    alarm_.reset();
    changed.notify();
}

void memory_pipe::break_off() noexcept
{
    broken_ = true;
    alarm_.reset();
    changed.notify();
}

void memory_pipe::silence() noexcept
{
    silent_ = true;
    under_way_.clear();
}

void memory_pipe::hold(bool held)
{
    held_ = held;
    changed.notify();
}

} // namespace coinformer::testing::detail
