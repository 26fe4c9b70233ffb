// These tests run real processes, in real time: fake plugins, which are shell scripts.

#include "closed_standard_input.hpp"
#include "plugin_world.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <signal.h>

using namespace plugin_world;

TEST_CASE_METHOD(plugin_machine,
                 "a plugin gets its arguments, its environment and nothing else, and its token is used")
{
    auto const before = open_descriptors();
    auto const body = "cd '" + dir.path("") + "'\n" + R"(
printf '%s|' "$@" >arguments
printf '%s' "$A $B $COINFORMER_TEST" >variables
printf '%s' "$KUBERNETES_EXEC_INFO" >info
ls -l /proc/self/fd | grep -c -e pipe: -e socket: -e eventpoll >pipes
readlink /proc/self/fd/0 >input
(: </dev/tty) 2>/dev/null && echo terminal >terminal
echo 'a warning' >&2
echo ')" + right_answer +
                      "'";
    CHECK(run(body, 10s,
              ", args: [get-token, 'a b', ''], env: [{name: A, value: zero}, {name: A, value: one}, {name: "
              "B}]") == "");
    REQUIRE(issued);
    CHECK(issued->token.reveal() == "hunter2");
    CHECK(written("arguments") == "get-token|a b||");
    CHECK(written("variables") == "one  inherited");
    CHECK(written("info") == R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",)"
                             R"("spec":{"interactive":false}})");
    CHECK(written("input") == "/dev/null\n");
    CHECK(written("terminal").empty());
    CHECK(written("pipes") == "2\n"); // the pipe to grep and stderr: no descriptor of this process
    CHECK(lines.str().find("a warning") != std::string::npos);
    CHECK(lines.str().find("hunter2") == std::string::npos);
    CHECK(open_descriptors() <= before + 3); // those of the io_context, which the first use opens
}

TEST_CASE_METHOD(plugin_machine, "a plugin that asks for it is told the cluster")
{
    write_plugin("printf '%s' \"$KUBERNETES_EXEC_INFO\" >'" + dir.path("info") + "'\necho '" + right_answer +
                 "'");
    auto const source =
        load_plugin(", provideClusterInfo: true",
                    "{server: 'https://api.shop:6443', certificate-authority-data: Q0E=, extensions: [{name: "
                    "client.authentication.k8s.io/exec, extension: {audience: '1', n: 1, on: true}}]}");
    started const attempt(io, issue_into(source, 10s));
    io.run();
    CHECK(attempt.what() == "");
    auto const info = written("info");
    CHECK(info.find(R"("cluster":{"server":"https://api.shop:6443","certificate-authority-data":"Q0E=",)"
                    R"("config":{"audience":"1","n":1,"on":true}})") != info.npos);
}

TEST_CASE_METHOD(plugin_machine, "a plugin that fails is reported with its exit code and its last words")
{
    auto const what = run("echo hunter2; echo 'first' >&2; printf 'login has expired:\\nrun \\033[1maws sso "
                          "login\\033[0m' >&2; exit 3");
    CHECK(
        what.find("it ended with exit code 3; it says: first login has expired: run ?[1maws sso login?[0m") !=
        what.npos);
}

TEST_CASE_METHOD(plugin_machine, "an answer that is none is reported")
{
    CHECK(run("echo hunter2").find("its output is not JSON of an ExecCredential") != std::string::npos);
    CHECK(run("exit 0").find("it has written nothing to its standard output") != std::string::npos);
}

TEST_CASE_METHOD(plugin_machine, "a plugin that is ended by a signal is reported with the signal")
{
    CHECK(run("kill -SEGV $$").find("it was ended by the signal 11 (SIGSEGV)") != std::string::npos);
}

TEST_CASE_METHOD(plugin_machine,
                 "a plugin that hangs is stopped at the limit, with the processes that it has started")
{
    auto const begin = std::chrono::steady_clock::now();
    auto const what = run("echo $$ >'" + dir.path("leader") + "'\nsleep 100 & echo $! >'" +
                              dir.path("child") + "'\necho 'open http://localhost:8000' >&2\nwait",
                          300ms);
    CHECK(what.find("it did not end within 1 s, and was stopped") != what.npos);
    CHECK(what.find("it says: open http://localhost:8000") != what.npos);
    CHECK(has_ended("leader"));
    CHECK(eventually([&] { return has_ended("child"); }));
    CHECK(std::chrono::steady_clock::now() - begin < 2s);
}

TEST_CASE_METHOD(plugin_machine, "a plugin that ignores SIGTERM is killed two seconds later")
{
    auto const begin = std::chrono::steady_clock::now();
    auto const what =
        run("trap '' TERM\necho $$ >'" + dir.path("leader") + "'\nwhile :; do sleep 1; done", 200ms);
    CHECK(what.find("it did not end within") != what.npos);
    CHECK(has_ended("leader"));
    CHECK(std::chrono::steady_clock::now() - begin < 5s);
}

TEST_CASE_METHOD(plugin_machine, "a flood of output stops the plugin, and one of complaints is cut")
{
    CHECK(run("yes hunter2").find("it wrote more than 1 MB to its standard output") != std::string::npos);
    auto const what = run("yes 0123456789 | head -c 3000000 >&2; echo 'the end' >&2; exit 1");
    CHECK(what.find("exit code 1; it says: ...") != what.npos);
    CHECK(what.find("the end") != what.npos);
    CHECK(what.size() < 1000);
}

TEST_CASE_METHOD(plugin_machine,
                 "a plugin that leaves a process behind, which holds its output, is not waited for")
{
    auto const begin = std::chrono::steady_clock::now();
    CHECK(run("sleep 3 &\necho '" + right_answer + "'") == "");
    CHECK(std::chrono::steady_clock::now() - begin < 2s);
}

TEST_CASE_METHOD(plugin_machine, "a missing plugin is reported with the hint to install it")
{
    auto const fail = [&](std::string const& command) {
        auto const text =
            config_of(https, "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: " + command +
                                 ", installHint: \"Install it:\\n  apt install it\"}}");
        started const attempt(io, issue_into(load_text(text).user.source, 10s));
        io.restart();
        io.run();
        CHECK(attempt.code() == errc::credentials_not_issued);
        return attempt.what();
    };
    CHECK(fail("no-such-plugin") ==
          "exec plugin no-such-plugin: no credential was issued: the program is not in "
          "PATH: Install it:   apt install it");
    CHECK(fail(std::string(400, 'p')) == // such a text may be anything
          "exec plugin " + std::string(300, 'p') +
              "...: no credential was issued: the program is not in PATH: Install it:   apt install it");
    CHECK(fail("./no-such-plugin").find("there is no such program: Install it") != std::string::npos);
    dir.write("not-executable", "#!/bin/sh\n");
    CHECK(fail("./not-executable").find("it cannot be started: Permission denied") != std::string::npos);
}

TEST_CASE_METHOD(plugin_machine, "cancelling ends the plugin before the task ends")
{
    write_plugin("echo $$ >'" + dir.path("leader") + "'\nexec sleep 100");
    started attempt(io, issue_into(load_plugin(), 1min));
    REQUIRE(eventually([&] { return !written("leader").empty(); }));
    attempt.cancel();
    io.restart();
    io.run();
    CHECK(attempt.code() == condition::cancelled);
    CHECK(has_ended("leader"));
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE_METHOD(plugin_machine, "a plugin that is cancelled gets SIGTERM, and time to clean up")
{
    write_plugin("trap 'echo clean >\"" + dir.path("cleaned") + "\"; exit' TERM\necho $$ >'" +
                 dir.path("leader") + "'\nwhile :; do sleep 1; done");
    started attempt(io, issue_into(load_plugin(), 1min));
    REQUIRE(eventually([&] { return !written("leader").empty(); }));
    attempt.cancel();
    io.restart();
    io.run();
    CHECK(attempt.code() == condition::cancelled);
    CHECK(written("cleaned") == "clean\n");
    CHECK(has_ended("leader"));
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE_METHOD(plugin_machine,
                 "the end of the io_context kills and reaps the plugin, and closes its descriptors")
{
    write_plugin("trap '' TERM\necho $$ >'" + dir.path("leader") + "'\nwhile :; do sleep 1; done");
    auto const before = open_descriptors();
    bool const has_standard_input = GENERATE(true, false);
    {
        std::optional<test::closed_standard_input> closed; // to the end of the context
        asio::io_context short_lived;
        // It opens the descriptors of the context, so that 0 is left for the handle of the plugin.
        asio::posix::stream_descriptor const first_user(short_lived);
        if (!has_standard_input) closed.emplace();
        coinformer::environment own{.ex = short_lived.get_executor(), .log = &log};
        auto const source = load_plugin();
        auto const wait = [](token_source& from, coinformer::environment const& where) -> task<> {
            co_await from.issue(where, 1min);
        };
        asio::co_spawn(short_lived, wait(*source, own), [](std::exception_ptr) {});
        for (int i = 0; i != 500 && written("leader").empty(); ++i) short_lived.run_for(10ms);
    }
    REQUIRE_FALSE(written("leader").empty());
    CHECK(has_ended("leader"));
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
    CHECK(open_descriptors() == before);
}

TEST_CASE_METHOD(plugin_machine, "a program that ignores SIGCHLD gets an error that says so")
{
    auto const* const how = GENERATE("ignored", "taken");
    struct ::sigaction old{};
    if (how == std::string("ignored")) {
        struct ::sigaction ignoring{};
        ignoring.sa_handler = SIG_IGN;
        ::sigaction(SIGCHLD, &ignoring, &old);
    }
    write_plugin("sleep 0.2\necho '" + right_answer + "'");
    started const attempt(io, issue_into(load_plugin(), 10s));
    if (how == std::string("taken")) { // another part of the program is faster
        while (::waitpid(-1, nullptr, 0) < 0) {
            io.run_one_for(5ms); // until the plugin, a real process, has been started
        }
    }
    io.restart();
    io.run();
    if (how == std::string("ignored")) ::sigaction(SIGCHLD, &old, nullptr);
    CHECK(attempt.code() == errc::credentials_not_issued);
    CHECK(attempt.what().find("its exit code is lost: this program ignores SIGCHLD") != std::string::npos);
}
