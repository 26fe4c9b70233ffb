#pragma once

#include <coinformer/core/requirements.hpp>

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer {

namespace detail {

/// A string of the process's table of strings, with its characters behind it. It is removed from the table
/// together with its last reference.
struct shared_text {
    std::string_view view() const noexcept { return {reinterpret_cast<char const*>(this + 1), size}; }

    mutable std::atomic<std::uint32_t> references;
    std::uint32_t size;
    std::size_t hash;
};

/// Returns the table's copy of `text`, with one more reference, which the caller has to release(). `hash` is
/// the text's hash. Threads: any.
shared_text const* intern(std::string_view text, std::size_t hash);
void release(shared_text const* text) noexcept;

} // namespace detail

/// A string that many objects have in common, such as a node's name, an image or a phase. Each member takes 8
/// bytes, and the characters are in memory once for the whole process. They are counted, and freed with the
/// last reference. For strings that differ from object to object, `text` is smaller. Empty if the JSON has no
/// such member.
///
/// Threads    any, like a std::shared_ptr.
class interned_text {
public:
    interned_text() noexcept = default;
    interned_text(interned_text const& o) noexcept : text_(o.text_)
    {
        if (text_) text_->references.fetch_add(1, std::memory_order_relaxed);
    }
    interned_text(interned_text&& o) noexcept : text_(std::exchange(o.text_, nullptr)) {}
    interned_text& operator=(interned_text o) noexcept
    {
        std::swap(text_, o.text_);
        return *this;
    }
    ~interned_text()
    {
        if (text_) detail::release(text_);
    }
    /// Takes over a reference that intern() returned; nullptr makes an empty string.
    static interned_text adopt(detail::shared_text const* text) noexcept
    {
        interned_text made;
        made.text_ = text;
        return made;
    }

    std::string_view view() const noexcept { return text_ ? text_->view() : std::string_view(); }
    operator std::string_view() const noexcept { return view(); }
    std::size_t size() const noexcept { return view().size(); }
    bool empty() const noexcept { return !text_; }
    std::string to_owned() const { return std::string(view()); }

    friend bool operator==(interned_text const& a, interned_text const& b) noexcept
    {
        return a.text_ == b.text_;
    }
    friend bool operator==(interned_text const& a, std::string_view b) noexcept { return a.view() == b; }
    friend auto operator<=>(interned_text const& a, interned_text const& b) noexcept
    {
        return a.view() <=> b.view();
    }
    friend auto operator<=>(interned_text const& a, std::string_view b) noexcept { return a.view() <=> b; }

private:
    detail::shared_text const* text_ = nullptr;
};

std::ostream& operator<<(std::ostream& out, interned_text const& t);

static_assert(sizeof(interned_text) == 8);

} // namespace coinformer
