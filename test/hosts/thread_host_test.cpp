// Hosts that know no Asio: a thread with blocking calls, and an epoll loop. Both use background_informers.

#include "hosts.hpp"

#include <coinformer/cache/background_informers.hpp>

#include <functional>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "catch.hpp"

// [thread-host]
/// Calls a function on the calling thread for each object and each change, until another thread calls
/// cluster.stop().
void follow_colors(coinformer::background_informers& cluster,
                   coinformer::informer_handle<config_map> const& known,
                   std::function<void(std::string_view name, std::string const& color)> const& painted)
{
    auto changes = known.events();
    for (auto const& missing : cluster.wait_for_sync(std::chrono::seconds(5)))
        painted("", "cannot be read yet: " + missing.cause);
    try {
        for (;;)
            for (auto const& change : cluster.wait(changes.next_batch())) // blocks until there is one
                painted(change.cur.key().name, color_of(*change.cur));
    } catch (coinformer::api_error const& e) {
        if (e.code() != coinformer::errc::stopped) throw;
    }
}
// [thread-host]

// [epoll-host]
/// Calls `changed` on the calling thread after each burst of changes, until the descriptor `quit` is
/// readable. In your program these are two more descriptors of the loop that you have.
void run_epoll_loop(coinformer::background_informers& cluster, int quit, std::function<void()> const& changed)
{
    int const loop = epoll_create1(EPOLL_CLOEXEC);
    for (int const descriptor : {cluster.change_descriptor(), quit}) {
        epoll_event interest{.events = EPOLLIN, .data = {.fd = descriptor}};
        epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &interest);
    }
    for (epoll_event happened{};;) {
        if (epoll_wait(loop, &happened, 1, -1) != 1) continue; // a signal has interrupted it
        if (happened.data.fd == quit) break;
        if (cluster.take_changes()) changed(); // first take, then look: no change is missed
    }
    close(loop);
}
// [epoll-host]

TEST_CASE("a thread with blocking calls follows changes through an outage, and ends with the informers")
{
    loopback_cluster cluster;
    cluster.paint("web", "blue");
    cluster.come_back();
    coinformer::background_informers informers(cluster.endpoint(), {}, coinformer::no_log());
    auto const known = informers.factory().of<config_map>();
    informers.start();
    std::vector<std::string> painted;
    std::promise<void> is_blue, is_green, is_plain;
    std::thread host([&] {
        follow_colors(informers, known, [&](std::string_view name, std::string const& color) {
            painted.push_back(std::string(name) + '=' + color);
            if (color == "blue") is_blue.set_value();
            if (color == "green") is_green.set_value();
            if (color == "unknown") is_plain.set_value();
        });
    });
    is_blue.get_future().get();
    cluster.go_away();
    cluster.paint("web", "green");
    CHECK(color_of(known.lister(), "web") == "blue"); // the copy answers while the server is away
    cluster.come_back();
    is_green.get_future().get();
    cluster.add_plain("plain");
    is_plain.get_future().get();
    informers.stop();
    host.join();
    CHECK(painted == std::vector<std::string>{"web=blue", "web=green", "plain=unknown"});
    CHECK(color_of(known.lister(), "web") == "green"); // the copy answers after the end, too
}

TEST_CASE("an epoll loop is woken by changes, also by those after an outage, and ends at its own descriptor")
{
    loopback_cluster cluster;
    coinformer::background_informers informers(cluster.endpoint(), {}, coinformer::no_log());
    auto const known = informers.factory().of<config_map>();
    informers.signal_changes_of(known);
    informers.start();
    int const quit = eventfd(0, EFD_CLOEXEC);
    cluster.paint("web", "blue");
    cluster.come_back();
    std::vector<std::string> seen;
    run_epoll_loop(informers, quit, [&] {
        auto const color = color_of(known.lister(), "web");
        if (!seen.empty() && seen.back() == color) return; // a relist may wake the loop once more
        seen.push_back(color);
        if (color == "blue") {
            cluster.go_away();
            cluster.paint("web", "green");
            cluster.come_back();
        } else {
            eventfd_write(quit, 1);
        }
    });
    close(quit);
    CHECK(seen == std::vector<std::string>{"blue", "green"});
}

TEST_CASE("an epoll loop is woken when the first list is complete, although there is no object")
{
    loopback_cluster cluster;
    cluster.come_back();
    coinformer::background_informers informers(cluster.endpoint(), {}, coinformer::no_log());
    auto const known = informers.factory().of<config_map>();
    informers.start();
    informers.signal_changes_of(known);
    int const quit = eventfd(0, EFD_CLOEXEC);
    std::string seen;
    run_epoll_loop(informers, quit, [&] {
        seen = color_of(known.lister(), "web");
        eventfd_write(quit, 1);
    });
    close(quit);
    CHECK(seen == "unknown"); // it has been read
}
