#include <coinformer/core/error.hpp>

#include <boost/asio/error.hpp>

#include "catch.hpp"

using namespace coinformer;

TEST_CASE("an exact code belongs to one condition that callers branch on")
{
    CHECK(error_code(errc::expired) == condition::gone);
    CHECK(error_code(errc::expired) != condition::forbidden);
    CHECK(error_code(errc::connect_failed) == condition::unavailable);
    CHECK(error_code(errc::tls_wrong_host) == condition::untrusted);
    CHECK(error_code(errc::wrong_type) == condition::malformed);
    CHECK(error_code(errc::already_exists) == condition::conflict);
}

TEST_CASE("codes of Asio and of the system have a condition too")
{
    CHECK(error_code(boost::asio::error::operation_aborted) == condition::cancelled);
    CHECK(error_code(boost::asio::error::connection_refused) == condition::unavailable);
    CHECK_FALSE(error_code() == condition::unavailable);
}

TEST_CASE("every code has a message and a condition")
{
    for (int code = static_cast<int>(errc::cancelled); code <= static_cast<int>(errc::index_exists); ++code) {
        INFO(code);
        CHECK(error_category().message(code) != "unknown error");
        auto const belongs_to = condition_of(error_code(code, error_category()));
        CHECK(error_code(code, error_category()) == belongs_to);
    }
}

TEST_CASE("what() says where, what and what to do, in one line")
{
    api_error const e(errc::forbidden, "list", "/api/v1/pods",
                      {.code = 403, .reason = "Forbidden", .message = "user \"joe\" cannot list pods"}, std::nullopt);

    CHECK(std::string(e.what()) ==
          "list /api/v1/pods: forbidden: user \"joe\" cannot list pods (grant this user the verb on this resource)");
    CHECK(e.code() == condition::forbidden);
    CHECK(e.verb() == "list");
    CHECK(e.path() == "/api/v1/pods");
    CHECK(e.status().reason == "Forbidden");
}

TEST_CASE("a long message is shown without its middle, and no character is cut")
{
    std::string umlauts;
    for (int i = 0; i < 600; ++i) umlauts += "\u00e4";
    for (std::string const first : {"", "x"}) {
        api_error const e(errc::invalid, "patch", "/p", {.code = 422, .message = first + umlauts + "end"}, {});
        std::string const line = e.what();
        CHECK(line.size() < 1100);
        CHECK(line.ends_with("end"));
        auto const cut = line.find(" ... ");
        REQUIRE(cut != line.npos);
        CHECK(line.substr(cut - 2, 2) == "\u00e4");
        CHECK(line.substr(cut + 5, 2) == "\u00e4");
        CHECK(e.status().message.size() > 1200);
    }
}

TEST_CASE("an error outside a request says where and in detail what")
{
    api_error const e(errc::connect_failed, "connect 127.0.0.1:1", "connection refused");

    CHECK(std::string(e.what()) == "connect 127.0.0.1:1: connection failed: connection refused (check the server's "
                                   "address, and that it runs)");
}

TEST_CASE("an error can be told during which request it happened, once")
{
    api_error const lost(errc::connection_reset, "127.0.0.1:6443");
    auto const located = lost.during("watch", "/api/v1/pods");

    CHECK(std::string(located.what()) == "watch /api/v1/pods: connection reset by the server: 127.0.0.1:6443");
    CHECK(located.path() == "/api/v1/pods");
    CHECK(std::string(located.during("list", "/other").what()) == located.what());
}
