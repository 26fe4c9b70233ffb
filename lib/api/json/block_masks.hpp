#pragma once

#include "api/json/blocks.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Reads 64 bytes of JSON at a time into masks: bit i of a mask stands for byte i. There is a type for each
// instruction set. All have the same members, so that the loops which use them (blocks.cpp, grammar.hpp) are
// written once.

namespace coinformer::detail::instruction_sets {

// The bytes that a skip looks for. Both kinds of brackets are found together, because '{' and '[', and '}'
// and ']', differ in bit 5 only, and a skip need not tell them apart.
struct block {
    std::uint64_t quotes, backslashes, opening, closing;
};

// The bytes that a check of the grammar looks for besides. Where there is a bracket, `curly` tells '{' from
// '['.
struct grammar_block : block {
    std::uint64_t curly, colons, commas;
    std::uint64_t controls; // bytes below a space
    std::uint64_t high;     // bytes of 0x80 and more: parts of characters beyond ASCII
};

// ---- plain C++

struct portable {
    static constexpr bool has_fast_popcount = false; // x86-64 before v2 has no instruction that counts bits

    // Returns 8 bits: one for each of the 8 bytes that is `wanted`.
    static std::uint64_t mask8(std::uint64_t bytes, char wanted) noexcept
    {
        constexpr std::uint64_t ones = 0x0101010101010101ULL;
        auto const differ = bytes ^ (ones * static_cast<unsigned char>(wanted));
        // The top bit of each byte that is equal.
        auto const zero = ~(((differ & ones * 0x7f) + ones * 0x7f) | differ | ones * 0x7f);
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

// ---- SSE2, which every x86-64 has

struct sse2 {
    static constexpr bool has_fast_popcount = false;

    static std::uint64_t mask(__m128i const (&v)[4], char wanted) noexcept
    {
        auto const w = _mm_set1_epi8(wanted);
        auto const bits = [&](int i) {
            return static_cast<std::uint64_t>(
                static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(v[i], w))));
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

// ---- AVX2 with carry-less multiplication, chosen at run time

struct avx2 {
    static constexpr bool has_fast_popcount = true;

    [[gnu::target("avx2,pclmul")]] static std::uint64_t mask(__m256i low, __m256i high, char wanted) noexcept
    {
        auto const w = _mm256_set1_epi8(wanted);
        return top_bits(_mm256_cmpeq_epi8(low, w), _mm256_cmpeq_epi8(high, w));
    }

    [[gnu::target("avx2,pclmul")]] static std::uint64_t top_bits(__m256i low, __m256i high) noexcept
    {
        auto const l = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
        auto const h = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
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

    [[gnu::target("avx2,pclmul")]] static grammar_block load_grammar(char const* p) noexcept
    {
        auto const low = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
        auto const high = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p + 32));
        // Bit 5 becomes the sign.
        auto const curly = top_bits(_mm256_slli_epi16(low, 2), _mm256_slli_epi16(high, 2));
        auto const beyond = top_bits(low, high);
        // the comparison is signed: it also finds bytes of 0x80 and more
        auto const space = _mm256_set1_epi8(' ');
        auto const controls =
            top_bits(_mm256_cmpgt_epi8(space, low), _mm256_cmpgt_epi8(space, high)) & ~beyond;
        return {load(p), curly, mask(low, high, ':'), mask(low, high, ','), controls, beyond};
    }

    [[gnu::target("avx2,pclmul")]] static std::uint64_t prefix_xor(std::uint64_t x) noexcept
    {
        auto const product =
            _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(x)), _mm_set1_epi8(-1), 0);
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
    }
};

// ---- AVX-512, also chosen at run time

struct avx512 {
    static constexpr bool has_fast_popcount = true;

    [[gnu::target("avx512bw")]] static block load(char const* p) noexcept
    {
        auto const bytes = _mm512_loadu_si512(p);
        auto const folded = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));
        return {_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')),
                _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')),
                _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('{')),
                _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('}'))};
    }

    [[gnu::target("avx512bw")]] static grammar_block load_grammar(char const* p) noexcept
    {
        auto const bytes = _mm512_loadu_si512(p);
        return {load(p),
                _mm512_test_epi8_mask(bytes, _mm512_set1_epi8(0x20)),
                _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(':')),
                _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(',')),
                _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(' ')),
                _mm512_movepi8_mask(bytes)};
    }

    [[gnu::target("avx2,pclmul")]] static std::uint64_t prefix_xor(std::uint64_t x) noexcept
    {
        return avx2::prefix_xor(x);
    }
};

#endif

// Returns the bytes that follow an escaping backslash. In a run of backslashes only every other one escapes.
// One subtraction, whose borrow runs along the run, tells them apart for all runs of a block (the method is
// simdjson's).
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

} // namespace coinformer::detail::instruction_sets
