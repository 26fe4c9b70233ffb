#pragma once

#include "cache/recorder/recorded_history.hpp"
#include "cache/warm/snapshot_writer.hpp"

#include <coinformer/cache/flight_recorder.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The state with which a recording begins.
struct recording_base {
    std::optional<snapshot_ref> objects = {}; ///< empty if the recording begins with the first question
    std::vector<std::string> versions = {};
    recorded_history::place at = 0;
    std::uint64_t total = 0; ///< recorded_history::total() at that time
    duration time{};
    /// The open watches, and where each of them begins to bring what the objects lack.
    std::map<recorded_history::number, recorded_history::place> watches = {};
};

/// The inside of a flight_recorder: what an informer has received, in a bounded amount of memory.
///
/// A recording has to begin somewhere. At first that is the informer's first question. Later it is a *base*:
/// a snapshot of the store at a moment at which each collection is being watched, and at which it is known
/// behind which part of each watch the store's version was reached. When the memory is half full the tape
/// asks for a base, and when it is full the tape drops everything before that base. So a recording is mostly
/// no shorter than half of what fits.
///
/// States     Not recording yet; with a beginning, and perhaps with the base that comes next; without one,
///            because more has come than fits and no base was known, or because the informer has begun with
///            objects of an earlier process. Then nothing is kept until there is a base.
/// Threads    The functions of answer_tape and offer_base() on the client's strand, the others on any thread.
class flight_tape final : public answer_tape {
public:
    /// The facts about its informer that a recording needs.
    struct subject {
        time_ref time;
        resource of;
        std::vector<std::string> namespaces; ///< empty if it reads all of them as one
        object_type const* type = nullptr;   ///< the type of the stored objects
        std::string scope;                   ///< see warm_facts::scope
        std::function<void()> offer;         ///< calls offer_base(), if the store has something to offer
        bool begins_empty = true; ///< without the objects of an earlier process, which a recording would lack
    };

    explicit flight_tape(flight_recorder_options options);

    /// Errors     errc::bad_request if an informer has had the tape already, if its objects cannot be saved,
    /// or
    ///            if they are Secrets and may not be recorded.
    void record(subject whom);

    number asked(asked_question const& what) noexcept override;
    void refused(number of, api_error const& why) noexcept override;
    void answered(number of, std::string_view media_type) noexcept override;
    void received(number of, std::span<std::string_view const> pieces) noexcept override;
    void ended(number of, error_code why) noexcept override;
    void reached(number of, std::string_view version) noexcept override;

    /// The store has changed. Calls subject::offer if the tape wants a base.
    void note_progress() noexcept;
    /// The store has these objects, which its namespaces have reached at these versions, and each of them is
    /// being watched. That becomes a base, if it is known where the watches have reached the versions.
    void offer_base(snapshot_ref objects, std::vector<std::string> versions) noexcept;

    /// Writes a recording, and commits it. Errors: those of flight_recorder::write().
    void write_to(snapshot_sink& to) const;
    duration length() const;
    std::size_t bytes() const;

private:
    bool wants_base() const;
    duration now() const { return whom_->time->now() - began_; }
    template <class F>
    void change(F how) noexcept;
    void make_room();
    void begin_with(recording_base from);
    void lose_beginning() noexcept;

    flight_recorder_options const options_;
    mutable std::mutex lock_; // guards everything below
    std::optional<subject> whom_;
    time_point began_{};
    std::vector<std::string> paths_; // the paths of the collections, one for each namespace
    std::vector<number> watches_;    // the last question of each of them; 0 before there was one
    recorded_history history_;
    std::optional<recording_base> base_;      // empty if there is no beginning
    std::optional<recording_base> next_base_; // takes the place of base_ when room is needed
};

} // namespace coinformer::detail
