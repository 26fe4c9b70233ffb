#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace fuzz {

/// Turns the bytes that the fuzzer supplies into decisions, so that most inputs build something that is
/// nearly right.
///
/// Each decision takes bytes off the front. When no bytes are left every decision is 0, so a generator must
/// treat 0 as its ordinary case that ends: then every input, however short, builds something finite.
class input {
public:
    input(std::uint8_t const* data, std::size_t size) : rest_(reinterpret_cast<char const*>(data), size) {}
    explicit input(std::string_view bytes) : rest_(bytes) {}

    bool is_empty() const noexcept { return rest_.empty(); }

    std::uint8_t byte() noexcept
    {
        if (rest_.empty()) return 0;
        auto const first = static_cast<std::uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        return first;
    }

    /// Returns a number in [0, bound). Takes as many bytes as the bound has.
    std::uint64_t below(std::uint64_t bound) noexcept
    {
        std::uint64_t number = 0;
        for (auto left = bound - 1; left != 0; left >>= 8) number = number << 8 | byte();
        return bound == 0 ? number : number % bound;
    }

    std::uint64_t number() noexcept
    {
        auto const size = below(9);
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i != size; ++i) value = value << 8 | byte();
        return value;
    }

    /// True for about one input in `n`, and never when no bytes are left.
    bool one_in(std::uint64_t n) noexcept { return below(n) == n - 1; }

    std::string_view pick(std::initializer_list<std::string_view> choices) noexcept
    {
        return choices.begin()[below(choices.size())];
    }

    /// Takes up to `longest` bytes as they are.
    std::string_view bytes(std::size_t longest) noexcept
    {
        auto const taken = rest_.substr(0, static_cast<std::size_t>(below(longest + 1)));
        rest_.remove_prefix(taken.size());
        return taken;
    }

    /// Takes all bytes that are left.
    std::string_view rest() noexcept { return std::exchange(rest_, {}); }

private:
    std::string_view rest_;
};

} // namespace fuzz
