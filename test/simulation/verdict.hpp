#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace simulation {

/// A property that did not hold, and the evidence for that.
class violation : public std::exception {
public:
    violation(std::string property, std::string witness)
        : property_(std::move(property)), witness_(std::move(witness)), text_(property_ + ": " + witness_)
    {
    }
    std::string const& property() const noexcept { return property_; }
    std::string const& witness() const noexcept { return witness_; }
    char const* what() const noexcept override { return text_.c_str(); }

private:
    std::string property_, witness_, text_;
};

[[noreturn]] inline void fail(std::string property, std::string witness)
{
    throw violation(std::move(property), std::move(witness));
}

inline void require(bool holds, char const* property, std::string_view witness)
{
    if (!holds) fail(property, std::string(witness));
}

/// A hash over everything that happened: the same seed has the same hash in every run and with every
/// compiler.
class trace_hash {
public:
    void mix(std::uint64_t v) noexcept { hash_ = (hash_ ^ v) * 0x100000001b3ULL; }
    void mix(std::string_view text) noexcept
    {
        for (char const c : text) mix(static_cast<unsigned char>(c));
        mix(0xff);
    }
    std::uint64_t value() const noexcept { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

/// How often each of the events happened that the simulation must reach now and then.
using sometimes_counts = std::map<std::string, std::uint64_t, std::less<>>;

/// The result of one seed.
struct verdict {
    std::optional<violation> broken;
    std::uint64_t hash = 0;
    std::uint64_t steps = 0;
    sometimes_counts sometimes;
};

} // namespace simulation
