// Contract: the page of a proxy is no description of the API, and the error says that, with the path.

#include "world.hpp"

#include <coinformer/api/discovery.hpp>

namespace {

task<> look_up(discovery& kinds, std::string name)
{
    (void)co_await kinds.find(std::move(name));
}

} // namespace

TEST_CASE_METHOD(world, "a page of a proxy in place of the API's description is an error that says so")
{
    server.inject(GENERATE(faults::html(), faults::empty_answer(), faults::truncated_json(),
                           faults::answer({.content_type = "text/plain", .body = "404 page not found"})));
    discovery kinds(api);
    background const asking(io, look_up(kinds, "pods"));
    time.run_for(1s);
    CHECK(asking.code() == errc::unexpected_content);
    CHECK(asking.what().starts_with("get /api: "));
    CHECK(asking.what().find("perhaps a proxy has answered") != std::string::npos);
    CHECK(run(kinds.find("pods")).plural == "pods"); // the next lookup asks again
}
