// Plugins that ask for too much, and programs that make it difficult to run one. These tests run real
// processes, in real time.

#include "plugin_world.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <signal.h>
#include <sys/ptrace.h>

using namespace plugin_world;

namespace {

// Ignores SIGCHLD as long as it exists.
class ignored_children {
public:
    ignored_children()
    {
        struct ::sigaction ignoring{};
        ignoring.sa_handler = SIG_IGN;
        ::sigaction(SIGCHLD, &ignoring, &old_);
    }
    ignored_children(ignored_children const&) = delete;
    ~ignored_children() { ::sigaction(SIGCHLD, &old_, nullptr); }

private:
    struct ::sigaction old_{};
};

// Traces another process. While this object exists, that process cannot be collected by its parent, as one
// that does not end.
class tracer {
public:
    explicit tracer(::pid_t traced)
    {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            char const permitted = ::ptrace(PTRACE_SEIZE, traced, nullptr, nullptr) == 0 ? 1 : 0;
            (void)!::write(ends[1], &permitted, 1);
            for (;;) ::pause();
        }
        char permitted = 0;
        REQUIRE(::read(ends[0], &permitted, 1) == 1);
        ::close(ends[0]);
        ::close(ends[1]);
        works = permitted == 1;
    }
    tracer(tracer const&) = delete;
    ~tracer()
    {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }

    bool works = false; // false: this system does not permit it

private:
    ::pid_t pid_ = 0;
};

} // namespace

TEST_CASE_METHOD(plugin_machine, "a flood of complaints stops the plugin")
{
    auto const what = run("exec yes 'a long line of complaint that goes on and on' >&2", 1min);
    CHECK(what.find("it wrote more than 16 MB to its standard error, and was stopped; it says: ...") !=
          what.npos);
    CHECK(what.find("goes on and on") != what.npos);
    CHECK(what.size() < 1000);
}

TEST_CASE_METHOD(plugin_machine, "a program that ignores SIGCHLD is not held up by plugins that end at once")
{
    constexpr int runs = 60;     // in a fifth of them the plugin ends before the library has a handle of it
    constexpr int most_slow = 2; // runs for which this machine has other reasons
    write_plugin("exit 0");
    auto const source = load_plugin();
    ignored_children const ignoring;
    int slow = 0;
    for (int i = 0; i != runs; ++i) {
        auto const begin = std::chrono::steady_clock::now();
        started const attempt(io, issue_into(source, 10s));
        io.restart();
        io.run();
        CHECK(attempt.code() == errc::credentials_not_issued);
        slow += std::chrono::steady_clock::now() - begin > 900ms ? 1 : 0;
    }
    CHECK(slow <= most_slow);
}

TEST_CASE_METHOD(plugin_machine,
                 "a plugin that cannot be collected after its death is collected by a later run")
{
    write_plugin("echo $$ >'" + dir.path("leader") + "'\nexec sleep 100");
    started attempt(io, issue_into(load_plugin(), 1min));
    REQUIRE(eventually([&] { return written("leader").ends_with('\n'); }));
    auto const leader = std::stoi(written("leader"));
    {
        tracer const holding(leader);
        attempt.cancel();
        io.restart();
        io.run();
        CHECK(attempt.code() == condition::cancelled);
        if (!holding.works) WARN("no process may be traced here");
        if (holding.works) CHECK(::kill(leader, 0) == 0); // a zombie
    }
    run("exit 1"); // checks that no child is left
}

TEST_CASE_METHOD(plugin_machine,
                 "a plugin that runs for ten seconds is logged, because requests may wait for it")
{
    testing::virtual_clock time(io);
    std::ostringstream text;
    stream_log log(text);
    write_plugin("echo $$ >'" + dir.path("plugin-pid") + "'\nexec sleep 1000");
    auto const source = load_plugin();
    coinformer::environment const here{.ex = io.get_executor(), .time = &time, .log = &log};
    started attempt(io, [](auto s, auto e) -> coinformer::task<> { co_await s->issue(e, 1h); }(source, here));
    time.run_for(9s);
    CHECK(text.str().empty());
    time.run_for(1s);
    CHECK(text.str() ==
          "WARNING requests wait for an exec plugin command=" + dir.path("bin/plugin") + " for=10 s\n");
    attempt.cancel();
    CHECK(eventually([&] {
        time.run_for(1s);
        return attempt.done();
    }));
}

TEST_CASE_METHOD(plugin_machine, "a plugin has the environment that the program had when it was loaded")
{
    write_plugin("printf '%s' \"$COINFORMER_TEST\" >'" + dir.path("variables") + "'\necho '" + right_answer +
                 "'");
    auto const source = load_plugin();
    ::setenv("COINFORMER_TEST", "changed later", 1);
    started const attempt(io, issue_into(source, 10s));
    io.run();
    CHECK(attempt.what() == "");
    CHECK(written("variables") == "inherited");
}

TEST_CASE_METHOD(plugin_machine, "a plugin is found in the PATH that the program had when it was loaded")
{
    struct restored_path {
        std::string const old = ::getenv("PATH");
        ~restored_path() { ::setenv("PATH", old.c_str(), 1); }
    } const restored;
    write_plugin("echo '" + right_answer + "'");
    dir.write("first/plugin", "this file is not executable");
    std::filesystem::create_directories(dir.path("second/plugin"));
    // the empty entry would mean the directory of this process
    ::setenv("PATH",
             (":/no/such/directory:" + dir.path("first") + ":" + dir.path("second") + ":" + dir.path("bin"))
                 .c_str(),
             1);
    auto const load = [this](std::string const& command) {
        return load_text(config_of(https, "{exec: {apiVersion: client.authentication.k8s.io/v1, "
                                          "interactiveMode: Never, installHint: HINT, command: " +
                                              command + "}}"))
            .user.source;
    };
    auto const source = load("plugin"), missing = load("no-such-plugin");
    ::setenv("PATH", restored.old.c_str(), 1);
    started const attempt(io, issue_into(source, 10s));
    started const failing(io, issue_into(missing, 10s));
    io.run();
    CHECK(attempt.what() == "");
    CHECK(failing.what().find("the program is not in PATH: HINT") != std::string::npos);
    std::filesystem::remove(dir.path("bin/plugin"));
    started const denied(io, issue_into(source, 10s));
    io.restart();
    io.run();
    CHECK(denied.what().find("it cannot be started: Permission denied") != std::string::npos);
}

TEST_CASE_METHOD(plugin_machine, "a script without its interpreter is told apart from a missing plugin")
{
    auto const path = dir.write("bin/plugin", "#!/no/such/interpreter\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    started const attempt(io, issue_into(load_plugin(", installHint: HINT"), 10s));
    io.run();
    CHECK(attempt.code() == errc::credentials_not_issued);
    CHECK(attempt.what().find("it cannot be started: the interpreter that its first line names") !=
          std::string::npos);
    CHECK(attempt.what().find("HINT") == std::string::npos);
}
