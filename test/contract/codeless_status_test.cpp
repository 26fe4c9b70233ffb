// Contract: an ERROR event whose Status has no code means what its reason means, and may pass if it has no
// reason either. Some aggregated API servers send such events.

#include "watched.hpp"

namespace {

fault codeless_error(std::string const& reason)
{
    return faults::odd_line(
        R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure",)" + reason +
        R"("message":"the watch has failed"}})");
}

} // namespace

TEST_CASE_METHOD(watched, "a watcher goes on behind an error of the server's that has no code")
{
    server.inject(codeless_error(GENERATE(as<std::string>(), "", R"("reason":"InternalError",)",
                                          R"("reason":"ServiceUnavailable",)")));
    start();
    time.run_for(1min);
    set("a", "2");
    time.run_for(1s);
    CHECK_FALSE(running.ended);
    CHECK(seen == lines{"~a=2"});
    CHECK(watches() == 2);
}

TEST_CASE_METHOD(watched, "a watcher ends with a refusal that has a reason and no code")
{
    server.inject(codeless_error(R"("reason":"Forbidden",)"));
    start();
    CHECK(running.code() == condition::forbidden);
    CHECK(running.what().find("the watch has failed") != std::string::npos);
}
