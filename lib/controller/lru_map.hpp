#pragma once

#include <coinformer/core/text_hash.hpp>

#include <list>
#include <string>
#include <unordered_map>
#include <utility>

namespace coinformer::detail {

/// A map of texts that also orders its entries by the time of their last use, so that a bounded table can
/// drop the entry that was used longest ago. An entry becomes the newest by add(), move_to() and touch();
/// find() does not count as a use.
///
/// event_series keeps its events and its buckets in such maps. Not thread-safe.
template <class Value>
class lru_map {
public:
    /// Returns null if there is no such entry.
    Value* find(std::string const& key)
    {
        auto const at = places_.find(key);
        return at == places_.end() ? nullptr : &at->second->second;
    }
    /// Makes an entry the newest one. The entry exists.
    void touch(std::string const& key) { order_.splice(order_.end(), order_, places_.find(key)->second); }
    /// Adds an entry as the newest one. There is none with this key. Errors: std::bad_alloc; then the map is
    /// as it was, and the value is lost.
    Value& add(std::string const& key, Value value)
    {
        order made;
        made.emplace_back(key, std::move(value));
        places_.emplace(key, made.begin());
        order_.splice(order_.end(), made); // the iterator stays valid
        return order_.back().second;
    }
    /// Makes an entry the newest one of another map, which has none with this key. The entry exists. Errors:
    /// std::bad_alloc; then both maps are as they were.
    Value& move_to(lru_map& other, std::string const& key)
    {
        auto const at = places_.find(key);
        auto const entry = at->second;
        other.places_.emplace(key, entry);
        other.order_.splice(other.order_.end(), order_, entry);
        places_.erase(at);
        return entry->second;
    }
    /// Removes an entry and returns its value. The entry exists.
    Value take(std::string const& key)
    {
        auto const at = places_.find(key);
        auto value = std::move(at->second->second);
        order_.erase(at->second);
        places_.erase(at);
        return value;
    }

    std::size_t size() const noexcept { return order_.size(); }
    Value const& oldest() const { return order_.front().second; }
    auto begin() const { return order_.begin(); } ///< iterates over pairs of key and value, the oldest first
    auto end() const { return order_.end(); }
    void drop_oldest()
    {
        places_.erase(order_.front().first);
        order_.pop_front();
    }

private:
    using order = std::list<std::pair<std::string, Value>>;
    order order_;
    std::unordered_map<std::string, typename order::iterator, text_hash> places_;
};

} // namespace coinformer::detail
