#include "api/object/interned_texts.hpp"

#include "core/hash_text.hpp"
#include "core/process_wide.hpp"

#include <coinformer/api/allocated_bytes.hpp>

#include <boost/unordered/unordered_flat_set.hpp>

#include <cstring>
#include <mutex>
#include <new>
#include <ostream>

namespace coinformer {

namespace detail {

namespace {

// The set holds texts with their hashes, and is asked with characters and their hash, so that no text is made
// to look one up.
struct text_hash {
    using is_transparent = void;
    std::size_t operator()(shared_text const* text) const noexcept { return text->hash; }
    std::size_t operator()(std::pair<std::string_view, std::size_t> const& wanted) const noexcept
    {
        return wanted.second;
    }
};
struct text_equal {
    using is_transparent = void;
    bool operator()(shared_text const* a, shared_text const* b) const noexcept { return a == b; }
    bool operator()(std::pair<std::string_view, std::size_t> const& wanted,
                    shared_text const* b) const noexcept
    {
        return b->hash == wanted.second && b->view() == wanted.first;
    }
};

/// A part of the process's table. Texts are found, and their last references dropped, only under its lock.
/// There are 16 parts, so that threads seldom wait for each other.
struct part {
    std::mutex lock;
    boost::unordered_flat_set<shared_text const*, text_hash, text_equal> texts;
    std::size_t bytes = 0; // sum of bytes_of() over the texts, without the set
};

std::array<part, 16>& all_parts()
{
    static auto& parts = process_wide<std::array<part, 16>>();
    return parts;
}

part& part_of(std::size_t hash) noexcept
{
    return all_parts()[hash >> 60];
}

std::size_t bytes_of(shared_text const& text) noexcept
{
    return allocated_bytes(sizeof text + text.size);
}

shared_text const* make(std::string_view text, std::size_t hash)
{
    auto* const made = ::new (::operator new(sizeof(shared_text) + text.size()))
        shared_text{.references = 1, .size = static_cast<std::uint32_t>(text.size()), .hash = hash};
    std::memcpy(static_cast<void*>(made + 1), text.data(), text.size());
    return made;
}

void destroy(shared_text const* text) noexcept
{
    text->~shared_text();
    ::operator delete(const_cast<shared_text*>(text));
}

} // namespace

shared_text const* intern(std::string_view text, std::size_t hash)
{
    auto& in = part_of(hash);
    std::lock_guard const hold(in.lock);
    if (auto const known = in.texts.find(std::pair(text, hash)); known != in.texts.end()) {
        (*known)->references.fetch_add(1, std::memory_order_relaxed);
        return *known;
    }
    auto const* const made = make(text, hash);
    try {
        in.texts.insert(made);
    } catch (...) {
        destroy(made);
        throw;
    }
    in.bytes += bytes_of(*made);
    return made;
}

void release(shared_text const* text) noexcept
{
    auto count = text->references.load(std::memory_order_relaxed);
    // Only the last reference is dropped under the lock: as long as the text is in the table, another thread
    // may find it there and add a reference.
    while (count > 1)
        if (text->references.compare_exchange_weak(count, count - 1, std::memory_order_release)) return;
    auto& in = part_of(text->hash);
    std::lock_guard const hold(in.lock);
    // Another thread has found the text in the meantime.
    if (text->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    in.texts.erase(text);
    in.bytes -= bytes_of(*text);
    destroy(text);
}

std::size_t interned_text_bytes()
{
    // The set has groups of 15 places, with 16 bytes about each group.
    auto const bytes_of_set = [](std::size_t places) {
        return places == 0 ? 0 : allocated_bytes((places + 1) / 15 * (15 * sizeof(void*) + 16) + 16);
    };
    std::size_t all = 0;
    for (auto& p : all_parts()) {
        std::lock_guard const hold(p.lock);
        all += p.bytes + bytes_of_set(p.texts.bucket_count());
    }
    return all;
}

interned_text interned_texts::of(std::string_view text)
{
    if (text.empty()) return {};
    auto const hash = hash_text(text);
    if (!recent_) recent_ = std::make_unique<std::array<interned_text, 256>>();
    auto& last = (*recent_)[hash % recent_->size()];
    if (last != text) last = interned_text::adopt(intern(text, hash));
    return last;
}

} // namespace detail

std::ostream& operator<<(std::ostream& out, interned_text const& t)
{
    return out << t.view();
}

} // namespace coinformer
