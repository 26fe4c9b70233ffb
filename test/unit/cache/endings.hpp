#pragma once

#include "cache/reflector/recovery.hpp"

#include <chrono>

/// Endings of attempts, for tests of the recovery table: of(approach::watch, errc::forbidden) is one, and the
/// other functions change it.
namespace test::endings {

using namespace coinformer;
using namespace coinformer::detail;

inline ending of(approach during, error_code code, bool progress = false, bool brief = false,
                 int retry_after = -1)
{
    ending e{.during = during, .code = code, .progress = progress, .brief = brief};
    if (retry_after >= 0) e.retry_after = std::chrono::seconds(retry_after);
    if (code == condition::gone) e.in_a_row.gone = 1;
    if (code == errc::version_too_large) e.in_a_row.behind = 1;
    return e;
}

inline ending unanswered(ending e)
{
    e.answered = false;
    return e;
}

/// The watch was open for a while.
inline ending late(ending e)
{
    e.early = false;
    return e;
}

inline ending again(ending e, unsigned times)
{
    if (e.in_a_row.gone != 0) e.in_a_row.gone = times;
    if (e.in_a_row.behind != 0) e.in_a_row.behind = times;
    if (may_be_stuck(e)) e.in_a_row.stuck = times;
    if (e.during == approach::resume || e.during == approach::confirm) e.in_a_row.resumes_failed = times;
    return e;
}

inline ending never_opened(ending e, unsigned times, bool only_watches_fail = false)
{
    e.in_a_row.unopened = times;
    e.in_a_row.only_watches_fail = only_watches_fail;
    return e;
}

inline ending in_place_of(approach watch, ending e)
{
    e.instead_of = watch;
    return e;
}

inline ending with_news(ending e)
{
    e.brought_news = true;
    return e;
}

inline ending with_other_share(ending e)
{
    e.share_changed = true;
    return e;
}

inline ending quiet(ending e)
{
    e.quiet = true;
    return e;
}

} // namespace test::endings
