#include "cache/reflector/reflector.hpp"

#include "core/handled_api_error.hpp"

// The questions that a reflector asks its server beside lists and watches: whether it is there, and whether
// it has the known version.

namespace coinformer::detail {

task<> reflector::confirm() &
{
    auto const alive = co_await silence_.guard(source_.is_there(ns_, position_.version()));
    if (!alive) throw api_error(errc::silent_connection, "");
    history_.version_was_confirmed();
    health_.version_was_confirmed();
}

// Asks on another connection whether the server is there, and whether it has the known version. `watch` is
// the number of the silent watch: the answer is ignored if another one has begun meanwhile.
task<> reflector::ask_about_silence(std::size_t watch) &
{
    std::exception_ptr failure;
    // Any other answer, such as a proxy's 503, only shows that the connection works.
    bool has_version = false, vouches = false;
    auto const last_line = silence_.last_line();
    auto const asked = now();
    try {
        vouches = co_await source_.confirm(ns_, known_version());
        has_version = true;
    } catch (boost::system::system_error const& e) {
        if (e.code() == condition::cancelled) throw;
        auto const* refused = handled_api_error();
        bool const answered = refused && refused->status().code != 0;
        if (!answered || e.code() == errc::version_too_large) failure = std::current_exception();
    }
    bool const goes_on = watch == status().watches && is_watch(next_) && attempt_.opened;
    if (!goes_on || silence_.last_line() != last_line) co_return; // the silence that it asked about is over
    if (failure) co_return silence_.answer_failed(failure);
    silence_.question_was_answered();
    history_.version_was_confirmed();
    health_.version_was_confirmed();
    if (!has_version || (next_ == approach::resume && !vouches)) co_return;
    if (next_ == approach::resume) {
        accept_snapshot();
        if (share_.has_changed()) end_watch_of_share(); // the snapshot lacks a part of the share
    }
    bool const is_whole = !share_.has_changed();
    if (is_whole) health_.note_current_at(asked);
    queue_.try_hand_over();
}

} // namespace coinformer::detail
