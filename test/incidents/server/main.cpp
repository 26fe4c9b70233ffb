// usage: incident_server NAME DIRECTORY
// An API server that plays one incident to a follower. It writes DIRECTORY/kubeconfig, and prints JSON lines:
//
//   {"event":"listening","kubeconfig":PATH}
//   {"event":"request","verb":…,"target":…}    for each request
//   {"event":"played","objects":{NAME:[UID,VERSION,VALUE],…}}    the script is over: the truth from now on
//   {"event":"end","bytes":…,"connections":…}
//
// The line "synced" on stdin says that the follower has synced; the end of stdin ends the server. Without
// arguments it prints the names of all incidents.

#include "incident.hpp"

#include <coinformer/core/log.hpp>
#include <coinformer/core/run_until_signal.hpp>

#include <algorithm>
#include <iostream>

namespace {

coinformer::task<> serve(coinformer::environment env, incidents::incident which, std::string directory)
{
    incidents::stage here(env, std::move(directory));
    co_await here.run(which.play);
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<incidents::incident> all;
    for (auto const& some : {incidents::list_incidents(), incidents::watch_incidents(),
                             incidents::connection_incidents(), incidents::history_incidents()})
        all.insert(all.end(), some.begin(), some.end());
    if (argc == 1) {
        for (auto const& one : all) std::cout << one.name << '\n';
        return 0;
    }
    auto const found = std::ranges::find(all, std::string_view(argv[1]), &incidents::incident::name);
    if (argc != 3 || found == all.end()) {
        std::cerr << "usage: incident_server [NAME DIRECTORY]; without arguments it prints the names\n";
        return 2;
    }
    boost::asio::io_context io(1);
    coinformer::environment const env{.ex = io.get_executor(), .log = &coinformer::no_log(), .seed = 1};
    return coinformer::run_until_signal(io, serve(env, *found, argv[2]));
}
