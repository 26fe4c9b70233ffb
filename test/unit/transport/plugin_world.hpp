#pragma once

#include "asio_run.hpp"
#include "kubeconfig_world.hpp"

#include <coinformer/transport/token_source.hpp>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

// Fake plugins, which are shell scripts. They are real processes, and run in real time.
namespace plugin_world {

using namespace coinformer;
using namespace coinformer::kubeconfig_world;
using namespace std::chrono_literals;
namespace asio = boost::asio;

inline std::string const right_answer =
    R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"hunter2"}})";

inline std::size_t open_descriptors()
{
    std::filesystem::directory_iterator const all("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// A kubeconfig whose plugin is a script of the test.
struct plugin_machine : machine {
    plugin_machine() { ::setenv("COINFORMER_TEST", "inherited", 1); }

    void write_plugin(std::string const& body) const
    {
        auto const path = dir.write("bin/plugin", "#!/bin/sh\n" + body + "\n");
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }
    std::shared_ptr<token_source> load_plugin(std::string const& more = "",
                                              std::string const& cluster = https)
    {
        return load_text(config_of(cluster, "{exec: {apiVersion: client.authentication.k8s.io/v1, command: "
                                            "./bin/plugin, interactiveMode: Never" +
                                                more + "}}"))
            .user.source;
    }
    task<> issue_into(std::shared_ptr<token_source> source, duration limit)
    {
        issued.emplace(co_await source->issue(env, limit));
    }
    // Runs the plugin, and returns the message of its failure; empty if there is none.
    std::string run(std::string const& body, duration limit = 10s, std::string const& more = "")
    {
        write_plugin(body);
        started attempt(io, issue_into(load_plugin(more), limit));
        io.restart();
        io.run();
        REQUIRE(attempt.done());
        if (!attempt.what().empty()) {
            CHECK(attempt.code() == errc::credentials_not_issued);
            CHECK(attempt.what().starts_with("exec plugin " + dir.path("bin/plugin") + ": no credential"));
            CHECK(attempt.what().find("hunter2") == std::string::npos);
            CHECK(attempt.what().find('\n') == std::string::npos);
        }
        CHECK(::waitpid(-1, nullptr, WNOHANG) == -1); // no child is left, not even a zombie
        return attempt.what();
    }
    std::string written(std::string const& name) const
    {
        std::ifstream file(dir.path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    // True if the process whose number a plugin has written does not run any more. An orphan may stay as a
    // zombie in a container whose first process reaps nothing.
    bool has_ended(std::string const& name) const
    {
        std::ifstream file("/proc/" + std::to_string(std::stoi(written(name))) + "/stat");
        std::string number, command, state;
        return !(file >> number >> command >> state) || state == "Z" || state == "X";
    }
    // Looks again for five seconds. The kernel ends a killed process in its own time.
    template <class Condition>
    bool eventually(Condition condition)
    {
        auto const goes_on =
            asio::make_work_guard(io); // run_for() would return at once if nothing were to do
        for (int i = 0; i != 500; ++i) {
            if (condition()) return true;
            io.restart();
            io.run_for(10ms);
        }
        return false;
    }

    asio::io_context io;
    std::ostringstream lines;
    stream_log log{lines, log_level::info};
    coinformer::environment env{.ex = io.get_executor(), .log = &log};
    std::optional<issued_credential> issued;
};

} // namespace plugin_world
