// usage: coinformer_follower KUBECONFIG [SLOW]
// Keeps a copy of all ConfigMaps with coinformer, as the programs of the other libraries do with theirs
// (test/peers/client-go/follower, test/peers/kube-rs/src/bin/follower.rs). README.md has the protocol. SLOW
// is the time in milliseconds that its handler needs for each change.

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/transport/kubeconfig.hpp>
#include <coinformer/types/core/v1/config_map.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>

#include <iostream>
#include <string>
#include <unistd.h>

namespace asio = boost::asio;
namespace json = boost::json;
using namespace coinformer;
using namespace std::chrono_literals;

namespace {

using config_map = types::core::v1::config_map;
using object = object_ptr<config_map>;

void print(json::object const& line)
{
    std::cout << json::serialize(line) << std::endl;
}

std::string value_of(object const& o)
{
    return std::string(o->data.value_or("k", "")).substr(0, 100);
}

void print_change(std::string_view what, object const& o)
{
    print({{"event", what},
           {"name", o.key().name},
           {"uid", o.uid()},
           {"version", o.resource_version()},
           {"value", value_of(o)}});
}

/// An informer with the library's defaults, but for time-outs that are a tenth of them.
class follower {
public:
    follower(environment env, endpoint server, duration slow)
        : env_(env), slow_(slow), api_(env, std::move(server), time_outs()), factory_(api_, options()),
          maps_(factory_.of<config_map>())
    {
    }

    task<> run() &
    {
        handlers<config_map> h;
        h.added = [this](object o, initial_list) -> task<> { co_await handle("added", std::move(o)); };
        h.updated = [this](object, object o) -> task<> { co_await handle("updated", std::move(o)); };
        h.deleted = [this](object o, final_state) -> task<> { co_await handle("deleted", std::move(o)); };
        maps_.on_change(std::move(h));
        nursery parts(env_.ex);
        parts.start(factory_.run());
        parts.start(report_sync());
        parts.start(obey_driver(parts));
        co_await parts.join();
    }

private:
    static client_options time_outs()
    {
        client_options o;
        o.http.header_timeout = 4500ms; // not below 3 s, for which a server may wait for a version
        o.http.connect_timeout = 1s;
        return o;
    }

    static factory_options options()
    {
        return {.tweak = [](resource const&, informer_options& o) {
            o.silence = 7500ms;
            o.on_failure = [](api_error const& e) { print({{"event", "failed"}, {"why", e.what()}}); };
        }};
    }

    task<> handle(std::string_view what, object o)
    {
        if (slow_ != duration::zero()) co_await env_.time->sleep_for(slow_);
        print_change(what, o);
    }

    task<> report_sync() &
    {
        while (!factory_.has_synced()) {
            try {
                co_await factory_.synced();
            } catch (api_error const& e) {
                if (e.code() == condition::cancelled) throw;
                print({{"event", "failed"}, {"why", e.what()}});
            }
        }
        print({{"event", "synced"}});
    }

    task<> obey_driver(nursery& parts) &
    {
        asio::posix::stream_descriptor in(env_.ex, ::dup(STDIN_FILENO));
        std::string text;
        try {
            for (;;) {
                auto const n = co_await asio::async_read_until(in, asio::dynamic_buffer(text), '\n',
                                                               asio::use_awaitable);
                text.erase(0, n);
                print_store();
            }
        } catch (boost::system::system_error const&) { // the end of stdin
        }
        parts.request_stop();
    }

    void print_store() const
    {
        json::object all;
        for (auto const& o : maps_.snapshot().list())
            all[o.key().name] = {o.uid(), o.resource_version(), value_of(o)};
        print({{"event", "store"}, {"objects", std::move(all)}});
    }

    environment env_;
    duration slow_;
    client api_;
    informer_factory factory_;
    informer_handle<config_map> maps_;
};

task<> follow(environment env, endpoint server, duration slow)
{
    follower here(env, std::move(server), slow);
    co_await here.run();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) return 2;
    duration const slow = argc > 2 ? std::chrono::milliseconds(std::stoi(argv[2])) : 0ms;
    endpoint_query where;
    where.kubeconfig = argv[1];
    boost::asio::io_context io(1);
    environment const env{.ex = io.get_executor()};
    return run_until_signal(io, follow(env, load_endpoint(where), slow));
}
