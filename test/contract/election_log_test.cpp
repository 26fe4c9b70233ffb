// Contract: the log of a leader election has one line for each cause of failures, however often it is met,
// and one line when the failures are over.

#include "election_world.hpp"

TEST_CASE("failures of an election that alternate for an hour fill no log, and their end is logged")
{
    election_world w;
    int asked = 0;
    bool fails = true;
    w.server.intercept([&](testing::action const& what) -> std::optional<testing::canned_answer> {
        bool const of_lease = what.target.find("leases") != what.target.npos;
        if (!fails || !of_lease) return std::nullopt;
        return testing::canned_answer{.status = ++asked % 2 == 0 ? 403 : 500, .body = "no"};
    });
    w.a.start();
    w.time.run_for(59min);
    CHECK(asked > 500);
    auto const lines_of_failures = w.times_logged("WARNING lease shop/web: get /apis/coordination.k8s.io/");
    CHECK(lines_of_failures > 2); // a cause that lasts is not forgotten
    CHECK(lines_of_failures <= 12);
    CHECK(w.has_logged("times since the last such line"));
    CHECK(w.said.empty());

    fails = false;
    w.time.run_for(1min);
    CHECK(w.said == lines{"a begins"});
    CHECK(w.times_logged("WARNING lease shop/web: attempts to get or renew it succeed again") == 1);
    CHECK(w.times_logged("WARNING lease shop/web: get /apis/coordination.k8s.io/") == lines_of_failures);
}
