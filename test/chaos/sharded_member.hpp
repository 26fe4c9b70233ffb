#pragma once

#include <coinformer/api/labels.hpp>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace chaos {

/// A member of the shard group writes this into each object that it reconciles, as annotations: its own name,
/// the fencing number of its right, and the value of the object that it saw.
struct stamp {
    static constexpr std::string_view by_key = "coinformer.test/by";
    static constexpr std::string_view number_key = "coinformer.test/number";
    static constexpr std::string_view seen_key = "coinformer.test/seen";

    std::string by;
    std::int64_t number = 0; ///< 0 in an object that no member has reconciled yet
    std::string seen;
    bool operator==(stamp const&) const = default;
};

inline stamp stamp_of(coinformer::labels const& annotations)
{
    stamp s{.by = std::string(annotations.value_or(stamp::by_key, "")),
            .seen = std::string(annotations.value_or(stamp::seen_key, ""))};
    auto const number = annotations.value_or(stamp::number_key, "0");
    std::from_chars(number.data(), number.data() + number.size(), s.number);
    return s;
}

/// A time in microseconds of the monotonic clock, which all processes of a machine share.
using shared_time = std::int64_t;

inline shared_time shared_now()
{
    auto const now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

/// One line that a member prints about a reconcile. The verbs are
///
/// - BEGIN and END,
/// - GONE: the object is not there, so that its end is reconciled,
/// - LATE: is_valid() says that the process may not write any more,
/// - REFUSED: the object has a stamp with a greater number, so that the member does not write,
/// - CONFLICT: the object was changed between the member's read and its write,
/// - WRITTEN: the server has accepted the stamp.
struct member_step {
    std::string verb;
    shared_time time = 0;
    std::uint64_t hash = 0;
    std::int64_t number = 0;
    bool is_valid = false; ///< what is_valid() said at the begin, after `time` was read there
    std::string name;
    std::string value; ///< what the member has seen of the object; "-" if there is no object

    std::string line() const
    {
        std::ostringstream text;
        text << "STEP " << verb << ' ' << time << ' ' << hash << ' ' << number << ' ' << is_valid << ' '
             << name << ' ' << value;
        return text.str();
    }
    static std::optional<member_step> parsed(std::string const& line)
    {
        member_step s;
        std::string word;
        std::istringstream words(line);
        words >> word;
        if (word != "STEP") return std::nullopt;
        words >> s.verb >> s.time >> s.hash >> s.number >> s.is_valid >> s.name >> s.value;
        return words ? std::optional(std::move(s)) : std::nullopt;
    }
};

} // namespace chaos
