#pragma once

#include "api/stream/answer_tape.hpp"

#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// A number of errc, or 0 if it is another error.
using error_number = std::uint16_t;
error_number errc_number(error_code code) noexcept;

/// True if a refusal can have this status of HTTP. A server may send others, which are recorded as 0.
constexpr bool is_recordable(int status) noexcept
{
    return status >= 300 && status < 600;
}

/// Why a question got no answer, as far as somebody who replays it needs to know.
struct recorded_refusal {
    error_number code = 0;                         ///< the error of the informer's client
    std::uint16_t status = 0;                      ///< the status of HTTP, if is_recordable(); otherwise 0
    std::string reason = {};                       ///< the reason in the server's Status
    std::string message = {};                      ///< the message in the server's Status
    std::optional<std::uint32_t> retry_after = {}; ///< in seconds
};

/// A question, and how it was answered. All times in a recording are counted from its beginning; those before
/// it are negative.
struct recorded_answer {
    asked_question asked = {};
    duration asked_at{};
    std::optional<duration> answered_at = {}; ///< or refused; empty if that has not happened
    std::string media_type = {};              ///< the type of the body
    std::optional<recorded_refusal> refusal = {};
};

/// A part of the body of an answer, or its end.
struct recorded_part {
    enum class kind : std::uint8_t {
        bytes,
        end,      ///< the body is complete
        cut,      ///< the connection broke, or the body was wrong
        given_up, ///< the informer did not want more
    };
    kind what = kind::bytes;
    std::uint32_t answer = 0; ///< its place in flight_recording::answers
    duration at{};
    error_number code = 0; ///< why it was cut
    std::string bytes = {};
};

/// The UID of the namespace kube-system where recordings are replayed. The snapshot in a recording names it,
/// so that each of them is taken for one of this server.
inline constexpr std::string_view recorded_server = "the server of a recording";

/// The contents of a recording.
struct flight_recording {
    std::string resource = {}; ///< for example "deployments.apps"
    wall_time began{};
    duration length{};
    std::vector<recorded_answer> answers = {}; ///< in the order of the questions
    std::vector<recorded_part> parts = {};     ///< in the order in which they came
    /// A snapshot file of the store at the beginning; empty if there was nothing in it.
    std::string base = {};
};

/// Returns the bytes of everything but the base. In a file the base follows them. Numbers are in the byte
/// order of the machine, as in a snapshot file.
std::string encoded_without_base(flight_recording const& from);
/// Errors     std::runtime_error, whose words say what is wrong with the bytes. Damage of the base is found
/// by
///            the informer that begins with it.
flight_recording decoded_recording(std::string_view bytes);

} // namespace coinformer::detail
