// How often a watch from a snapshot's version is tried before the snapshot is dropped.

#include "cache/reflector/recovery.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

approach after_failed_resumes(unsigned failed, error_code why, bool answered)
{
    ending e{.during = approach::resume, .code = why, .answered = answered};
    e.in_a_row.resumes_failed = failed;
    return recover_from(e).next;
}

} // namespace

TEST_CASE("a refusal that may pass leaves a snapshot more attempts than one that will not")
{
    struct refusal {
        errc why;
        bool answered;
    };
    for (auto const& [why, answered] : {refusal{errc::throttled, true}, refusal{errc::unauthorized, false},
                                        refusal{errc::service_unavailable, true}}) {
        INFO(make_error_code(why).message());
        CHECK(after_failed_resumes(max_resumes_refused, why, answered) == approach::resume);
        CHECK(after_failed_resumes(max_resumes_turned_away - 1, why, answered) == approach::resume);
        CHECK(after_failed_resumes(max_resumes_turned_away, why, answered) != approach::resume);
    }
    CHECK(after_failed_resumes(max_resumes_refused - 1, errc::forbidden, true) == approach::resume);
    CHECK(after_failed_resumes(max_resumes_refused, errc::forbidden, true) != approach::resume);
}
