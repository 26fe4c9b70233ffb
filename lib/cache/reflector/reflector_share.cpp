// How a reflector follows a share that changes: see collection_share.
#include "cache/reflector/reflector.hpp"

namespace coinformer::detail {

// How often a reflector without a share looks whether something is wrong with it.
static constexpr std::chrono::seconds share_look_interval{5};

// Follows what this process holds. While it holds nothing, there is nothing to read.
task<> reflector::adapt_to_share() &
{
    share_.adapt(queue_);
    if (share_.is_empty()) health_.clear_failure(); // nobody needs the collection any more
    std::string trouble;
    while (share_.is_empty()) {
        report_trouble_of_share(trouble);
        health_.status.now = phase::idle;
        if (next_ != approach::resume) next_ = read_all();
        co_await share_.changed(now() + share_look_interval);
        share_.adapt(queue_);
    }
    bool const can_extend =
        source_.lists_exact_versions() && !position_.version().empty() && !position_.may_be_replaced();
    bool const goes_on = next_ == approach::watch || next_ == approach::confirm || next_ == approach::extend;
    if (!goes_on) co_return; // a list brings what was gained, too, and a snapshot what of it is its own
    if (share_.has_gained())
        next_ = can_extend ? approach::extend : read_all();
    else if (next_ == approach::extend)
        next_ = approach::watch;
}

// `known` is the text that was reported last, or empty.
void reflector::report_trouble_of_share(std::string& known)
{
    auto const before = std::exchange(known, share_.trouble());
    if (known == before) return;
    if (known.empty()) return health_.clear_failure();
    health_.report_trouble(api_error(errc::no_share, name_, known),
                           health_.status.failing_since.value_or(now()),
                           cause_reporter::urgency::when_it_lasts);
}

// The process holds another share than before. An open watch ends, and any other attempt goes on to its end.
void reflector::end_watch_of_share()
{
    api_error const why(errc::stopped, "watch " + name_, "this process holds another share");
    if (watches_share()) silence_.answer_failed(std::make_exception_ptr(why));
}

// The rest of the store is at the known version, so that no watch could go on from another one for both.
void reflector::check_is_exact(list_meta const& page) const
{
    if (page.resource_version == position_.version()) return;
    throw api_error(errc::unexpected_content, "",
                    "the list is at version " + page.resource_version + ", and not at " +
                        position_.version() + ", which was asked for");
}

} // namespace coinformer::detail
