#include "testing/tools/memory_pipe.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <vector>

namespace coinformer::testing {

using detail::memory_pipe;

namespace {

// So that a whole test program can be run over another protocol.
std::string protocol_of_environment()
{
    auto const* const wanted = std::getenv("COINFORMER_MEMORY_PROTOCOL");
    return wanted ? wanted : "";
}

// Throws if bytes could not travel so.
void check_link(link_options const& how, bool has_clock)
{
    auto const refuse = [](std::string_view why) {
        throw std::invalid_argument("memory_network::conditions: " + std::string(why));
    };
    if (how.delay < duration::zero()) refuse("the delay is negative");
    if (how.jitter < duration::zero()) refuse("the jitter is negative");
    if (how.most_at_once == 0) refuse("most_at_once has to be at least 1, because a read of 0 bytes waits");
    if ((how.delay != duration::zero() || how.jitter != duration::zero()) && !has_clock)
        refuse("a delay needs a clock: give the network an environment");
}

} // namespace

/// The network itself, which the memory_network object shares with its dialers, so that these may outlive it.
/// Everything in it is used on the network's serial executor.
struct memory_network::state {
    std::shared_ptr<memory_pipe> make_pipe(link_options const& how)
    {
        auto its = env;
        its.seed = random.next();
        auto made = std::make_shared<memory_pipe>(its, capacity, how);
        std::erase_if(pipes, [](auto const& p) { return p.expired(); });
        pipes.push_back(made);
        return made;
    }

    template <class F>
    void for_each_pipe(F f)
    {
        for (auto const& weak : pipes)
            if (auto const p = weak.lock()) f(*p);
    }

    environment env;
    std::size_t capacity;
    random_source random{env.seed};
    link_options to_server, to_client;
    std::string protocol = protocol_of_environment();
    bool open = true; // false when the memory_network has been destroyed
    bool refused = false;
    bool hanging = false;
    std::size_t dialed = 0;
    std::deque<std::unique_ptr<memory_stream>> waiting; // server ends that accept() has not taken yet
    std::vector<std::weak_ptr<memory_pipe>> pipes;      // in order of dialing
    wakeup arrived;                                     // notified when a connection is in `waiting`
    wakeup hang_ended;                                  // notified when dialing hangs no longer
};

class memory_network::memory_dialer final : public coinformer::dialer {
public:
    explicit memory_dialer(std::shared_ptr<state> s) : state_(std::move(s)) {}

    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto const network = state_;
        ++network->dialed;
        while (network->hanging) co_await network->hang_ended.wait();
        if (network->refused || !network->open)
            throw api_error(errc::connect_failed, "memory network", "connection refused");
        auto const there = network->make_pipe(network->to_server);
        auto const back = network->make_pipe(network->to_client);
        network->waiting.push_back(std::make_unique<memory_stream>(there, back, network->protocol));
        network->arrived.notify();
        auto ours = std::make_unique<memory_stream>(back, there, network->protocol);
        co_return std::unique_ptr<byte_stream>(std::move(ours));
    }

private:
    std::shared_ptr<state> state_;
};

memory_network::memory_network(std::size_t capacity_bytes) : memory_network(environment(), capacity_bytes) {}

memory_network::memory_network(environment env, std::size_t capacity_bytes)
    : state_(std::make_shared<state>(std::move(env), capacity_bytes))
{
    if (capacity_bytes == 0)
        throw std::invalid_argument("memory_network: the capacity has to be at least one byte");
}

memory_network::~memory_network()
{
    state_->open = false;
    hang(false);
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

void memory_network::hang(bool hanging) noexcept
{
    state_->hanging = hanging;
    state_->hang_ended.notify();
}

void memory_network::conditions(link_options to_server, link_options to_client)
{
    for (auto const& l : {to_server, to_client}) check_link(l, bool(state_->env.ex));
    state_->to_server = to_server;
    state_->to_client = to_client;
}

void memory_network::agree_on(std::string_view protocol)
{
    state_->protocol = protocol;
}

void memory_network::reset() noexcept
{
    state_->for_each_pipe([](memory_pipe& p) { p.break_off(); });
}

void memory_network::silence() noexcept
{
    state_->for_each_pipe([](memory_pipe& p) { p.silence(); });
}

void memory_network::hold(bool held) noexcept
{
    state_->for_each_pipe([=](memory_pipe& p) { p.hold(held); });
}

std::size_t memory_network::dialed() const noexcept
{
    return state_->dialed;
}

} // namespace coinformer::testing
