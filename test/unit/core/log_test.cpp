#include <coinformer/core/log.hpp>

#include <sstream>

#include "catch.hpp"

using namespace coinformer;

TEST_CASE("a stream log writes a line with its fields, from its level upwards")
{
    std::ostringstream out;
    stream_log log(out, log_level::warning);

    log.log(log_level::info, "list");
    log.log(log_level::warning, "watch ended", {{"resource", "pods"}, {"retry", "800ms"}});

    CHECK(out.str() == "WARNING watch ended resource=pods retry=800ms\n");
}

TEST_CASE("the default log is silent")
{
    CHECK_FALSE(no_log().enabled(log_level::error));
}
