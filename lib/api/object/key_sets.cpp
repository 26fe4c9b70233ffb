#include "api/object/key_sets.hpp"

#include "api/object/scalar.hpp"
#include "core/hash_text.hpp"
#include "core/process_wide.hpp"

#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr std::size_t largest_set = 4096; // bytes

std::string_view as_it_stands(tape_entry const& key) noexcept
{
    return {key.text, key.size};
}

bool same_keys(key_set const& set, tape_entry const* keys, std::uint32_t count) noexcept
{
    if (set.size() != count) return false;
    for (std::uint32_t i = 0; i != count; ++i)
        if (set[i] != as_it_stands(keys[2 * i])) return false;
    return true;
}

/// The table of the process. Its lock guards everything in it.
class key_set_table {
public:
    enum class joining { when_met_again, at_once };

    key_set const* find_or_add(tape_entry const* keys, std::uint32_t count,
                               joining when = joining::when_met_again)
    {
        std::size_t hash = count;
        for (std::uint32_t i = 0; i != count; ++i) hash = hash_text(as_it_stands(keys[2 * i]), hash);
        std::lock_guard const hold(lock_);
        if (auto const known = sets_.find(hash); known != sets_.end())
            return same_keys(*known->second, keys, count) ? known->second : nullptr;
        // A set of keys joins when it is met for the second time, so that keys of a single object take no
        // room in the table. `met` remembers one hash; if another set overwrites it, a set joins a little
        // later.
        auto& met = met_[hash % met_.size()];
        auto const bytes = key_set_bytes(keys, count);
        bool const is_due = std::exchange(met, hash) == hash || when == joining::at_once;
        bool const joins = is_due && bytes <= largest_set && bytes_ + bytes <= sizeof shared_key_sets;
        if (!joins) return nullptr;
        auto* const at = shared_key_sets + bytes_;
        bytes_ += (bytes + alignof(key_set) - 1) / alignof(key_set) * alignof(key_set);
        return sets_[hash] = make_key_set(at, keys, count);
    }
    std::size_t bytes()
    {
        std::lock_guard const hold(lock_);
        return bytes_;
    }

private:
    std::mutex lock_;
    std::unordered_map<std::size_t, key_set const*> sets_;
    std::array<std::size_t, 4096> met_{}; // the hashes of sets that were met once
    std::size_t bytes_ = 0;
};

key_set_table& table_of_key_sets()
{
    static auto& table = process_wide<key_set_table>();
    return table;
}

} // namespace

alignas(key_set) char shared_key_sets[1024 * 1024];

std::size_t key_set_bytes(tape_entry const* keys, std::uint32_t count) noexcept
{
    std::size_t characters = 0;
    for (std::uint32_t i = 0; i != count; ++i) {
        auto const& key = keys[2 * i];
        characters +=
            key.what == tape_entry::form::escaped ? decoded_size(as_it_stands(key)).value_or(0) : key.size;
    }
    return key_set::bytes(count, characters);
}

std::uint32_t width_of_values(tape_entry const* keys, std::uint32_t count) noexcept
{
    std::size_t characters = 0; // decoding escapes only makes them fewer
    for (std::uint32_t i = 0; i != count; ++i) characters += keys[2 * i + 1].size;
    return characters <= UINT8_MAX ? 1 : characters <= UINT16_MAX ? 2 : 4;
}

key_set* make_key_set(void* at, tape_entry const* keys, std::uint32_t count) noexcept
{
    auto* const set = ::new (at) key_set;
    set->size_ = count;
    auto* end = ::new (static_cast<void*>(set + 1)) std::uint32_t[count];
    auto* const characters = reinterpret_cast<char*>(end + count);
    auto* to = characters;
    for (std::uint32_t i = 0; i != count; ++i) {
        auto const& key = keys[2 * i];
        if (key.what == tape_entry::form::escaped) {
            to = decode_escapes(as_it_stands(key), to);
        } else {
            std::memcpy(to, key.text, key.size);
            to += key.size;
        }
        *end++ = static_cast<std::uint32_t>(to - characters);
    }
    return set;
}

// Looks among the sets met last first. `mix` is a cheap hash over the lengths of the keys, so that most
// objects cost one comparison and no lock.
key_set const* key_sets::shared(tape_entry const* keys, std::uint32_t count)
{
    std::size_t mix = count;
    for (std::uint32_t i = 0; i != count; ++i) {
        // Rare, and cannot be compared as it stands.
        if (keys[2 * i].what == tape_entry::form::escaped) return nullptr;
        mix = mix * 31 + keys[2 * i].size;
    }
    auto& last = recent_[mix % recent_.size()];
    if (last && same_keys(*last, keys, count)) return last;
    auto const* const found = table_of_key_sets().find_or_add(keys, count);
    if (found) last = found;
    return found;
}

key_set const* share_keys(tape_entry const* keys, std::uint32_t count)
{
    return table_of_key_sets().find_or_add(keys, count, key_set_table::joining::at_once);
}

std::size_t shared_key_set_bytes()
{
    return table_of_key_sets().bytes();
}

} // namespace coinformer::detail
