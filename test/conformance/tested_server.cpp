#include "tested_server.hpp"

#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <cstdlib>
#include <optional>
#include <stdexcept>

namespace conformance {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 90s;

task<> exchange(http_client& client, http_request request, std::optional<http_response>& answer)
{
    answer.emplace(co_await client.send(std::move(request)));
}

task<> next_piece(http_response& from, std::string& into)
{
    auto const pieces = co_await from.read();
    for (auto const piece : pieces) into += piece;
}

testing::api_server_options guarded()
{
    testing::api_server_options options;
    options.token = "admin";
    options.managed_fields = testing::managed_fields_policy::always;
    options.shards_lists = true;
    options.users.push_back({.name = "token-nobody", .token = "nobody"});
    return options;
}

} // namespace

http_response tested_server::ask(std::string const& user, http_request request)
{
    auto& client = clients_[user];
    if (!client) client = connect(user);
    std::optional<http_response> answer;
    finish(exchange(*client, std::move(request), answer));
    return std::move(*answer);
}

std::string tested_server::read(http_response& from)
{
    std::string piece;
    finish(next_piece(from, piece));
    return piece;
}

void tested_server::wait(duration d)
{
    finish(time_.sleep_for(d));
}

void tested_server::disconnect()
{
    for (auto& [user, client] : clients_) client->close();
    clients_.clear();
}

in_process::in_process()
    : tested_server(clock_), clock_(io_), server_(environment{io_.get_executor(), &clock_}, guarded()),
      work_(io_.get_executor())
{
    work_.start(server_.run(network_));
    clock_.settle();
}

in_process::~in_process()
{
    disconnect();
    work_.request_stop();
    clock_.settle();
}

void in_process::forget()
{
    server_.compact();
}

std::unique_ptr<http_client> in_process::connect(std::string const& user)
{
    endpoint server;
    server.server = "http://memory";
    server.user.token = secret(user);
    return std::make_unique<http_client>(environment{io_.get_executor(), &clock_}, server, http_options(),
                                         network_.dialer());
}

void in_process::finish(task<> body)
{
    testing::run(io_, clock_, with_timeout(clock_, patience, std::move(body)));
}

kube_apiserver::kube_apiserver(std::string directory, std::string scripts)
    : tested_server(system_time()), directory_(std::move(directory)), scripts_(std::move(scripts))
{
}

kube_apiserver::~kube_apiserver()
{
    disconnect();
}

void kube_apiserver::forget()
{
    disconnect();
    // etcd forgets its history by compaction, and the API server's watch cache by a restart.
    auto const line = "set -e; cd '" + scripts_ + "'; . '" + directory_ +
                      "/env'; \"${KUBE_TEST_SERVER:-$(./build.sh --path)}\" compact \"$ETCD\" >&2; "
                      "./restart-apiserver.sh '" +
                      directory_ + "' >&2";
    if (std::system(line.c_str()) != 0) throw std::runtime_error("compaction and restart failed");
}

std::unique_ptr<http_client> kube_apiserver::connect(std::string const& user)
{
    endpoint_query query;
    query.kubeconfig = directory_ + (user == "nobody" ? "/kubeconfig-nobody" : "/kubeconfig");
    auto server = load_endpoint(query);
    if (user == "stranger") server.user.token = secret("stranger");
    return std::make_unique<http_client>(environment{io_.get_executor()}, server, http_options(), nullptr);
}

void kube_apiserver::finish(task<> body)
{
    testing::run(io_, with_timeout(system_time(), patience, std::move(body)));
}

} // namespace conformance
