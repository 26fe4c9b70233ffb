// usage: chaos_informer URL|KUBECONFIG merge|block http1|http2 [FILE [NAMESPACE]]
// An informer on ConfigMaps as a process of its own, with short deadlines. With FILE it begins with the
// snapshot there, and saves one as often as it may. With NAMESPACE it reads only that. Each event that its
// handler gets is a line:
//
//   ADDED NS/NAME UID VERSION VALUE
//   UPDATED NS/NAME UID VERSION VALUE UID-BEFORE VERSION-BEFORE
//   DELETED NS/NAME UID VERSION VALUE known|unknown       (known: the server sent the final state)
//
// "dump" on stdin prints the store: DUMP VERSION, a line OBJECT NS/NAME UID VERSION VALUE for each object,
// END. The end of stdin stops the program in order. The library's log lines are on stdout, too: INFO …,
// WARNING ….

#include <coinformer/api/client.hpp>
#include <coinformer/api/labels.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/describe.hpp>

#include <csignal>
#include <iostream>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using namespace coinformer;
using namespace coinformer::detail;

namespace {

struct config_map {
    coinformer::labels data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (data))

using ptr = object_ptr<config_map>;

std::string said(std::string_view verb, ptr const& o)
{
    auto line = std::string(verb) + ' ' + to_string(o.key()) + ' ';
    line.append(o.uid()).append(1, ' ').append(o.resource_version()).append(1, ' ');
    return line.append(o->data.value_or("v", "-"));
}

handlers<config_map> printing()
{
    handlers<config_map> h;
    h.added = [](ptr const& o, initial_list) { std::cout << said("ADDED", o) << std::endl; };
    h.updated = [](ptr const& was, ptr const& is) {
        std::cout << said("UPDATED", is) << ' ' << was.uid() << ' ' << was.resource_version() << std::endl;
    };
    h.deleted = [](ptr const& last, final_state f) {
        std::cout << said("DELETED", last) << (f == final_state::known ? " known" : " unknown") << std::endl;
    };
    return h;
}

informer_options impatient(std::string snapshots, std::string ns)
{
    informer_options o;
    if (!ns.empty()) o.namespaces = {std::move(ns)};
    o.warm_start = {.file = std::move(snapshots), .interval = 1s, .quiet = 100ms};
    o.silence = 4s; // longer than the 3 s for which a server waits for a version that it does not have yet
    o.watch_timeout = 3s;
    o.page_size = 5;
    o.retry = {.first = 100ms, .cap = 1s};
    return o;
}

client_options impatient_client(std::string const& version)
{
    client_options o;
    o.http.version = version == "http2" ? http_version::http2 : http_version::http1;
    o.http.connect_timeout = 1s;
    o.http.header_timeout = 4s;
    o.reconnect = {.first = 100ms, .cap = 1s};
    return o;
}

void dump(shared_informer<config_map> const& informer)
{
    auto const now = informer.snapshot();
    auto const& version = now.resource_version();
    std::cout << "DUMP " << (version.empty() ? "0" : version) << '\n';
    for (auto const& o : now.list()) std::cout << said("OBJECT", o) << '\n';
    std::cout << "END" << std::endl;
}

task<> obey(executor ex, shared_informer<config_map> const& informer, nursery& all)
{
    asio::posix::stream_descriptor in(ex, ::dup(STDIN_FILENO));
    std::string text;
    try {
        for (;;) {
            auto const n =
                co_await asio::async_read_until(in, asio::dynamic_buffer(text), '\n', asio::use_awaitable);
            if (text.starts_with("dump")) dump(informer);
            text.erase(0, n);
        }
    } catch (boost::system::system_error const&) { // the end of stdin
    }
    all.request_stop();
}

task<> inform(executor ex, client& api, handler_options how, std::string snapshots, std::string ns)
{
    shared_informer<config_map> informer(
        api, impatient(std::move(snapshots), std::move(ns)),
        resource{.version = "v1", .plural = "configmaps", .kind = "ConfigMap"});
    informer.on_change(printing(), how);
    nursery all(ex);
    all.start(informer.run());
    all.start(obey(ex, informer, all));
    co_await all.join();
}

endpoint server_of(std::string const& where)
{
    if (where.starts_with("http")) return {.server = where};
    endpoint_query file;
    file.kubeconfig = where;
    return load_endpoint(file);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 4 || argc > 6) return 2;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::string const policy = argv[2];
    handler_options how;
    if (policy == "block") how = {.policy = overflow::block, .capacity = 2};
    asio::io_context io(1);
    stream_log log(std::cout);
    environment const env{.ex = io.get_executor(), .log = &log};
    client api(env, server_of(argv[1]), impatient_client(argv[3]));
    testing::run(io, inform(env.ex, api, how, argc > 4 ? argv[4] : "", argc > 5 ? argv[5] : ""));
    api.close();
    io.restart();
    io.run(); // runs what close() has posted
}
