#include "api/json/blocks.hpp"

#include "api/json/block_masks.hpp"
#include "api/json/grammar.hpp"

#include <initializer_list>

namespace coinformer::detail {

namespace {

using namespace instruction_sets;

// Clears the bits behind the end of the bytes.
[[gnu::always_inline]] inline void cut_off(block& b, std::size_t size) noexcept
{
    auto const inside = ~std::uint64_t(0) >> (64 - size);
    b.quotes &= inside;
    b.backslashes &= inside;
    b.opening &= inside;
    b.closing &= inside;
}

// Follows the structure of one block. Returns the place behind the bracket that closes the value, or nullptr.
template <class Isa>
[[gnu::always_inline]] inline char const* nested_step(char const* p, block b, unsigned last,
                                                      nesting& state) noexcept
{
    if (b.backslashes | state.is_escaped) b.quotes &= ~escaped_bytes(b.backslashes, last, state);
    auto const inside = Isa::prefix_xor(b.quotes) ^ state.in_string;
    state.in_string = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside) >> 63);

    auto opening = b.opening & ~inside;
    auto closing = b.closing & ~inside;
    // {} and [] change nothing, and managedFields are full of them.
    auto const empty = opening & (closing >> 1);
    opening ^= empty;
    closing ^= empty << 1;
    // Most blocks cannot end the value: one branch that is predicted well, instead of one for each bracket.
    if constexpr (Isa::has_fast_popcount) {
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
    auto now = state; // a local copy, which the compiler keeps in registers
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

// Returns the place behind the first quote that is not escaped, or nullptr.
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
using check_function = char const* (*)(char const*, char const*) noexcept;

// The functions for one instruction set. They are chosen once, so that a call costs one indirection.
struct instructions {
    skip_function nested;
    skip_function string;
    check_function past_compact; // returns nullptr on slow machines; is_json() then reads byte by byte
};

char const* never_compact(char const*, char const*) noexcept
{
    return nullptr;
}

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

constexpr instructions with_portable{&nested_of<portable>, &string_of<portable>, &never_compact};

#if defined(__x86_64__)
// The functions for AVX2 and AVX-512 are made by a macro, because the text in [[gnu::target]] cannot depend
// on a template parameter.
#define COINFORMER_LOOPS(isa, instructions)                                                                  \
    [[gnu::target(instructions)]] char const* nested_##isa(char const* p, char const* end,                   \
                                                           nesting& state) noexcept                          \
    {                                                                                                        \
        return nested_loop<isa>(p, end, state);                                                              \
    }                                                                                                        \
    [[gnu::target(instructions)]] char const* string_##isa(char const* p, char const* end,                   \
                                                           nesting& state) noexcept                          \
    {                                                                                                        \
        return string_loop<isa>(p, end, state);                                                              \
    }                                                                                                        \
    [[gnu::target(instructions)]] char const* past_compact_##isa(char const* p, char const* end) noexcept    \
    {                                                                                                        \
        return compact_json<isa>(p, end).read();                                                             \
    }
COINFORMER_LOOPS(avx2, "avx2,pclmul,bmi,popcnt")
COINFORMER_LOOPS(avx512, "avx512bw,avx2,pclmul,bmi,popcnt")
#undef COINFORMER_LOOPS

constexpr instructions with_sse2{&nested_of<sse2>, &string_of<sse2>, &never_compact};
constexpr instructions with_avx2{&nested_avx2, &string_avx2, &past_compact_avx2};
constexpr instructions with_avx512{&nested_avx512, &string_avx512, &past_compact_avx512};

bool has_blocks(blocks kind) noexcept
{
    if (kind < blocks::avx2) return true;
    __builtin_cpu_init();
    bool const avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    if (kind == blocks::avx2) return avx2;
    // processors without VBMI2 (before Ice Lake) run slower for a while after such an instruction
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

// Usable in other static initialisers; replaced by a faster set below.
constinit instructions chosen = with_sse2;
#else
bool has_blocks(blocks kind) noexcept
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
char const* past_compact_json(char const* begin, char const* end) noexcept
{
    return chosen.past_compact(begin, end);
}

bool use_blocks(blocks kind) noexcept
{
    if (!has_blocks(kind)) return false;
    chosen = instructions_of(kind);
    return true;
}

void use_best_blocks() noexcept
{
    for (auto const kind : {blocks::avx512, blocks::avx2, blocks::sse2, blocks::portable})
        if (use_blocks(kind)) return;
}

} // namespace coinformer::detail
