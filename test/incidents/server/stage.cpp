#include "stage.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <unistd.h>

namespace incidents {

namespace asio = boost::asio;
namespace json = boost::json;
using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view place = "shop"; // the namespace of all objects

testing::api_server_options server_options(std::string const& token)
{
    testing::api_server_options o;
    o.token = token;
    o.bookmark_interval = 6s; // a tenth of a kube-apiserver's, as the followers' time-outs are shortened
    o.actions = 200'000;
    return o;
}

void print(json::object const& line)
{
    std::cout << json::serialize(line) << std::endl;
}

// Each object by its name: uid, version, and the beginning of its value, which is all that followers print.
json::object present_objects(testing::api_server const& server)
{
    json::object all;
    auto const list = json::parse(server.list(stage::maps));
    for (auto const& item : list.at("items").as_array()) {
        auto const& meta = item.at("metadata");
        auto const* const value = item.as_object().at("data").as_object().if_contains("k");
        auto const text = value && value->is_string() ? std::string_view(value->get_string()) : "";
        all[meta.at("name").as_string()] = {meta.at("uid"), meta.at("resourceVersion"), text.substr(0, 100)};
    }
    return all;
}

std::string parameter(std::string_view target, std::string_view name)
{
    auto const key = std::string(name) + '=';
    for (auto at = target.find('?'); at != target.npos; at = target.find('&', at + 1)) {
        auto const rest = target.substr(at + 1);
        if (rest.starts_with(key)) return std::string(rest.substr(key.size(), rest.find('&') - key.size()));
    }
    return {};
}

} // namespace

bool is_streamed_list(testing::action const& asked)
{
    return parameter(asked.target, "sendInitialEvents") == "true";
}

bool names_version(testing::action const& asked)
{
    auto const version = parameter(asked.target, "resourceVersion");
    return !version.empty() && version != "0";
}

stage::stage(environment env, std::string directory)
    : env_(std::move(env)), directory_(std::move(directory)), server_(env_, server_options(token_)),
      door_(env_.ex)
{
    for (auto const* const name : {"a", "b", "c"}) put(name, "1");
    write_file("ca.pem", door_.ca());
    write_file("token", token_);
    json::object const cluster{{"server", door_.url()}, {"certificate-authority", "ca.pem"}};
    json::object const user{{"tokenFile", "token"}};
    json::object const context{{"cluster", "here"}, {"user", "follower"}};
    json::object const config{{"apiVersion", "v1"},
                              {"kind", "Config"},
                              {"clusters", json::array{json::object{{"name", "here"}, {"cluster", cluster}}}},
                              {"users", json::array{json::object{{"name", "follower"}, {"user", user}}}},
                              {"contexts", json::array{json::object{{"name", "here"}, {"context", context}}}},
                              {"current-context", "here"}};
    write_file("kubeconfig", json::serialize(config)); // JSON is YAML, too
}

// A reader sees the old text or the new one.
void stage::write_file(std::string const& name, std::string const& text) const
{
    auto const path = directory_ + '/' + name;
    std::ofstream file(path + ".new");
    if (!(file << text << std::flush)) throw std::runtime_error("cannot write " + path);
    file.close();
    std::filesystem::rename(path + ".new", path);
}

task<> stage::run(std::function<task<>(stage&)> play) &
{
    nursery parts(env_.ex);
    parts.start(door_.run(server_));
    parts.start(report_requests());
    parts.start(play_script(std::move(play)));
    parts.start(obey_driver(parts));
    print({{"event", "listening"}, {"kubeconfig", directory_ + "/kubeconfig"}});
    co_await parts.join();
    report_new_requests();
    print({{"event", "end"}, {"bytes", door_.wires().bytes_sent}, {"connections", door_.wires().accepted}});
}

task<> stage::play_script(std::function<task<>(stage&)> play) &
{
    co_await play(*this);
    auto objects = present_objects(server_);
    for (auto const& name : undecodable_) objects.erase(name);
    report_new_requests();
    print({{"event", "played"},
           {"objects", std::move(objects)},
           {"undecodable", json::value_from(undecodable_)}});
}

task<> stage::obey_driver(nursery& parts) &
{
    asio::posix::stream_descriptor in(env_.ex, ::dup(STDIN_FILENO));
    std::string text;
    try {
        for (;;) {
            auto const n =
                co_await asio::async_read_until(in, asio::dynamic_buffer(text), '\n', asio::use_awaitable);
            if (text.starts_with("synced")) is_synced_ = true;
            text.erase(0, n);
            follower_changed_.notify();
        }
    } catch (boost::system::system_error const&) { // the end of stdin
    }
    parts.request_stop();
}

task<> stage::report_requests() &
{
    for (;;) {
        co_await pause(50ms);
        report_new_requests();
    }
}

void stage::report_new_requests()
{
    for (auto const& asked : server_.actions())
        print({{"event", "request"}, {"verb", asked.verb}, {"target", asked.target}});
    server_.forget_actions();
}

task<> stage::synced() &
{
    while (!is_synced_) co_await follower_changed_.wait();
}

void stage::put(std::string_view name, std::string_view value)
{
    json::object const data{{"k", value}};
    json::object object{{"data", data}};
    try {
        (void)server_.get(maps, {place, name});
    } catch (api_error const&) {
        object["metadata"] = json::object{{"namespace", place}, {"name", name}};
        server_.create(maps, json::serialize(object));
        return;
    }
    server_.patch(maps, {place, name}, json::serialize(object));
}

void stage::put_undecodable(std::string_view name)
{
    json::object const object{{"metadata", json::object{{"namespace", place}, {"name", name}}},
                              {"data", json::object{{"k", json::object{{"not", "text"}}}}}};
    undecodable_.emplace(name);
    server_.create(maps, json::serialize(object));
}

void stage::remove(std::string_view name)
{
    server_.remove(maps, {place, name});
}

void stage::pass_versions(int count)
{
    for (int i = 0; i < count; ++i) {
        server_.create(secrets, R"({"metadata":{"namespace":"shop","name":"passing"}})");
        server_.remove(secrets, {place, "passing"});
    }
}

void stage::rotate_token()
{
    auto const next = token_ + "-and-another";
    server_.rotate_token(token_, next);
    token_ = next;
    write_file("token", token_);
}

} // namespace incidents
