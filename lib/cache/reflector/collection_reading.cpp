#include "cache/reflector/collection_reading.hpp"

#include <utility>

namespace coinformer::detail {

collection_reading::collection_reading(source_context& context, store const& known, collection_health& health,
                                       informer_options const& options, std::string path)
    : objects(known, context.max_faults_per_list()), context_(context), time_(*context.env().time),
      all_(context.lists()), health_(health), path_(std::move(path)), pace_(options.slow_list_limit)
{
}

task<> collection_reading::begin() &
{
    began_ = time_.now();
    is_slow_ = false;
    health_.status.now = phase::idle;
    auto permit = co_await all_.acquire();
    permit_.emplace(std::move(permit));
    objects.begin();
    pace_.begin(time_.now());
    hidden_ = 0;
    health_.withdraw_cause();
    health_.status.listed = 0;
    health_.status.now = phase::reading;
}

task<> collection_reading::prepare_request(task<> work) &
{
    is_reported_ = false; // the next page may come over another connection
    auto const paused = time_.now();
    co_await std::move(work);
    pace_.leave_out(time_.now() - paused);
}

task<> collection_reading::rest(task<> pause) &
{
    bool const had_permit = permit_.has_value(); // a slow reading has none
    permit_.reset();
    auto const paused = time_.now();
    co_await std::move(pause);
    if (had_permit) {
        auto permit = co_await all_.acquire();
        permit_.emplace(std::move(permit));
    }
    pace_.leave_out(time_.now() - paused);
}

void collection_reading::check(std::size_t max_repeats, std::string_view what)
{
    if (objects.repeats_itself(max_repeats))
        throw api_error(errc::unexpected_content, "",
                        "the " + std::string(what) + " brings the same objects again and again");
    check_pace();
}

void collection_reading::check_pace()
{
    auto const now = time_.now();
    if (!pace_.is_due(now)) return;
    auto const verdict = pace_.judge(now, objects.size() + hidden_);
    if (verdict == reading_pace::verdict::fine) // it may have been slow before
        return std::exchange(is_slow_, false) ? health_.clear_failure() : health_.withdraw_cause();
    auto const what = std::to_string(objects.size()) + " objects so far, fewer than " +
                      std::to_string(reading_pace::least_objects) + " new ones in the last minute";
    bool const is_first = permit_.has_value(); // only in the first slow minute
    bool const is_last = verdict == reading_pace::verdict::too_slow;
    if (!std::exchange(is_reported_, true) || is_last) context_.report_slow_answer();
    if (is_last) throw api_error(errc::slow_answer, "", "the reading was given up after " + what);
    api_error const slow(errc::slow_answer, "list " + path_, what);
    is_slow_ |= !health_.is_failing();
    if (is_first)
        context_.env().log->log(
            log_level::warning, slow.what(),
            {{"collection", path_}, {"next", "the list goes on, and another informer may list meanwhile"}});
    permit_.reset();
    health_.report_trouble(slow, began_, cause_reporter::urgency::at_once);
}

complete_list collection_reading::end()
{
    if (!permit_) { // it was slow, and has given its permit back
        auto const lasted = std::chrono::floor<std::chrono::seconds>(time_.now() - began_);
        context_.env().log->log(log_level::warning, "a slow list is complete",
                                {{"collection", path_},
                                 {"objects", std::to_string(objects.size())},
                                 {"after", std::to_string(lasted.count()) + " s"}});
    }
    health_.status.remaining.reset();
    return objects.take();
}

void collection_reading::abandon()
{
    objects.clear();
    permit_.reset();
}

} // namespace coinformer::detail
