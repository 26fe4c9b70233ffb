#include "core/hash_text.hpp"

#include <coinformer/core/random.hpp>
#include <coinformer/core/text_hash.hpp>

#include <chrono>
#include <memory>
#include <random>
#include <stdexcept>

namespace coinformer::detail {

namespace {

// The factors are made odd, so that the lower half of a product keeps every bit of the other factor.
hash_secret secret_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept
{
    return {a, b | 1, c | 1};
}

std::uint64_t drawn_number() noexcept
{
    try {
        std::random_device machine;
        return std::uint64_t(machine()) << 32 | machine();
    } catch (...) { // without randomness: the time and an address differ between processes
        static char const here = 0;
        auto const now = std::chrono::steady_clock::now().time_since_epoch().count();
        return random_source(static_cast<std::uint64_t>(now) ^ reinterpret_cast<std::uintptr_t>(&here))
            .next();
    }
}

} // namespace

constinit std::atomic<hash_secret const*> chosen_hash_secret = nullptr;

hash_secret const& choose_hash_secret() noexcept
{
    static hash_secret const drawn = secret_of(drawn_number(), drawn_number(), drawn_number());
    hash_secret const* chosen = nullptr;
    return chosen_hash_secret.compare_exchange_strong(chosen, &drawn, std::memory_order_acq_rel) ? drawn
                                                                                                 : *chosen;
}

hash_secret make_hash_secret(std::uint64_t seed) noexcept
{
    random_source numbers(seed);
    auto const a = numbers.next(), b = numbers.next(), c = numbers.next();
    return secret_of(a, b, c);
}

void seed_text_hashes(std::uint64_t seed)
{
    auto given = std::make_unique<hash_secret const>(make_hash_secret(seed));
    hash_secret const* chosen = nullptr;
    if (!chosen_hash_secret.compare_exchange_strong(chosen, given.get(), std::memory_order_acq_rel))
        throw std::logic_error(
            "seed_text_hashes() comes too late: texts have been hashed with another secret");
    given.release(); // lives as long as the process, as do tables
}

} // namespace coinformer::detail

std::size_t coinformer::hash_of_text(std::string_view text, std::size_t seed) noexcept
{
    return static_cast<std::size_t>(detail::hash_text(text, seed));
}
