#pragma once

#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/virtual_clock.hpp>
#include <coinformer/transport/http.hpp>

#include <boost/asio/io_context.hpp>

#include <map>
#include <memory>
#include <string>

namespace conformance {

/// A server under test. Each call blocks until it has its result.
class tested_server {
public:
    virtual ~tested_server() = default;

    /// `user` is "admin", "nobody" (known, but without rights) or "stranger" (with an unknown token).
    coinformer::http_response ask(std::string const& user, coinformer::http_request request);
    /// Returns the bytes of the next network read, or nothing at the end of the body.
    std::string read(coinformer::http_response& from);
    void wait(coinformer::duration d);
    /// Lets the server lose all history. No answer may be under way.
    virtual void forget() = 0;

protected:
    explicit tested_server(coinformer::time_source& time) : time_(time) {}
    virtual std::unique_ptr<coinformer::http_client> connect(std::string const& user) = 0;
    virtual void finish(coinformer::task<> body) = 0; // runs it to its end
    void disconnect();

    boost::asio::io_context io_;

private:
    coinformer::time_source& time_;
    std::map<std::string, std::unique_ptr<coinformer::http_client>> clients_;
};

/// The API server in the process (coinformer::testing::api_server), over memory, in virtual time.
class in_process final : public tested_server {
public:
    in_process();
    ~in_process() override;
    void forget() override;

private:
    std::unique_ptr<coinformer::http_client> connect(std::string const& user) override;
    void finish(coinformer::task<> body) override;

    coinformer::testing::virtual_clock clock_;
    coinformer::testing::memory_network network_;
    coinformer::testing::api_server server_;
    coinformer::nursery work_;
};

/// The kube-apiserver that test/cluster/start.sh started in a directory.
class kube_apiserver final : public tested_server {
public:
    kube_apiserver(std::string directory, std::string scripts);
    ~kube_apiserver() override;
    void forget() override;

private:
    std::unique_ptr<coinformer::http_client> connect(std::string const& user) override;
    void finish(coinformer::task<> body) override;

    std::string directory_;
    std::string scripts_;
};

} // namespace conformance
