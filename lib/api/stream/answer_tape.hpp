#pragma once

#include <coinformer/core/error.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// The questions of an informer whose answers are recorded. A stream is a watch that begins with all objects.
/// The last one asks whether the server has the known version.
enum class recorded_question : std::uint8_t { list, watch, stream, confirm };

struct asked_question {
    recorded_question what = recorded_question::list;
    std::string path = {};   ///< the collection's path, without a query
    bool in_doubt = false;   ///< see page_request::in_doubt
    bool is_newest = false;  ///< see page_request::is_newest
    bool is_further = false; ///< it is a further page of a list
};

/// Is told of each question of an informer, and of the answer as it arrives. Nothing that it does can fail.
///
/// Threads    the client's strand.
class answer_tape {
public:
    using number = std::uint32_t;
    virtual ~answer_tape() = default;

    /// The request is about to be sent. Returns a number that names its answer.
    virtual number asked(asked_question const& what) noexcept = 0;
    /// There is no answer, or the server refuses the request.
    virtual void refused(number of, api_error const& why) noexcept = 0;
    virtual void answered(number of, std::string_view media_type) noexcept = 0;
    /// A part of the body has come, which is not compressed.
    virtual void received(number of, std::span<std::string_view const> pieces) noexcept = 0;
    /// Without a code, the whole body has come. With condition::cancelled, the informer has given it up.
    virtual void ended(number of, error_code why) noexcept = 0;
    /// The informer has read everything that has come of a watch, and has reached this version.
    virtual void reached(number of, std::string_view version) noexcept = 0;
};

/// One question on a tape, and its answer. If it is default-constructed, it records nothing.
class answer_track {
public:
    answer_track() = default;
    answer_track(std::shared_ptr<answer_tape> on, asked_question const& what) : tape_(std::move(on))
    {
        if (tape_) number_ = tape_->asked(what);
    }
    answer_track(answer_track&&) noexcept = default;
    answer_track& operator=(answer_track&&) noexcept = delete;
    /// If the answer has not ended, it was given up.
    ~answer_track() { end(errc::cancelled); }

    bool is_recorded() const noexcept { return tape_ != nullptr; }
    void refused(api_error const& why) noexcept
    {
        if (tape_) tape_->refused(number_, why);
        tape_.reset();
    }
    void answered(std::string_view media_type) noexcept
    {
        if (tape_) tape_->answered(number_, media_type);
    }
    /// No piece means that the whole body has come.
    void received(std::span<std::string_view const> pieces) noexcept
    {
        if (pieces.empty()) return end({});
        if (tape_) tape_->received(number_, pieces);
    }
    void end(error_code why) noexcept
    {
        if (tape_) tape_->ended(number_, why);
        tape_.reset();
    }
    void reached(std::string_view version) noexcept
    {
        if (tape_) tape_->reached(number_, version);
    }

private:
    std::shared_ptr<answer_tape> tape_;
    answer_tape::number number_ = 0;
};

} // namespace coinformer::detail
