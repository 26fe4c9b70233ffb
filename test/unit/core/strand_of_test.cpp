#include "core/strand_of.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;
namespace execution = boost::asio::execution;

namespace {

/// A user's executor that queues every function, and runs none inline.
struct queueing_executor {
    asio::io_context* io;

    asio::execution_context& query(execution::context_t) const noexcept { return *io; }
    static constexpr execution::blocking_t query(execution::blocking_t) noexcept
    {
        return execution::blocking.never;
    }
    queueing_executor require(execution::blocking_t::never_t) const noexcept { return *this; }
    template <class Function>
    void execute(Function f) const
    {
        asio::post(*io, std::move(f));
    }
    friend bool operator==(queueing_executor const& a, queueing_executor const& b) noexcept
    {
        return a.io == b.io;
    }
};

} // namespace

TEST_CASE("an executor that never runs anything inline is refused, because a cancellation could come too "
          "late on it")
{
    asio::io_context io;
    CHECK_NOTHROW(strand_of(io.get_executor()));
    try {
        (void)strand_of(queueing_executor{&io});
        FAIL("it was accepted");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::bad_request);
        CHECK(std::string(e.what()).find("blocking.possibly") != std::string::npos);
    }
}
