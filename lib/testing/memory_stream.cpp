#include <coinformer/core/error.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/memory_stream.hpp>

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <deque>
#include <string>

namespace coinformer::testing {

namespace asio = boost::asio;

struct memory_stream::pipe {
    explicit pipe(std::size_t c) : capacity(c) {}

    std::size_t size() const noexcept { return bytes.size() - taken; }
    std::size_t room() const noexcept { return capacity - size(); }

    void put(std::span<char const> from)
    {
        if (taken > capacity) bytes.erase(0, std::exchange(taken, 0));
        bytes.append(from.data(), from.size());
        changed();
    }

    std::size_t take(std::span<char> into)
    {
        auto const n = std::min(into.size(), size());
        std::copy_n(bytes.data() + taken, n, into.data());
        taken += n;
        if (taken == bytes.size()) {
            bytes.clear();
            taken = 0;
        }
        changed();
        return n;
    }

    void changed() noexcept
    {
        readable.notify();
        writable.notify();
    }

    std::size_t const capacity;
    std::string bytes;
    std::size_t taken = 0; // of bytes
    bool writer_gone = false;
    bool reader_gone = false;
    bool reset = false;
    wakeup readable;
    wakeup writable;
};

memory_stream::memory_stream(std::shared_ptr<pipe> in, std::shared_ptr<pipe> out)
    : in_(std::move(in)), out_(std::move(out))
{
}

memory_stream::~memory_stream()
{
    close();
}

task<std::size_t> memory_stream::read_some(std::span<char> into)
{
    auto* const in = in_.get();
    co_await asio::this_coro::throw_if_cancelled(true);
    for (;;) {
        if (closed_) throw api_error(errc::connection_closed, "memory stream", "by us");
        if (in->reset) throw api_error(errc::connection_reset, "memory stream");
        if (in->size() != 0) co_return in->take(into);
        if (in->writer_gone) co_return 0;
        co_await in->readable.wait();
    }
}

task<> memory_stream::write(std::span<char const> bytes)
{
    auto* const out = out_.get();
    for (;;) {
        if (closed_) throw api_error(errc::connection_closed, "memory stream", "by us");
        if (out->reset || out->reader_gone) throw api_error(errc::connection_reset, "memory stream");
        auto const n = std::min(bytes.size(), out->room());
        if (n != 0) out->put(bytes.first(n));
        bytes = bytes.subspan(n);
        if (bytes.empty()) co_return;
        co_await out->writable.wait();
    }
}

void memory_stream::close() noexcept
{
    if (std::exchange(closed_, true)) return;
    in_->reader_gone = true;
    out_->writer_gone = true;
    in_->changed();
    out_->changed();
}

void memory_stream::reset() noexcept
{
    for (auto* p : {in_.get(), out_.get()}) {
        p->reset = true;
        p->changed();
    }
}

std::pair<std::unique_ptr<memory_stream>, std::unique_ptr<memory_stream>> memory_stream_pair(std::size_t capacity_bytes)
{
    auto const there = std::make_shared<memory_stream::pipe>(capacity_bytes);
    auto const back = std::make_shared<memory_stream::pipe>(capacity_bytes);
    return {std::unique_ptr<memory_stream>(new memory_stream(back, there)),
            std::unique_ptr<memory_stream>(new memory_stream(there, back))};
}

struct memory_network::state {
    std::size_t capacity;
    bool open = true; // the network object is there
    bool refused = false;
    std::size_t dialed = 0;
    std::deque<std::unique_ptr<memory_stream>> waiting;
    wakeup arrived;
};

class memory_network::memory_dialer final : public coinformer::dialer {
public:
    explicit memory_dialer(std::shared_ptr<state> s) : state_(std::move(s)) {}

    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto const network = state_;
        ++network->dialed;
        if (network->refused || !network->open)
            throw api_error(errc::connect_failed, "memory network", "connection refused");
        auto ends = memory_stream_pair(network->capacity);
        network->waiting.push_back(std::move(ends.second));
        network->arrived.notify();
        co_return std::unique_ptr<byte_stream>(std::move(ends.first));
    }

private:
    std::shared_ptr<state> state_;
};

memory_network::memory_network(std::size_t capacity_bytes) : state_(std::make_shared<state>())
{
    state_->capacity = capacity_bytes;
}

memory_network::~memory_network()
{
    state_->open = false;
    state_->waiting.clear();
}

std::unique_ptr<coinformer::dialer> memory_network::dialer()
{
    return std::make_unique<memory_dialer>(state_);
}

task<std::unique_ptr<memory_stream>> memory_network::accept() &
{
    auto* const network = state_.get();
    while (network->waiting.empty()) co_await network->arrived.wait();
    auto first = std::move(network->waiting.front());
    network->waiting.pop_front();
    co_return std::move(first);
}

void memory_network::refuse(bool refused) noexcept
{
    state_->refused = refused;
}

std::size_t memory_network::dialed() const noexcept
{
    return state_->dialed;
}

} // namespace coinformer::testing
