// An informer that keeps what it receives, and a replay of that at a desk.
//     flight_recorder record FILE    pods of the cluster of your kubeconfig, until Ctrl-C
//     flight_recorder replay FILE    the same changes again, in no time
//     flight_recorder --demo         both, with a cluster in this process

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/testing/fake_cluster.hpp>
#include <coinformer/transport/kubeconfig.hpp>

// [flight-record]
#include <coinformer/cache/flight_recorder.hpp>
#include <coinformer/cache/shared_informer.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/describe.hpp>
#include <chrono>
#include <exception>
#include <iostream>
#include <memory>

struct pod_spec {
    coinformer::text nodeName;
};
struct pod {
    pod_spec spec;
};
BOOST_DESCRIBE_STRUCT(pod_spec, (), (nodeName))
BOOST_DESCRIBE_STRUCT(pod, (), (spec))
template <>
inline constexpr coinformer::resource coinformer::resource_of<pod>{
    .version = "v1", .plural = "pods", .kind = "Pod"};

// The handlers of the program, which the replay has, too. Here they print when they were called.
coinformer::handlers<pod> program_handlers(coinformer::time_source const& time)
{
    auto const print = [&time](std::string const& what, auto const& p) {
        auto const since_1970 = time.wall_now().time_since_epoch();
        std::cout << "second " << since_1970 / std::chrono::seconds(1) << ": " << what << ' '
                  << to_string(p.key()) << " on " << p->spec.nodeName << '\n';
    };
    return {.added = [print](auto const& p) { print("+", p); },
            .updated = [print](coinformer::object_ptr<pod> const&,
                               coinformer::object_ptr<pod> const& p) { print("~", p); },
            .deleted = [print](auto const& p) { print("-", p); }};
}

struct pod_cache {
    pod_cache(coinformer::client& api, coinformer::time_source const& time)
        : pods(api, {.recorder = recorder})
    {
        pods.on_change(program_handlers(time));
    }

    // Call it when something is wrong, at once and on any thread. It returns before the file is written.
    void save_recording(std::string path)
    {
        boost::asio::post(may_block, [recorder = recorder, path = std::move(path)] {
            try {
                recorder->write(path);
            } catch (std::exception const& e) {
                std::cerr << "no recording: " << e.what() << '\n';
            }
        });
    }

    std::shared_ptr<coinformer::flight_recorder> recorder = std::make_shared<coinformer::flight_recorder>();
    coinformer::shared_informer<pod> pods; // after `recorder`, which its constructor needs
    boost::asio::thread_pool may_block{1};
};
// [flight-record]

// [flight-replay]
#include <coinformer/testing/recorded_cluster.hpp>

void replay(std::string const& file)
{
    coinformer::testing::recorded_cluster desk(coinformer::testing::read_recording(file));
    coinformer::informer_options const options; // those of the program
    coinformer::shared_informer<pod> pods(desk.api, desk.replayed(options));
    pods.on_change(program_handlers(desk.time));
    auto const running = desk.start(pods.run());
    desk.play(); // takes as long as the handlers, and not as long as it lasted
    std::cout << desk.resource() << ": " << pods.snapshot().size() << " objects in the end\n"
              << desk.difference();
}
// [flight-replay]

#include <cstdio>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;

coinformer::task<> record(coinformer::environment env, std::string file)
{
    coinformer::client api(env, coinformer::load_endpoint());
    pod_cache cache(api, *env.time);
    try {
        co_await cache.pods.run();
    } catch (coinformer::api_error const& e) {
        if (e.code() != coinformer::condition::cancelled) throw;
    }
    cache.save_recording(file);
    cache.may_block.join();
}

void demo()
{
    auto const file =
        std::filesystem::temp_directory_path() / ("coinformer-recording-" + std::to_string(::getpid()));
    {
        coinformer::testing::fake_cluster cluster;
        auto const& pods = coinformer::resource_of<pod>;
        cluster.server.create(pods, R"({"metadata":{"name":"web-1"},"spec":{"nodeName":"node-1"}})");
        pod_cache cache(cluster.api, cluster.time);
        auto const running = cluster.start(cache.pods.run());
        std::cout << "in production\n";
        cluster.time.run_for(10s);
        cluster.server.create(pods, R"({"metadata":{"name":"web-2"},"spec":{"nodeName":"node-2"}})");
        cluster.time.run_for(1h);
        cluster.server.remove(pods, {"default", "web-1"});
        cluster.time.run_for(1s);
        cache.save_recording(file);
        cache.may_block.join();
    }
    std::cout << "at a desk\n";
    replay(file);
    std::filesystem::remove(file);
}

} // namespace

int main(int argc, char** argv)
{
    std::string_view const what = argc > 1 ? argv[1] : "";
    bool const has_file = argc == 3 && (what == "record" || what == "replay");
    if (!has_file && what != "--demo") {
        std::cerr << "usage: flight_recorder record FILE | replay FILE | --demo\n";
        return 2;
    }
    try {
        if (what == "--demo") demo();
        if (what == "replay") replay(argv[2]);
    } catch (std::exception const& e) {
        std::cerr << "error: " << e.what() << '\n';
        return 1;
    }
    if (what != "record") return 0;
    boost::asio::io_context io;
    coinformer::environment const env{.ex = io.get_executor()};
    return coinformer::run_until_signal(io, record(env, argv[2]));
}
