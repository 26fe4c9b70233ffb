#pragma once

#include <coinformer/core/requirements.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

/// A label selector, in the form that kubectl's -l takes: `app=web,tier in (a,b),!canary,env!=dev`. The
/// comparisons of numbers, `key>5` and `key<5`, are refused.
class label_selector {
public:
    /// Matches everything.
    label_selector() = default;
    /// Errors     errc::bad_request if `text` is not a selector; the error says where in the text the mistake
    ///            is.
    explicit label_selector(std::string_view text);

    bool empty() const noexcept { return requirements_.empty(); }
    std::string const& text() const noexcept { return text_; }

    /// Returns true if all requirements hold. `labels` is any map of strings whose find(key) returns an
    /// iterator, or a pointer or optional to the value.
    template <class Labels>
    bool matches(Labels const& labels) const
    {
        return std::all_of(requirements_.begin(), requirements_.end(),
                           [&](requirement const& r) { return r.holds_for(value_in(labels, r.key)); });
    }

private:
    enum class relation { exists, absent, in, not_in };
    // One condition of the selector; all of them have to hold.
    struct requirement {
        std::string key;
        relation is = relation::exists;
        std::vector<std::string> values;
        bool holds_for(std::optional<std::string_view> value) const;
    };

    template <class Labels>
    // Looks a key up in a map with iterators, or in one whose find() returns a pointer or an optional.
    static std::optional<std::string_view> value_in(Labels const& labels, std::string const& key)
    {
        if constexpr (requires {
                          labels.end()->second;
                          labels.find(key) == labels.end();
                      }) {
            auto const at = labels.find(key);
            if (at == labels.end()) return std::nullopt;
            return std::string_view(at->second);
        } else {
            auto const value = labels.find(key);
            if (!value) return std::nullopt;
            return std::string_view(*value);
        }
    }

    std::string text_;
    std::vector<requirement> requirements_;
};

} // namespace coinformer
