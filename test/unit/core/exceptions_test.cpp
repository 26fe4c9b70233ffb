#include "core/exceptions.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <boost/asio/error.hpp>

#include <stdexcept>

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("exceptions: a cancellation is told from other failures")
{
    CHECK(is_cancellation(
        std::make_exception_ptr(boost::system::system_error(boost::asio::error::operation_aborted))));
    CHECK_FALSE(is_cancellation(std::make_exception_ptr(api_error(errc::connect_failed, "GET /"))));
    CHECK_FALSE(is_cancellation(std::make_exception_ptr(std::runtime_error("other"))));
    CHECK_FALSE(is_cancellation(std::make_exception_ptr(7)));
    CHECK_FALSE(is_cancellation(nullptr));
}

TEST_CASE("exceptions: what was thrown has a text, whatever it was")
{
    CHECK(message_of(std::make_exception_ptr(std::runtime_error("out of paper"))) == "out of paper");
    CHECK(message_of(std::make_exception_ptr(7)) == "an exception of unknown type");
    CHECK(message_of(nullptr).empty());
}
