#pragma once

#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer::testing {

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view config_maps_path = "/api/v1/namespaces/default/configmaps";
inline constexpr resource pods{"", "v1", "pods", "Pod"};
inline constexpr resource configmaps{"", "v1", "configmaps", "ConfigMap"};
inline constexpr resource deployments{"apps", "v1", "deployments", "Deployment"};
inline constexpr resource widgets{"example.io", "v1", "widgets", "Widget"};

/// An API server that runs over memory in virtual time. Its destructor checks that the server ends in order.
class wire_world {
public:
    explicit wire_world(api_server_options options = {}, std::size_t capacity_bytes = 64 * 1024);
    ~wire_world(); ///< stops the server; asserts that it closed every connection

    boost::asio::io_context io;
    virtual_clock time;
    memory_network network;
    api_server server;
    nursery work;
};

/// A client that exchanges plain bytes with the server. What it sends leaves at once, and answers are
/// collected as time settles.
class raw_client {
public:
    explicit raw_client(wire_world& world);
    ~raw_client(); ///< closes the connection

    /// Sends text, lets things settle, and returns everything that came back since the last call.
    std::string ask(std::string text);
    std::string take() { return std::exchange(received_, {}); }
    void close();
    bool ended() const noexcept { return ended_; }
    void stop_reading() noexcept { reading_ = false; }

private:
    task<> connect(std::string text) &;
    task<> send(std::string text) &;
    task<> receive() &;

    wire_world& world_;
    std::unique_ptr<byte_stream> stream_;
    nursery work_;
    std::string received_;
    bool reading_ = true;
    bool ended_ = false;
};

std::string get(std::string_view target, std::string_view more = {});
std::string request(std::string_view method, std::string_view target, std::string_view content_type,
                    std::string_view body);

/// Returns the status of an answer, or 0 if there is none.
int status_of(std::string_view answer);
/// Returns the body without the framing of chunks. If a chunked body has not ended, returns the part that has
/// arrived.
std::string body_of(std::string_view answer);
/// Parses the body. body_object() is for a body that is an object.
boost::json::value body_json(std::string_view answer);
boost::json::object body_object(std::string_view answer);
std::vector<std::string> chunks_of(std::string_view answer);

} // namespace coinformer::testing
