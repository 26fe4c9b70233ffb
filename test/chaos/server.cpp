// usage: chaos_server SEED VERSION
// An API server as a process of its own. Lines on stdin change its objects, and it prints each change on
// stdout before any client can see it: so a test knows the truth, although it kills this process at any
// moment.
//
//   put NS/NAME VALUE    creates or changes          -> ADDED|UPDATED NS/NAME UID VERSION VALUE
//   del NS/NAME          deletes, if it is there     -> DELETED NS/NAME UID VERSION VALUE
//   open                 forgets what came before, and listens on a free port -> LISTENING PORT
//   list                 -> LIST VERSION, a line OBJECT NS/NAME UID VERSION VALUE for each object, END
//   forget               forgets its history and breaks connections off, like a real server that restarts;
//                        versions go on
//   disconnect           breaks connections off
//
// It starts with no objects and at VERSION. UIDs come from SEED. It ends at the end of stdin.

#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>

#include <csignal>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
using namespace coinformer;

namespace {

constexpr resource things{.version = "v1", .plural = "configmaps", .kind = "ConfigMap"};
constexpr resource padding{.version = "v1", .plural = "secrets", .kind = "Secret"};

testing::api_server_options options(std::uint64_t seed)
{
    testing::api_server_options o;
    o.bookmark_interval = std::chrono::milliseconds(500);
    o.seed = seed;
    return o;
}

class cluster {
public:
    cluster(environment env, std::uint64_t seed, std::uint64_t version)
        : env_(env), server_(env, options(seed)), work_(env.ex)
    {
        server_.create(padding, R"({"metadata":{"name":"p","namespace":"default"}})");
        for (int i = 0; std::stoull(server_.resource_version()) < version; ++i)
            server_.patch(padding, {"default", "p"}, R"({"type":")" + std::to_string(i) + R"("})");
    }

    task<> run() &
    {
        work_.start(obey());
        co_await work_.join();
    }

private:
    task<> obey() &
    {
        asio::posix::stream_descriptor in(env_.ex, ::dup(STDIN_FILENO));
        std::string text;
        try {
            for (;;) {
                auto const n = co_await asio::async_read_until(in, asio::dynamic_buffer(text), '\n',
                                                               asio::use_awaitable);
                auto const line = text.substr(0, n - 1);
                text.erase(0, n);
                perform(line);
            }
        } catch (boost::system::system_error const&) { // the end of stdin
        }
        work_.request_stop();
    }

    void perform(std::string const& line)
    {
        std::istringstream words(line);
        std::string verb, key, value;
        words >> verb >> key >> value;
        if (verb == "put") put(key, value);
        if (verb == "del") remove(key);
        if (verb == "list") list();
        if (verb == "open") open();
        if (verb == "forget") server_.restart();
        if (verb == "disconnect") server_.disconnect();
    }

    static object_key parsed(std::string_view key)
    {
        auto const slash = key.find('/');
        return {key.substr(0, slash), key.substr(slash + 1)};
    }

    std::optional<std::string> found(std::string const& key) const
    {
        try {
            return server_.get(things, parsed(key));
        } catch (api_error const&) {
            return std::nullopt;
        }
    }

    void put(std::string const& key, std::string const& value)
    {
        auto const data = R"("data":{"v":")" + value + R"("}})";
        auto const [ns, name] = parsed(key);
        if (found(key))
            say("UPDATED", json::parse(server_.patch(things, {ns, name}, "{" + data)));
        else
            say("ADDED", json::parse(server_.create(things, R"({"metadata":{"namespace":")" +
                                                                std::string(ns) + R"(","name":")" +
                                                                std::string(name) + R"("},)" + data)));
    }

    void remove(std::string const& key)
    {
        auto const last = found(key);
        if (!last) return;
        server_.remove(things, parsed(key));
        auto object = json::parse(*last);
        object.at("metadata").at("resourceVersion") = server_.resource_version();
        say("DELETED", object);
    }

    void list() const
    {
        auto const all = json::parse(server_.list(things));
        std::cout << "LIST " << all.at("metadata").at("resourceVersion").as_string().c_str() << '\n';
        for (auto const& object : all.at("items").as_array()) say("OBJECT", object);
        std::cout << "END" << std::endl;
    }

    static void say(std::string_view verb, json::value const& object)
    {
        auto const& meta = object.at("metadata");
        auto const word = [&](char const* member) { return std::string(meta.at(member).as_string()); };
        std::cout << verb << ' ' << word("namespace") << '/' << word("name") << ' ' << word("uid") << ' '
                  << word("resourceVersion") << ' ' << object.at("data").at("v").as_string().c_str()
                  << std::endl;
    }

    void open()
    {
        server_.compact();
        listener_.emplace(env_.ex);
        work_.start(server_.run(*listener_));
        std::cout << "LISTENING " << listener_->port() << std::endl;
    }

    environment env_;
    testing::api_server server_;
    std::optional<testing::tcp_listener> listener_;
    nursery work_;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // if the test dies, this process dies too, even if it is stopped
    asio::io_context io(1);
    cluster here({.ex = io.get_executor()}, std::stoull(argv[1]), std::stoull(argv[2]));
    testing::run(io, here.run());
}
