#include "cache/recorder/recording.hpp"

#include "cache/warm/snapshot_file.hpp"

#include <chrono>
#include <stdexcept>

namespace coinformer::detail {

namespace {

constexpr std::string_view recording_magic{"\x89"
                                           "cinrec\n",
                                           8};
constexpr std::uint32_t recording_format = 3;
// A time beyond this would overflow when it is added to others.
constexpr duration longest_time = std::chrono::hours(24 * 365 * 20);

// The checksum is that of a block of a snapshot file.
std::uint64_t checksum_of(std::string_view bytes)
{
    return block_checksum(0, block_kind::footer, bytes);
}

void append_time(std::string& to, duration at)
{
    append_number(to, std::int64_t(std::chrono::nanoseconds(at).count()));
}

void append_answer(std::string& to, recorded_answer const& one)
{
    append_number(to, one.asked.what);
    append_text(to, one.asked.path);
    append_number(to, std::uint8_t(one.asked.in_doubt));
    append_number(to, std::uint8_t(one.asked.is_newest));
    append_number(to, std::uint8_t(one.asked.is_further));
    append_time(to, one.asked_at);
    append_number(to, std::uint8_t(one.answered_at.has_value()));
    append_time(to, one.answered_at.value_or(duration::zero()));
    append_text(to, one.media_type);
    append_number(to, std::uint8_t(one.refusal.has_value()));
    if (!one.refusal) return;
    append_number(to, one.refusal->code);
    append_number(to, one.refusal->status);
    append_text(to, one.refusal->reason);
    append_text(to, one.refusal->message);
    append_number(to, std::uint8_t(one.refusal->retry_after.has_value()));
    append_number(to, one.refusal->retry_after.value_or(0));
}

void append_part(std::string& to, recorded_part const& one)
{
    append_number(to, one.what);
    append_number(to, one.answer);
    append_time(to, one.at);
    append_number(to, one.code);
    append_text(to, one.bytes);
}

/// Reads a recording, and refuses what no recorder writes.
class recording_reader {
public:
    explicit recording_reader(std::string_view bytes) : from_(bytes) {}

    flight_recording read()
    {
        flight_recording all;
        all.resource = from_.text();
        all.began = wall_time(std::chrono::duration_cast<wall_time::duration>(time(longest_wall_time)));
        all.length = time(longest_time);
        auto const answers = from_.number<std::uint32_t>(), parts = from_.number<std::uint32_t>();
        for (std::uint32_t i = 0; i != answers && from_.ok(); ++i) all.answers.push_back(answer());
        for (std::uint32_t i = 0; i != parts && from_.ok(); ++i)
            all.parts.push_back(part(all.answers.size()));
        demand(from_.is_at_end(), "the recording ends too soon, or too late");
        return all;
    }

private:
    static constexpr duration longest_wall_time = std::chrono::hours(24 * 365 * 200); // since 1970

    void demand(bool condition, char const* otherwise) const
    {
        if (!condition) throw std::runtime_error(otherwise);
    }
    duration time(duration most)
    {
        std::chrono::nanoseconds const at(from_.number<std::int64_t>());
        demand(at <= most && at >= -most, "the recording has an impossible time");
        return at;
    }
    template <class Enum>
    Enum one_of_first(std::uint8_t count)
    {
        auto const number = from_.number<std::uint8_t>();
        demand(number < count, "the recording has something of an unknown kind");
        return static_cast<Enum>(number);
    }
    recorded_answer answer()
    {
        recorded_answer one;
        one.asked.what = one_of_first<recorded_question>(4);
        one.asked.path = from_.text();
        one.asked.in_doubt = from_.number<std::uint8_t>() != 0;
        one.asked.is_newest = from_.number<std::uint8_t>() != 0;
        one.asked.is_further = from_.number<std::uint8_t>() != 0;
        one.asked_at = time(longest_time);
        bool const is_answered = from_.number<std::uint8_t>() != 0;
        auto const at = time(longest_time);
        if (is_answered) one.answered_at = at;
        one.media_type = from_.text();
        bool const is_refused = from_.number<std::uint8_t>() != 0;
        if (is_refused) one.refusal = refusal();
        return one;
    }
    recorded_refusal refusal()
    {
        recorded_refusal why;
        why.code = from_.number<error_number>();
        why.status = from_.number<std::uint16_t>();
        demand(why.status == 0 || is_recordable(why.status), "the recording has an impossible status");
        why.reason = from_.text();
        why.message = from_.text();
        bool const has_pause = from_.number<std::uint8_t>() != 0;
        auto const seconds = from_.number<std::uint32_t>();
        if (has_pause) why.retry_after = seconds;
        return why;
    }
    recorded_part part(std::size_t answers)
    {
        recorded_part one;
        one.what = one_of_first<recorded_part::kind>(4);
        one.answer = from_.number<std::uint32_t>();
        demand(!from_.ok() || one.answer < answers, "the recording names an answer that it does not have");
        one.at = time(longest_time);
        one.code = from_.number<error_number>();
        one.bytes = from_.text();
        return one;
    }

    byte_reader from_;
};

} // namespace

error_number errc_number(error_code code) noexcept
{
    return code.category() == error_category() ? static_cast<error_number>(code.value()) : error_number(0);
}

// magic (8) | format (4) | size (8) and checksum (8) of what follows | what follows | base
std::string encoded_without_base(flight_recording const& from)
{
    std::string inside;
    append_text(inside, from.resource);
    append_time(inside, from.began.time_since_epoch());
    append_time(inside, from.length);
    append_number(inside, std::uint32_t(from.answers.size()));
    append_number(inside, std::uint32_t(from.parts.size()));
    for (auto const& one : from.answers) append_answer(inside, one);
    for (auto const& one : from.parts) append_part(inside, one);
    std::string all(recording_magic);
    append_number(all, recording_format);
    append_number(all, std::uint64_t(inside.size()));
    append_number(all, checksum_of(inside));
    return all += inside;
}

flight_recording decoded_recording(std::string_view bytes)
{
    if (!bytes.starts_with(recording_magic)) throw std::runtime_error("these bytes are no recording");
    byte_reader head(bytes.substr(recording_magic.size()));
    if (head.number<std::uint32_t>() != recording_format)
        throw std::runtime_error("the recording was written by another version of coinformer");
    auto const size = head.number<std::uint64_t>();
    auto const checksum = head.number<std::uint64_t>();
    auto const inside = head.rest().substr(0, size);
    if (!head.ok() || inside.size() != size || checksum_of(inside) != checksum)
        throw std::runtime_error("the recording is damaged, or its end is missing");
    auto all = recording_reader(inside).read();
    all.base = head.rest().substr(size);
    return all;
}

} // namespace coinformer::detail
