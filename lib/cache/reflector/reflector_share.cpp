// How a reflector follows a share that changes: see collection_share.
#include "cache/reflector/reflector.hpp"

namespace coinformer::detail {

// How often a reflector without a share looks whether something is wrong with it.
static constexpr std::chrono::seconds share_look_interval{5};

// Follows what this process holds. While it holds nothing, there is nothing to read.
task<> reflector::adapt_to_share() &
{
    state_.share.adapt(state_.queue);
    if (state_.share.is_empty()) state_.health.nothing_is_held();
    std::string trouble;
    bool const had_nothing = state_.share.is_empty() && !state_.position.version().empty();
    while (state_.share.is_empty()) {
        report_trouble_of_share(trouble);
        state_.health.status.now = phase::idle;
        if (state_.doing != approach::resume)
            state_.doing = state_.snapshot.waits() ? approach::resume : read_all();
        co_await while_open(state_.share.changed(state_.origin.now() + share_look_interval));
        state_.share.adapt(state_.queue);
    }
    if (had_nothing) state_.health.list_follows("the share has grown");
    bool const can_extend = state_.origin.source.lists_exact_versions() &&
                            !state_.position.version().empty() && !state_.position.may_be_replaced();
    bool const goes_on = state_.doing == approach::watch || state_.doing == approach::confirm ||
                         state_.doing == approach::extend;
    // A list brings what was gained, too, and a snapshot what of it is its own.
    if (!goes_on || state_.snapshot.waits()) co_return;
    if (state_.share.has_gained()) {
        state_.doing = can_extend ? approach::extend : read_all();
        state_.health.list_follows("the share has grown");
    } else if (state_.doing == approach::extend) {
        state_.doing = approach::watch;
    }
}

// `known` is the text that was reported last, or empty.
void reflector::report_trouble_of_share(std::string& known)
{
    auto const before = std::exchange(known, state_.share.trouble());
    if (known == before) return;
    if (known.empty()) return state_.health.clear_failure();
    state_.health.report_trouble(api_error(errc::no_share, state_.origin.name, known),
                                 state_.health.status.failing_since.value_or(state_.origin.now()),
                                 cause_reporter::urgency::when_it_lasts);
}

} // namespace coinformer::detail
