#pragma once

#include <coinformer/api/compact.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer {

/// An amount with its unit ("500m", "2Gi"), as it was written. The server may also write a JSON number.
class quantity : public text {};

/// A number or a name, as in `targetPort: 8080` and `targetPort: "http"`. It is the number 0 if the JSON has
/// no such member.
class int_or_string {
public:
    int_or_string() noexcept { ref_.size = number; }

    /// True if it is the number.
    bool is_int() const noexcept { return ref_.size == number; }
    /// Returns the number, or 0 if it is a string.
    std::int32_t as_int() const noexcept { return is_int() ? ref_.offset : 0; }
    /// Returns the string, or an empty one if it is a number.
    std::string_view as_string() const noexcept
    {
        return is_int() ? std::string_view() : std::string_view(ref_.data<char>(), ref_.size);
    }
    /// Returns the number or the string as text, as kubectl shows it.
    std::string to_owned() const { return is_int() ? std::to_string(as_int()) : std::string(as_string()); }

    friend bool operator==(int_or_string const& a, int b) noexcept { return a.is_int() && a.as_int() == b; }
    friend bool operator==(int_or_string const& a, std::string_view b) noexcept
    {
        return !a.is_int() && a.as_string() == b;
    }
    friend bool operator==(int_or_string const& a, int_or_string const& b) noexcept
    {
        return a.is_int() == b.is_int() && a.as_int() == b.as_int() && a.as_string() == b.as_string();
    }

private:
    static constexpr std::uint32_t number = UINT32_MAX; // stands in place of a size if `offset` is the number
    detail::block_ref ref_;
};

std::ostream& operator<<(std::ostream& out, int_or_string const& v);

static_assert(sizeof(int_or_string) == 8);

/// metav1.Time: "2024-05-01T12:00:00Z".
using timestamp = std::chrono::sys_seconds;
/// metav1.MicroTime: "2024-05-01T12:00:00.000000Z".
using micro_timestamp = std::chrono::sys_time<std::chrono::microseconds>;

namespace detail {

/// A string that can be the argument of a template.
template <std::size_t N>
struct literal {
    constexpr literal(char const (&text)[N]) noexcept
    {
        for (std::size_t i = 0; i != N; ++i) characters[i] = text[i];
    }
    constexpr std::string_view view() const noexcept { return {characters, N - 1}; }
    char characters[N];
};

/// Holds an X; the derived type says how the X is read.
template <class X>
class holder {
public:
    operator X const&() const noexcept { return value; }
    X const& operator*() const noexcept { return value; }
    X const* operator->() const noexcept { return &value; }

    X value{};
};

} // namespace detail

/// A member that has to be there: an object without it is a fault (errc::missing_field). Without `required`,
/// a member that is absent or null keeps its default, because the Kubernetes API leaves empty values out.
template <class X>
class required : public detail::holder<X> {};

/// A member whose key in the JSON is no C++ name, or not the name that the struct should have. For example,
/// it reads one annotation of many:
///
///     struct annotations { key<"prometheus.io/port", text> port; };
template <detail::literal Key, class X>
class key : public detail::holder<X> {};

/// The first object of a list whose field `Key` is `Value`, read as X. The other objects are read up to that
/// field, which built-in kinds write first; if a field before it does not fit X, the object is a fault. If no
/// object of the list matches, X keeps its defaults; std::optional<element<…>> tells the two cases apart. X
/// need not declare the field.
///
///     struct pod_status { element<"type", "Ready", pod_condition> conditions; };
template <detail::literal Key, detail::literal Value, class X>
class element : public detail::holder<X> {};

} // namespace coinformer
