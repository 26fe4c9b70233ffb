#pragma once

#include "entrance.hpp"

#include <coinformer/api/resource.hpp>
#include <coinformer/core/environment.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/testing/api_server.hpp>

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace incidents {

/// The server of one incident, and what its script may do. The follower, a program that uses coinformer,
/// client-go or kube-rs, keeps a copy of all ConfigMaps. There are three of them at the start, "a", "b" and
/// "c" with the value "1".
///
/// Threads    one serial executor.
class stage {
public:
    static constexpr coinformer::resource maps{.version = "v1", .plural = "configmaps", .kind = "ConfigMap"};
    static constexpr coinformer::resource secrets{.version = "v1", .plural = "secrets", .kind = "Secret"};

    /// Writes the follower's kubeconfig, and the files that it names, to this directory.
    stage(coinformer::environment env, std::string directory);

    /// Serves the follower while the script is played, and after that until the driver closes stdin.
    coinformer::task<> run(std::function<coinformer::task<>(stage&)> play) &;

    coinformer::testing::api_server& server() noexcept { return server_; }
    entrance& door() noexcept { return door_; }

    void put(std::string_view name, std::string_view value); ///< creates the object, or changes its value
    void remove(std::string_view name);
    /// Creates an object whose `data` has a number in the place of text, so that no typed client can decode
    /// it. It is left out of the objects that the follower has to hold.
    void put_undecodable(std::string_view name);
    /// Lets versions pass that no ConfigMap has.
    void pass_versions(int count);
    /// Answers 401 to the follower's present token from now on, and writes another one to its file.
    void rotate_token();

    /// Waits until the driver says that the follower is synced.
    coinformer::task<> synced() &;
    coinformer::task<> pause(coinformer::duration d) { return env_.time->sleep_for(d); }

private:
    coinformer::task<> play_script(std::function<coinformer::task<>(stage&)> play) &;
    coinformer::task<> obey_driver(coinformer::nursery& parts) &;
    coinformer::task<> report_requests() &;
    void report_new_requests();
    void write_file(std::string const& name, std::string const& text) const;

    coinformer::environment env_;
    std::string directory_;
    std::string token_ = "first-token";
    coinformer::testing::api_server server_;
    entrance door_;
    std::set<std::string, std::less<>> undecodable_;
    bool is_synced_ = false;
    coinformer::wakeup follower_changed_;
};

/// Returns true if a request is a streamed list (WatchList), and not a plain watch.
bool is_streamed_list(coinformer::testing::action const& asked);
/// Returns true if a request names a version that the answer must not be older than.
bool names_version(coinformer::testing::action const& asked);

} // namespace incidents
