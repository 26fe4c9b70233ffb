#include "cache/recorder/flight_tape.hpp"

#include "api/image/image_plan.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace coinformer::detail {

namespace {

// The text of an error is not recorded if the server has not written it, because it may name hosts and users.
recorded_refusal refusal_of(api_error const& why)
{
    recorded_refusal made;
    made.code = errc_number(why.code());
    if (is_recordable(why.status().code)) made.status = static_cast<std::uint16_t>(why.status().code);
    made.reason = why.status().reason;
    made.message = why.status().message;
    if (auto const pause = why.retry_after()) made.retry_after = static_cast<std::uint32_t>(pause->count());
    return made;
}

/// Appends a snapshot to another sink, which is not complete with it.
class inner_sink final : public snapshot_sink {
public:
    explicit inner_sink(snapshot_sink& to) : to_(to) {}
    void append(std::string_view bytes) override { to_.append(bytes); }
    void commit() override {}

private:
    snapshot_sink& to_;
};

} // namespace

flight_tape::flight_tape(flight_recorder_options options) : options_(options)
{
    constexpr std::size_t least = 64 * 1024;
    if (options_.bytes < least)
        throw api_error(errc::bad_request, "flight_recorder",
                        "flight_recorder_options::bytes is less than 64 KB");
}

void flight_tape::record(subject whom)
{
    auto const name = "informer of " + to_string(whom.of);
    bool const are_secrets = whom.of.group.empty() && whom.of.plural == "secrets";
    if (are_secrets && !options_.secrets)
        throw api_error(
            errc::bad_request, name,
            "Secrets would be recorded: set flight_recorder_options::secrets if that is what you want");
    if (auto const& why = image_plan_of(*whom.type).refusal; !why.empty())
        throw api_error(errc::bad_request, name,
                        "informer_options::recorder is set, and the objects cannot be saved: " + why);
    std::lock_guard const hold(lock_);
    if (whom_)
        throw api_error(errc::bad_request, name,
                        "informer_options::recorder has served an informer already: make one for each");
    for (auto const& ns : whom.namespaces) paths_.push_back(collection_path(whom.of, ns));
    if (paths_.empty()) paths_.push_back(collection_path(whom.of));
    watches_.resize(paths_.size());
    whom_ = std::move(whom);
    began_ = whom_->time->now();
    if (whom_->begins_empty)
        base_.emplace();
    else
        history_.stop_keeping();
}

// ---- what comes

// Without memory for a change, the recording has lost its beginning.
template <class F>
void flight_tape::change(F how) noexcept
{
    std::lock_guard const hold(lock_);
    try {
        how();
        make_room();
    } catch (...) {
        lose_beginning();
    }
}

flight_tape::number flight_tape::asked(asked_question const& what) noexcept
{
    number made = 0; // if there is no memory, nobody has this number
    change([&] {
        made = history_.ask(what, now());
        if (what.what == recorded_question::confirm) return;
        auto const found = std::ranges::find(paths_, what.path);
        if (found != paths_.end()) watches_[static_cast<std::size_t>(found - paths_.begin())] = made;
    });
    return made;
}

void flight_tape::refused(number of, api_error const& why) noexcept
{
    change([&] { history_.refuse(of, now(), refusal_of(why)); });
}

void flight_tape::answered(number of, std::string_view media_type) noexcept
{
    change([&] { history_.answer(of, now(), media_type); });
}

void flight_tape::received(number of, std::span<std::string_view const> pieces) noexcept
{
    change([&] {
        std::string bytes;
        if (history_.is_keeping())
            for (auto const piece : pieces) bytes += piece;
        history_.add_bytes(of, now(), std::move(bytes));
    });
}

void flight_tape::ended(number of, error_code why) noexcept
{
    using kind = recorded_part::kind;
    auto const how = !why ? kind::end : why == condition::cancelled ? kind::given_up : kind::cut;
    change([&] { history_.end(of, now(), how, errc_number(why)); });
}

void flight_tape::reached(number of, std::string_view version) noexcept
{
    change([&] { history_.reach(of, version); });
    note_progress(); // the store may be there already, and nothing else may happen for long
}

// ---- the beginning

bool flight_tape::wants_base() const
{
    std::lock_guard const hold(lock_);
    return !base_ || (!next_base_ && history_.total() - base_->total > options_.bytes / 2);
}

void flight_tape::note_progress() noexcept
{
    if (!wants_base()) return;
    try {
        whom_->offer();
    } catch (...) {
        // There was no memory. The next change brings another offer.
    }
}

void flight_tape::offer_base(snapshot_ref objects, std::vector<std::string> versions) noexcept
{
    change([&] {
        recording_base made;
        for (std::size_t i = 0; i != paths_.size(); ++i) {
            auto const place = history_.place_of(watches_[i], versions.at(i));
            if (!place) return;
            made.watches.emplace(watches_[i], *place);
        }
        made.objects = std::move(objects);
        made.versions = std::move(versions);
        made.at = history_.next();
        made.total = history_.total();
        made.time = now();
        if (base_)
            next_base_ = std::move(made);
        else
            begin_with(std::move(made));
    });
}

void flight_tape::make_room()
{
    if (history_.bytes() > options_.bytes && next_base_) begin_with(*std::exchange(next_base_, std::nullopt));
    if (history_.bytes() > options_.bytes) lose_beginning();
}

void flight_tape::begin_with(recording_base from)
{
    history_.keep_from(from.at, from.watches);
    base_ = std::move(from);
}

void flight_tape::lose_beginning() noexcept
{
    history_.stop_keeping();
    base_.reset();
    next_base_.reset();
}

// ---- reading

void flight_tape::write_to(snapshot_sink& to) const
{
    std::unique_lock hold(lock_);
    if (!base_)
        throw api_error(
            errc::no_version, "flight_recorder",
            "nothing can be replayed now, because the informer has begun with a snapshot, or more than "
            "flight_recorder_options::bytes has come: there is a recording again after the next change");
    auto const base = *base_;
    flight_recording made{.resource = to_string(whom_->of), .length = now() - base.time};
    made.began = whom_->time->wall_now() - std::chrono::duration_cast<wall_time::duration>(made.length);
    auto const bytes = history_.copy_to(made, base.time);
    auto const scope = whom_->scope, path = collection_path(whom_->of);
    auto const& type = *whom_->type;
    hold.unlock(); // the rest takes long
    for (std::size_t i = 0; i != bytes.size(); ++i)
        if (bytes[i]) made.parts[i].bytes = *bytes[i];
    to.append(encoded_without_base(made));
    snapshot_origin const origin{
        .server = "cluster " + std::string(recorded_server), .resource = path, .scope = scope};
    made = {};
    inner_sink inside(to);
    if (base.objects) write_snapshot(*base.objects, base.versions, type, origin, inside);
    to.commit();
}

duration flight_tape::length() const
{
    std::lock_guard const hold(lock_);
    return base_ ? now() - base_->time : duration::zero();
}

std::size_t flight_tape::bytes() const
{
    std::lock_guard const hold(lock_);
    return history_.bytes();
}

} // namespace coinformer::detail
