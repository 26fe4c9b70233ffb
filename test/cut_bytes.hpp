#pragma once

#include <coinformer/core/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// For differential tests of the code that reads bytes from a network: the same bytes, cut into different
// pieces, must give the same outcome. The unit tests and the fuzz targets use it.

namespace test {

/// A way in which the network cuts a stream of bytes. Applied again, it gives the same pieces.
class cutting {
public:
    static cutting whole() { return cutting(0, 0); }
    static cutting into_bytes() { return cutting(1, 0); }
    /// Cuts into pieces of 1 to `longest` bytes.
    static cutting at_random(std::uint64_t seed, std::size_t longest) { return cutting(longest, seed); }

    /// Calls `feed` with each piece. A piece is a copy on the heap, so that ASan notices a reader that keeps
    /// a view of it. `feed` returns false to stop.
    template <class Feed>
    void apply(std::string_view bytes, Feed feed) const
    {
        coinformer::random_source random(seed_);
        while (!bytes.empty()) {
            auto const wanted = longest_ == 0 ? bytes.size() : 1 + random.below(longest_);
            std::string const piece(bytes.substr(0, wanted));
            bytes.remove_prefix(piece.size());
            if (!feed(std::string_view(piece))) return;
        }
    }

private:
    cutting(std::size_t longest, std::uint64_t seed) : longest_(longest), seed_(seed) {}

    std::size_t longest_; // 0: everything in one piece
    std::uint64_t seed_;
};

/// Damages bytes as a broken proxy or a hostile server would: it changes, inserts, removes, repeats or cuts
/// off some of them. `characters` are the characters that have a meaning in the format.
inline std::string damaged(std::string bytes, coinformer::random_source& random, std::string_view characters)
{
    for (auto n = 1 + random.below(3); n != 0 && !bytes.empty(); --n) {
        auto const at = random.below(bytes.size());
        auto const character = random.below(4) == 0 ? static_cast<char>(random.below(256))
                                                    : characters[random.below(characters.size())];
        auto const part = bytes.substr(at, random.below(std::min<std::size_t>(bytes.size() - at, 40) + 1));
        switch (random.below(6)) {
        case 0:
        case 1: bytes[at] = character; break;
        case 2: bytes.insert(at, 1, character); break;
        case 3: bytes.erase(at, 1 + random.below(3)); break;
        case 4: bytes.insert(random.below(bytes.size()), part); break;
        default: bytes.resize(at); break;
        }
    }
    return bytes;
}

} // namespace test
