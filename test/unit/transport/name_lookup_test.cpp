#include "transport/stream/tcp_stream.hpp"

#include "asio_run.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <dlfcn.h>
#include <netdb.h>

#include <condition_variable>
#include <deque>
#include <mutex>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

/// A name server for names that end with ".lookup-test". Each question waits until the test lets the server
/// answer, and the answer is that there is no such name.
class slow_name_server {
public:
    int answer(std::string name)
    {
        std::unique_lock lock(mutex_);
        asked_.push_back(std::move(name));
        changed_.notify_all();
        changed_.wait(lock, [this] { return answers_; });
        return EAI_NONAME;
    }
    void wait_for_question()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !asked_.empty(); });
    }
    void let_answer()
    {
        std::lock_guard const lock(mutex_);
        answers_ = true;
        changed_.notify_all();
    }
    std::vector<std::string> asked()
    {
        std::lock_guard const lock(mutex_);
        return asked_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> asked_;
    bool answers_ = false;
};

slow_name_server* name_server = nullptr; // set while a test of this file runs

task<> connect_by_name(time_source& time, std::string host)
{
    co_await connect_tcp(time, std::move(host), 6443, 10s);
}

} // namespace

// Stands in front of the C library's function for the names of these tests.
extern "C" int getaddrinfo(char const* host, char const* service, addrinfo const* hints, addrinfo** found)
{
    if (name_server && host && std::string_view(host).ends_with(".lookup-test"))
        return name_server->answer(host);
    static auto const original =
        reinterpret_cast<decltype(&::getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    return original(host, service, hints, found);
}

TEST_CASE("a name that is not resolved in time does not keep the names of other clusters waiting")
{
    slow_name_server server;
    name_server = &server;
    boost::asio::io_context io;
    testing::virtual_clock time(io);
    std::deque<started> dials;
    for (int i = 0; i != 5; ++i) dials.emplace_back(io, connect_by_name(time, "dead.lookup-test"));
    time.settle();
    server.wait_for_question(); // the first dial's; Asio asks one question at a time
    time.run_for(10s);
    for (auto const& dial : dials) CHECK(dial.code() == errc::timed_out);

    auto const& healthy = dials.emplace_back(io, connect_by_name(time, "healthy.lookup-test"));
    time.settle();
    server.let_answer();
    while (!healthy.done()) { // real time passes until Asio's thread has the answer
        time.settle();
        io.restart();
        io.run_one_for(10ms);
    }
    name_server = nullptr;
    CHECK(healthy.code() == errc::resolve_failed);
    CHECK(server.asked() == std::vector<std::string>{"dead.lookup-test", "healthy.lookup-test"});
}
