// A gRPC server as a host: a method that answers from the lister on gRPC's own threads, and a method that
// streams changes.

#include "../hosts.hpp"

#include "colors.grpc.pb.h"
#include <grpcpp/grpcpp.h>

#include <thread>
#include <vector>

#include "catch.hpp"

// [grpc-stream]
/// One call of Follow(). Each batch of changes is asked for when the one before it has been sent, so a slow
/// peer costs at most one waiting change for each object.
///
/// Threads    The members are used on `informers`, which is serial. gRPC's calls are passed on to it.
/// Lifetime   It deletes itself when gRPC is done with it.
class change_stream final : public grpc::ServerWriteReactor<shop::Change> {
public:
    change_stream(coinformer::executor informers, coinformer::informer_handle<config_map> const& known)
        : informers_(std::move(informers)), events_(known.events())
    {
        asio::post(informers_, [this] { ask(); });
    }
    void OnWriteDone(bool is_sent) override
    {
        asio::post(informers_, [this, is_sent] {
            if (!is_sent || is_cancelled_)
                Finish(grpc::Status::CANCELLED);
            else if (next_ != batch_.size())
                send();
            else
                ask();
        });
    }
    void OnCancel() override // the peer has gone, or the server shuts down
    {
        asio::post(informers_, [this] {
            is_cancelled_ = true;
            stop_.emit(asio::cancellation_type::terminal);
        });
    }
    void OnDone() override
    {
        asio::post(informers_, [this] { delete this; }); // after everything that was posted before
    }

private:
    using batch = std::vector<coinformer::event<config_map>>;

    void ask()
    {
        if (is_cancelled_) return Finish(grpc::Status::CANCELLED);
        auto arrived = [this](std::exception_ptr failure, batch changes) {
            if (failure) return Finish({grpc::StatusCode::UNAVAILABLE, "the informer has ended"});
            batch_ = std::move(changes);
            next_ = 0;
            send();
        };
        asio::co_spawn(informers_, events_.next_batch(), asio::bind_cancellation_slot(stop_.slot(), arrived));
    }
    void send()
    {
        auto const& change = batch_[next_++];
        message_.set_name(std::string(change.cur.key().name));
        message_.set_color(change.kind == coinformer::event_kind::deleted ? "" : color_of(*change.cur));
        StartWrite(&message_);
    }

    coinformer::executor const informers_;
    coinformer::events<config_map> events_;
    asio::cancellation_signal stop_;
    batch batch_;
    std::size_t next_ = 0;
    bool is_cancelled_ = false;
    shop::Change message_;
};
// [grpc-stream]

// [grpc-service]
class colors_service final : public shop::Colors::CallbackService {
public:
    colors_service(coinformer::executor informers, coinformer::informer_handle<config_map> known)
        : informers_(std::move(informers)), known_(std::move(known))
    {
    }

    // Runs on a thread of gRPC, and waits for nothing.
    grpc::ServerUnaryReactor* Get(grpc::CallbackServerContext* call, shop::Name const* asked,
                                  shop::Color* reply) override
    {
        auto* const reactor = call->DefaultReactor();
        if (known_.snapshot().resource_version().empty()) {
            reactor->Finish({grpc::StatusCode::UNAVAILABLE, "the colors have not been read yet"});
            return reactor;
        }
        reply->set_color(color_of(known_.lister(), asked->name()));
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }
    grpc::ServerWriteReactor<shop::Change>* Follow(grpc::CallbackServerContext*,
                                                   shop::Everything const*) override
    {
        return new change_stream(informers_, known_);
    }

private:
    coinformer::executor const informers_;
    coinformer::informer_handle<config_map> const known_;
};

/// A gRPC server and its informers. The informers have one thread; gRPC has its own.
class colors_server {
public:
    explicit colors_server(coinformer::endpoint cluster)
        : api_({.ex = thread_.get_executor(), .log = &coinformer::no_log()}, std::move(cluster)),
          service_(thread_.get_executor(), factory_.of<config_map>())
    {
        asio::co_spawn(thread_, factory_.run(), [](std::exception_ptr) {});
        grpc::ServerBuilder builder;
        builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
        builder.RegisterService(&service_);
        server_ = builder.BuildAndStart();
        if (!server_) throw std::runtime_error("gRPC cannot listen: is the port taken?");
    }
    ~colors_server() // the server first: it waits for its calls, whose ends run on the informers' thread
    {
        server_->Shutdown(std::chrono::system_clock::now()); // cancels the calls that are open
        asio::co_spawn(thread_, factory_.stop(), [](std::exception_ptr) {});
        thread_.join();
    }

    int port() const { return port_; }
    coinformer::informer_factory& factory() { return factory_; }

private:
    asio::thread_pool thread_{1};
    coinformer::client api_;
    coinformer::informer_factory factory_{api_};
    colors_service service_;
    std::unique_ptr<grpc::Server> server_;
    int port_ = 0;
};
// [grpc-service]

namespace {

struct colors_peer {
    explicit colors_peer(int port)
        : stub(shop::Colors::NewStub(
              grpc::CreateChannel("127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials())))
    {
    }
    std::string get(std::string const& name)
    {
        grpc::ClientContext call;
        shop::Name asked;
        asked.set_name(name);
        shop::Color reply;
        auto const status = stub->Get(&call, asked, &reply);
        return status.ok() ? reply.color() : status.error_message();
    }
    std::unique_ptr<shop::Colors::Stub> stub;
};

std::string next_change(grpc::ClientReader<shop::Change>& from)
{
    shop::Change change;
    return from.Read(&change) ? change.name() + '=' + change.color() : "the end";
}

} // namespace

TEST_CASE("a gRPC method answers from the informer, and a stream sends changes, through an outage")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    std::optional<colors_server> server(cluster.endpoint());
    colors_peer peer(server->port());
    CHECK(peer.get("web") == "the colors have not been read yet");

    grpc::ClientContext call;
    auto const stream = peer.stub->Follow(&call, shop::Everything());
    cluster.come_back();
    CHECK(next_change(*stream) == "web=blue");
    CHECK(peer.get("web") == "blue");
    cluster.go_away();
    CHECK(peer.get("web") == "blue");
    cluster.paint("web", "green");
    cluster.come_back();
    CHECK(next_change(*stream) == "web=green");
    CHECK(peer.get("web") == "green");
    cluster.add_plain("plain");
    CHECK(next_change(*stream) == "plain=unknown");

    server.reset(); // with the stream open
    CHECK(next_change(*stream) == "the end");
    CHECK_FALSE(stream->Finish().ok());
}

TEST_CASE("a gRPC stream ends when its peer goes, and when the informers end before the server")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    cluster.come_back();
    colors_server server(cluster.endpoint());
    colors_peer peer(server.port());
    for (int i = 0; i != 20; ++i) {
        grpc::ClientContext call;
        auto const stream = peer.stub->Follow(&call, shop::Everything());
        if (i % 2 == 0) CHECK(next_change(*stream) == "web=blue");
        call.TryCancel();
        CHECK(stream->Finish().error_code() == grpc::StatusCode::CANCELLED);
    }
    grpc::ClientContext call;
    auto const stream = peer.stub->Follow(&call, shop::Everything());
    CHECK(next_change(*stream) == "web=blue");
    asio::thread_pool elsewhere(1);
    asio::co_spawn(elsewhere, server.factory().stop(), asio::use_future).get();
    elsewhere.join(); // the informers' thread may still give back its work there, when the future is ready
    CHECK(next_change(*stream) == "the end");
    CHECK(stream->Finish().error_message() == "the informer has ended");
    CHECK(peer.get("web") == "blue"); // as of the end
}
