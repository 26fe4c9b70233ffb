#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace coinformer::detail {

/// Random numbers that make the hashes of one process differ from those of any other. Without knowing them
/// nobody can choose texts that have the same hash.
struct hash_secret {
    std::uint64_t start; ///< the initial value of a hash
    std::uint64_t block; ///< the factor for each 8 bytes
    std::uint64_t end;   ///< the factor for the last product
};

/// Returns the secret for a seed. It is the same in every process.
hash_secret make_hash_secret(std::uint64_t seed) noexcept;

/// Makes this process hash texts with the secret of this seed, so that a run can be repeated.
/// Errors: std::logic_error if a text has been hashed already, because tables may hold its hash.
void seed_text_hashes(std::uint64_t seed);

extern std::atomic<hash_secret const*> chosen_hash_secret; // null until the first text is hashed
hash_secret const& choose_hash_secret() noexcept;

/// Returns this process's secret, which is drawn from the machine when the first text is hashed. Threads:
/// any.
inline hash_secret const& process_hash_secret() noexcept
{
    auto const* const chosen = chosen_hash_secret.load(std::memory_order_acquire);
    return chosen ? *chosen : choose_hash_secret();
}

/// Returns both halves of the product in one number.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) noexcept
{
#if defined(__SIZEOF_INT128__)
    __extension__ using wide = unsigned __int128;
    auto const product = static_cast<wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
    auto const low = [](std::uint64_t x) { return x & 0xffff'ffff; };
    auto const middle = (a >> 32) * low(b) + (low(a) * low(b) >> 32);
    auto const other = low(a) * (b >> 32) + low(middle);
    return a * b ^ ((a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32));
#endif
}

/// Returns a hash of a short text. It needs one multiplication for each 8 bytes, and one more.
///
/// Users of the cluster choose names and labels, and an attacker might choose many that have the same hash in
/// order to make our tables slow. Each step multiplies the value so far by a secret number and folds the two
/// halves of the product, so that nobody can predict the difference between the hashes of two texts, and
/// later bytes cannot cancel it. (A secret that is only XORed in at the start does not achieve that: where a
/// product is zero, or where two differences meet, they do so for every secret.) For the same reason the
/// length is mixed in after the text has been multiplied.
inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0,
                               hash_secret const& secret = process_hash_secret()) noexcept
{
    auto const load = [](char const* from, auto into) {
        std::memcpy(&into, from, sizeof into);
        return into;
    };
    auto const* p = text.data();
    auto const* const end = p + text.size();
    auto hash = seed ^ secret.start;
    for (; end - p > 8; p += 8) hash = folded_product(hash ^ load(p, std::uint64_t()), secret.block);
    std::uint64_t last = 0; // the last bytes, up to 8; they may overlap the block before
    if (text.size() >= 8)
        last = load(end - 8, std::uint64_t());
    else if (text.size() >= 4)
        last = load(p, std::uint32_t()) | static_cast<std::uint64_t>(load(end - 4, std::uint32_t())) << 32;
    else if (!text.empty())
        last = static_cast<unsigned char>(p[0]) |
               static_cast<std::uint64_t>(static_cast<unsigned char>(end[-1])) << 8 |
               static_cast<std::uint64_t>(static_cast<unsigned char>(p[text.size() / 2])) << 16;
    return folded_product(folded_product(hash ^ last, secret.block) ^ text.size(), secret.end);
}

} // namespace coinformer::detail
