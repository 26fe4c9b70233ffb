#include "entrance.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <utility>

namespace incidents {

using namespace coinformer;

namespace {

/// A connection that counts what the server sends, and that can be frozen. While it is frozen its reads and
/// writes wait until it is closed, so that not even the pings of HTTP/2 are answered.
class freezable_connection final : public byte_stream {
public:
    freezable_connection(std::unique_ptr<byte_stream> inner, std::shared_ptr<wire_state> wires)
        : inner_(std::move(inner)), wires_(std::move(wires)), number_(wires_->accepted++)
    {
    }
    ~freezable_connection() override { end(); }

    task<std::size_t> read_some(std::span<char> into) override
    {
        auto const n = co_await inner_->read_some(into);
        co_await wait_while_frozen();
        co_return n;
    }
    task<> write(std::span<char const> bytes) override
    {
        co_await wait_while_frozen();
        wires_->bytes_sent += bytes.size();
        co_await inner_->write(bytes);
    }
    void close() noexcept override { end(); }
    bool reads_resume() const noexcept override { return inner_->reads_resume(); }
    std::string_view protocol() const noexcept override { return inner_->protocol(); }

private:
    task<> wait_while_frozen()
    {
        while (number_ < wires_->first_alive && !closed_) co_await changed_.wait();
        if (closed_) throw api_error(errc::connection_closed, "frozen connection");
    }
    void end() noexcept
    {
        closed_ = true;
        changed_.notify();
        inner_->close();
    }

    std::unique_ptr<byte_stream> inner_;
    std::shared_ptr<wire_state> wires_;
    std::uint64_t number_;
    bool closed_ = false;
    wakeup changed_;
};

} // namespace

entrance::entrance(executor ex)
    : ex_(std::move(ex)),
      listener_(std::make_shared<testing::tls_listener>(ex_, testing::tls_listener_options{identity_})),
      port_(listener_->port()), url_(listener_->url())
{
}

task<> entrance::run(testing::api_server& server) &
{
    nursery connections(ex_);
    connections.start(accept(server, connections));
    co_await connections.join();
}

task<> entrance::accept(testing::api_server& server, nursery& connections) &
{
    for (;;) {
        while (!listener_) co_await opened_.wait();
        auto const current = listener_; // close() drops the other reference
        std::unique_ptr<byte_stream> stream;
        try {
            stream = co_await current->accept();
        } catch (boost::system::system_error const&) {
            if (current == listener_)
                throw; // the task was cancelled; close() would have replaced the listener
            continue;
        }
        connections.start(
            server.serve_connection(std::make_unique<freezable_connection>(std::move(stream), wires_)));
    }
}

void entrance::close() noexcept
{
    if (auto const closing = std::exchange(listener_, nullptr)) closing->close();
}

void entrance::open()
{
    testing::tls_listener_options options{identity_};
    options.port = port_;
    listener_ = std::make_shared<testing::tls_listener>(ex_, std::move(options));
    opened_.notify();
}

} // namespace incidents
