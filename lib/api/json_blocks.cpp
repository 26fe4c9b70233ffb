#include "api/json_blocks.hpp"

#include <bit>
#include <cstring>
#include <initializer_list>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace coinformer::detail {

namespace {

// Which of 64 bytes are what: bit i is byte i. Brackets of both kinds count alike: '{' and '[', '}' and ']' differ in
// bit 5 only.
struct block {
    std::uint64_t quotes, backslashes, opening, closing;
};

// ---- plain C++

struct portable {
    static constexpr bool counts_fast = false; // popcount is no instruction of x86-64 before v2

    // One bit for each of 8 bytes that is `wanted`.
    static std::uint64_t mask8(std::uint64_t bytes, char wanted) noexcept
    {
        constexpr std::uint64_t ones = 0x0101010101010101ULL;
        auto const differ = bytes ^ (ones * static_cast<unsigned char>(wanted));
        auto const zero = ~(((differ & ones * 0x7f) + ones * 0x7f) | differ | ones * 0x7f); // the top bit of each
        return ((zero >> 7) * 0x0102040810204080ULL) >> 56;
    }

    static block load(char const* p) noexcept
    {
        block b{};
        for (unsigned i = 0; i < 64; i += 8) {
            std::uint64_t bytes;
            std::memcpy(&bytes, p + i, 8);
            if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
            auto const folded = bytes | 0x2020202020202020ULL;
            b.quotes |= mask8(bytes, '"') << i;
            b.backslashes |= mask8(bytes, '\\') << i;
            b.opening |= mask8(folded, '{') << i;
            b.closing |= mask8(folded, '}') << i;
        }
        return b;
    }

    static std::uint64_t prefix_xor(std::uint64_t x) noexcept
    {
        for (unsigned shift = 1; shift < 64; shift *= 2) x ^= x << shift;
        return x;
    }
};

#if defined(__x86_64__)

// ---- SSE2: every x86-64 has it

struct sse2 {
    static constexpr bool counts_fast = false;

    static std::uint64_t mask(__m128i const (&v)[4], char wanted) noexcept
    {
        auto const w = _mm_set1_epi8(wanted);
        auto const bits = [&](int i) {
            return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(v[i], w))));
        };
        return bits(0) | bits(1) << 16 | bits(2) << 32 | bits(3) << 48;
    }

    [[gnu::always_inline]] static block load(char const* p) noexcept
    {
        __m128i v[4], folded[4];
        auto const bit5 = _mm_set1_epi8(0x20);
        for (int i = 0; i < 4; ++i) {
            v[i] = _mm_loadu_si128(reinterpret_cast<__m128i const*>(p + 16 * i));
            folded[i] = _mm_or_si128(v[i], bit5);
        }
        return {mask(v, '"'), mask(v, '\\'), mask(folded, '{'), mask(folded, '}')};
    }

    static std::uint64_t prefix_xor(std::uint64_t x) noexcept { return portable::prefix_xor(x); }
};

// ---- AVX2 with carry-less multiplication: chosen at run time

struct avx2 {
    static constexpr bool counts_fast = true;

    [[gnu::target("avx2,pclmul")]] static std::uint64_t mask(__m256i low, __m256i high, char wanted) noexcept
    {
        auto const w = _mm256_set1_epi8(wanted);
        auto const l = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, w)));
        auto const h = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, w)));
        return l | static_cast<std::uint64_t>(h) << 32;
    }

    [[gnu::target("avx2,pclmul")]] static block load(char const* p) noexcept
    {
        auto const low = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
        auto const high = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p + 32));
        auto const bit5 = _mm256_set1_epi8(0x20);
        auto const folded_low = _mm256_or_si256(low, bit5);
        auto const folded_high = _mm256_or_si256(high, bit5);
        return {mask(low, high, '"'), mask(low, high, '\\'), mask(folded_low, folded_high, '{'),
                mask(folded_low, folded_high, '}')};
    }

    [[gnu::target("avx2,pclmul")]] static std::uint64_t prefix_xor(std::uint64_t x) noexcept
    {
        auto const product = _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(x)), _mm_set1_epi8(-1), 0);
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
    }
};

// ---- AVX-512, likewise

struct avx512 {
    static constexpr bool counts_fast = true;

    [[gnu::target("avx512bw")]] static block load(char const* p) noexcept
    {
        auto const bytes = _mm512_loadu_si512(p);
        auto const folded = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));
        return {_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')),
                _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')),
                _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('{')),
                _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('}'))};
    }

    [[gnu::target("avx2,pclmul")]] static std::uint64_t prefix_xor(std::uint64_t x) noexcept
    {
        return avx2::prefix_xor(x);
    }
};

#endif

// Bytes that follow an escaping backslash. Runs of backslashes are told even from odd by one subtraction, whose borrow
// runs along them (the method is simdjson's).
[[gnu::always_inline]] inline std::uint64_t escaped_bytes(std::uint64_t backslashes, unsigned last,
                                                          nesting& state) noexcept
{
    constexpr std::uint64_t odd = 0xaaaaaaaaaaaaaaaaULL;
    auto const starts = backslashes & ~state.is_escaped;
    auto const codes = (((starts << 1) | odd) - starts) ^ odd;
    auto const escaped = codes ^ (backslashes | state.is_escaped);
    state.is_escaped = ((codes & backslashes) >> last) & 1;
    return escaped;
}

[[gnu::always_inline]] inline void cut_off(block& b, std::size_t size) noexcept
{
    auto const inside = ~std::uint64_t(0) >> (64 - size);
    b.quotes &= inside;
    b.backslashes &= inside;
    b.opening &= inside;
    b.closing &= inside;
}

// The structure of one block; a position in it, or nullptr.
template <class Isa>
[[gnu::always_inline]] inline char const* nested_step(char const* p, block b, unsigned last, nesting& state) noexcept
{
    if (b.backslashes | state.is_escaped) b.quotes &= ~escaped_bytes(b.backslashes, last, state);
    auto const inside = Isa::prefix_xor(b.quotes) ^ state.in_string;
    state.in_string = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside) >> 63);

    auto opening = b.opening & ~inside;
    auto closing = b.closing & ~inside;
    auto const empty = opening & (closing >> 1); // {} and [] change nothing; managedFields are full of them
    opening ^= empty;
    closing ^= empty << 1;
    if constexpr (Isa::counts_fast) { // most blocks cannot end it: one foreseen branch, and not one a bracket
        auto const closed = std::popcount(closing);
        if (closed < state.depth) {
            state.depth += std::popcount(opening) - closed;
            return nullptr;
        }
    }
    for (auto brackets = opening | closing; brackets; brackets &= brackets - 1) {
        auto const lowest = brackets & (~brackets + 1);
        state.depth += opening & lowest ? 1 : -1;
        if (state.depth == 0) return p + std::countr_zero(lowest) + 1;
    }
    return nullptr;
}

template <class Isa>
[[gnu::always_inline]] inline char const* nested_loop(char const* p, char const* end, nesting& state) noexcept
{
    auto now = state; // in registers
    char const* found = nullptr;
    for (; end - p >= 64; p += 64) {
        found = nested_step<Isa>(p, Isa::load(p), 63, now);
        if (found) break;
    }
    if (auto const rest = static_cast<std::size_t>(end - p); !found && rest != 0) {
        auto b = Isa::load(p);
        cut_off(b, rest);
        found = nested_step<Isa>(p, b, static_cast<unsigned>(rest - 1), now);
    }
    state = now;
    return found;
}

template <class Isa>
[[gnu::always_inline]] inline char const* string_loop(char const* p, char const* end, nesting& state) noexcept
{
    for (; p < end; p += 64) {
        auto b = Isa::load(p);
        auto const size = end - p < 64 ? static_cast<std::size_t>(end - p) : 64;
        cut_off(b, size);
        if (b.backslashes | state.is_escaped)
            b.quotes &= ~escaped_bytes(b.backslashes, static_cast<unsigned>(size - 1), state);
        if (b.quotes) return p + std::countr_zero(b.quotes) + 1;
    }
    return nullptr;
}

using skip_function = char const* (*)(char const*, char const*, nesting&) noexcept;

struct instructions {
    skip_function nested;
    skip_function string;
};

template <class Isa>
char const* nested_of(char const* p, char const* end, nesting& state) noexcept
{
    return nested_loop<Isa>(p, end, state);
}
template <class Isa>
char const* string_of(char const* p, char const* end, nesting& state) noexcept
{
    return string_loop<Isa>(p, end, state);
}

constexpr instructions with_portable{&nested_of<portable>, &string_of<portable>};

#if defined(__x86_64__)
#define COINFORMER_SKIPS(isa, instructions)                                                                            \
    [[gnu::target(instructions)]] char const* nested_##isa(char const* p, char const* end, nesting& state) noexcept    \
    {                                                                                                                  \
        return nested_loop<isa>(p, end, state);                                                                        \
    }                                                                                                                  \
    [[gnu::target(instructions)]] char const* string_##isa(char const* p, char const* end, nesting& state) noexcept    \
    {                                                                                                                  \
        return string_loop<isa>(p, end, state);                                                                        \
    }
COINFORMER_SKIPS(avx2, "avx2,pclmul,bmi,popcnt")
COINFORMER_SKIPS(avx512, "avx512bw,avx2,pclmul,bmi,popcnt")
#undef COINFORMER_SKIPS

constexpr instructions with_sse2{&nested_of<sse2>, &string_of<sse2>};
constexpr instructions with_avx2{&nested_avx2, &string_avx2};
constexpr instructions with_avx512{&nested_avx512, &string_avx512};

bool has(blocks kind) noexcept
{
    if (kind < blocks::avx2) return true;
    __builtin_cpu_init();
    bool const avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    if (kind == blocks::avx2) return avx2;
    // those without VBMI2 (before Ice Lake) run slower for a while after such an instruction
    return avx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2");
}

instructions const& instructions_of(blocks kind) noexcept
{
    switch (kind) {
    case blocks::portable: break;
    case blocks::sse2: return with_sse2;
    case blocks::avx2: return with_avx2;
    case blocks::avx512: return with_avx512;
    }
    return with_portable;
}

constinit instructions chosen = with_sse2; // usable before dynamic initialisation, faster after it
#else
bool has(blocks kind) noexcept
{
    return kind == blocks::portable;
}
instructions const& instructions_of(blocks) noexcept
{
    return with_portable;
}

constinit instructions chosen = with_portable;
#endif

[[maybe_unused]] bool const upgraded = (use_best_blocks(), true);

} // namespace

char const* skip_nested(char const* p, char const* end, nesting& state) noexcept
{
    return chosen.nested(p, end, state);
}
char const* skip_string(char const* p, char const* end, nesting& state) noexcept
{
    return chosen.string(p, end, state);
}

bool use_blocks(blocks kind) noexcept
{
    if (!has(kind)) return false;
    chosen = instructions_of(kind);
    return true;
}

void use_best_blocks() noexcept
{
    for (auto const kind : {blocks::avx512, blocks::avx2, blocks::sse2, blocks::portable})
        if (use_blocks(kind)) return;
}

} // namespace coinformer::detail
