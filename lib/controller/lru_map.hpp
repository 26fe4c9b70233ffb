#pragma once

#include <coinformer/core/text_hash.hpp>

#include <list>
#include <string>
#include <unordered_map>
#include <utility>

namespace coinformer::detail {

/// A map that knows whose turn it is to be forgotten: what was touched longest ago.
template <class Value>
class lru_map {
public:
    /// Null when there is no such thing.
    Value* find(std::string const& key)
    {
        auto const at = places_.find(key);
        return at == places_.end() ? nullptr : &at->second->second;
    }
    /// Makes it the newest. It is there.
    void touch(std::string const& key) { order_.splice(order_.end(), order_, places_.find(key)->second); }
    Value& add(std::string const& key, Value value)
    {
        order_.emplace_back(key, std::move(value));
        places_.emplace(key, std::prev(order_.end()));
        return order_.back().second;
    }
    /// Erases it. It is there.
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
    auto begin() const { return order_.begin(); } ///< of pairs of key and value, the oldest first
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
