#include "api/object/packed_uid.hpp"

#include <cstddef>

namespace coinformer::detail {

namespace {

constexpr std::size_t text_size = 36;

constexpr bool is_dash(std::size_t at) noexcept
{
    return at == 8 || at == 13 || at == 18 || at == 23;
}

// The value of each character; 0xff if it is not a digit. A table has no branches, which random digits would
// mispredict.
constexpr auto values = [] {
    std::array<unsigned char, 256> of{};
    of.fill(0xff);
    for (unsigned char i = 0; i != 10; ++i) of[static_cast<std::size_t>('0') + i] = i;
    for (unsigned char i = 0; i != 6; ++i)
        of[static_cast<std::size_t>('a') + i] = static_cast<unsigned char>(10 + i);
    return of;
}();

} // namespace

std::optional<packed_uid> pack_uid(std::string_view text) noexcept
{
    if (text.size() != text_size) return std::nullopt;
    packed_uid uid;
    unsigned wrong = 0;
    auto const value = [&](std::size_t i) { return unsigned{values[static_cast<unsigned char>(text[i])]}; };
    for (std::size_t at = 0, i = 0; at != text_size;) {
        if (is_dash(at)) {
            wrong |= unsigned(text[at++] != '-') << 8;
            continue;
        }
        auto const high = value(at), low = value(at + 1);
        wrong |= (high | low) & 0xf0;
        uid[i++] = static_cast<unsigned char>(high << 4 | low);
        at += 2;
    }
    if (wrong != 0) return std::nullopt;
    return uid;
}

std::string unpack_uid(packed_uid const& uid)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text(text_size, '-');
    std::size_t at = 0;
    for (auto const byte : uid) {
        at += is_dash(at);
        text[at++] = digits[byte >> 4];
        text[at++] = digits[byte & 15];
    }
    return text;
}

} // namespace coinformer::detail
