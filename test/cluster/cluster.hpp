#pragma once

#include "transport/stream/server_dialer.hpp"

#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/describe.hpp>

#include <cstdlib>
#include <fstream>
#include <future>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"

namespace asio = boost::asio;
using namespace std::chrono_literals;
using namespace coinformer;
using namespace coinformer::detail;

struct config_map {
    object_meta metadata;
    labels data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata, data))
template <>
inline constexpr resource coinformer::resource_of<config_map>{
    .group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};
inline constexpr resource config_maps = resource_of<config_map>;
inline constexpr resource namespaces{
    .group = "", .version = "v1", .plural = "namespaces", .kind = "Namespace", .where = scope::cluster};

/// The way of one client to the server, which a test can close: open connections are cut, and dialing fails.
struct gate {
    bool open = true;
    std::set<byte_stream*> streams;

    void close()
    {
        open = false;
        for (auto* s : streams) s->close();
    }
};

class gated_stream final : public byte_stream {
public:
    gated_stream(std::unique_ptr<byte_stream> inner, std::shared_ptr<gate> way)
        : inner_(std::move(inner)), way_(std::move(way))
    {
        way_->streams.insert(inner_.get());
    }
    ~gated_stream() override { way_->streams.erase(inner_.get()); }
    task<std::size_t> read_some(std::span<char> into) override { return inner_->read_some(into); }
    task<> write(std::span<char const> bytes) override { return inner_->write(bytes); }
    void close() noexcept override { inner_->close(); }
    bool reads_resume() const noexcept override { return inner_->reads_resume(); }
    std::string_view protocol() const noexcept override { return inner_->protocol(); }

private:
    std::unique_ptr<byte_stream> inner_;
    std::shared_ptr<gate> way_;
};

class gated_dialer final : public dialer {
public:
    gated_dialer(environment const& env, endpoint const& server, std::shared_ptr<gate> way)
        : inner_(env, server, http_options()), way_(std::move(way))
    {
    }
    task<std::unique_ptr<byte_stream>> dial() override
    {
        if (!way_->open) throw api_error(errc::connect_failed, "gate", "closed");
        auto stream = co_await inner_.dial();
        std::unique_ptr<byte_stream> gated = std::make_unique<gated_stream>(std::move(stream), way_);
        co_return gated;
    }

private:
    server_dialer inner_;
    std::shared_ptr<gate> way_;
};

inline std::string variable(char const* name)
{
    auto const* value = std::getenv(name);
    if (!value) throw std::runtime_error(std::string(name) + " is not set: run the tests by ctest");
    return value;
}

/// True if COINFORMER_CLUSTER_GATES says that the server sends an informer its share alone.
inline bool server_has_the_shards_gate()
{
    auto const* const gates = std::getenv("COINFORMER_CLUSTER_GATES");
    return gates && std::string(gates).find("ShardedListAndWatch") != std::string::npos;
}

/// The server that the ctest fixture started, and an io_context to speak with it. The cluster tests derive
/// from it.
struct cluster {
    cluster()
    {
        std::ifstream in(directory + "/env");
        REQUIRE(in);
        for (std::string line; std::getline(in, line);)
            if (auto const eq = line.find('='); eq != line.npos)
                facts[line.substr(0, eq)] = line.substr(eq + 1);
    }

    endpoint at(std::string const& kubeconfig) const
    {
        return load_endpoint({.kubeconfig = directory + "/" + kubeconfig});
    }

    int script(std::string const& name) const
    {
        return std::system((scripts + "/" + name + " '" + directory + "' >&2").c_str());
    }

    /// As script(), in another thread, so that informers go on meanwhile.
    int script_beside(std::string const& name)
    {
        auto ended = std::async(std::launch::async, [&] { return script(name); });
        until([&] { return ended.wait_for(0s) == std::future_status::ready; }, 120s);
        return ended.get();
    }

    /// Lets etcd forget all history, and returns the script's exit status.
    int compact() const
    {
        auto const server = "\"${KUBE_TEST_SERVER:-$('" + scripts + "/build.sh' --path)}\"";
        return std::system((server + " compact " + facts.at("ETCD") + " >&2").c_str());
    }

    /// Runs the io_context until `done` returns true, at most for `limit`. Returns false if the time was up.
    template <class Done>
    bool until(Done done, duration limit = 30s)
    {
        auto const end = std::chrono::steady_clock::now() + limit;
        io.restart();
        while (!static_cast<bool>(done()) && std::chrono::steady_clock::now() < end) {
            io.run_one_for(50ms);
            io.restart();
        }
        return static_cast<bool>(done());
    }

    template <class T>
    T get(task<T> body)
    {
        return testing::run(io, std::move(body));
    }

    /// Creates a namespace for one test, and returns its name.
    std::string fresh_namespace(client& api, std::string const& prefix)
    {
        auto name = prefix + "-" + std::to_string(std::random_device()());
        get(api.create(namespaces, "", R"({"metadata":{"name":")" + name + R"("}})"));
        return name;
    }

    asio::io_context io;
    stream_log log{std::cerr, log_level::warning};
    environment env{.ex = io.get_executor(), .log = &log};
    std::string const directory = variable("COINFORMER_CLUSTER_DIR");
    std::string const scripts = variable("COINFORMER_CLUSTER_SCRIPTS");
    std::map<std::string, std::string> facts;
};

/// A coroutine that runs beside the test until the end of the block.
class running {
public:
    running(cluster& c, task<> body) : cluster_(c)
    {
        asio::co_spawn(c.io, std::move(body),
                       asio::bind_cancellation_slot(stop_.slot(), [this](std::exception_ptr e) {
                           failure_ = e;
                           ended_ = true;
                       }));
    }
    ~running()
    {
        if (!ended_) stop_.emit(asio::cancellation_type::terminal); // Asio must not cancel one that has ended
        cluster_.until([this] { return ended_; });
    }
    bool ended() const noexcept { return ended_; }
    std::exception_ptr failure() const noexcept { return failure_; }

private:
    cluster& cluster_;
    asio::cancellation_signal stop_;
    std::exception_ptr failure_;
    bool ended_ = false;
};

inline std::string what(std::exception_ptr failure)
{
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (std::exception const& e) {
        return e.what();
    }
    return {};
}

/// Creates `count` ConfigMaps named o-<from>…, `lanes` at a time.
inline task<> create_range(client& api, std::string ns, int from, int to, int step, std::string value)
{
    for (int i = from; i < to; i += step) {
        auto json =
            R"({"metadata":{"name":"o-)" + std::to_string(i) + R"("},"data":{"v":")" + value + R"("}})";
        co_await api.create(config_maps, ns, std::move(json));
    }
}

inline task<> create_many(client& api, std::string ns, int count, std::string value)
{
    constexpr int lanes = 24;
    nursery work(co_await asio::this_coro::executor);
    for (int lane = 0; lane < lanes; ++lane) work.start(create_range(api, ns, lane, count, lanes, value));
    co_await work.join();
}
