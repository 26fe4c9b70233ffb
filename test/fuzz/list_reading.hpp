#pragma once

#include "reference_object.hpp"

#include "api/stream/list_decoder.hpp"

#include <coinformer/core/error.hpp>

#include <boost/describe.hpp>

#include <vector>

// A whole list as the library reads it, and a JSON list as the reference reads it, in one form, so that they
// can be compared.

namespace fuzz {

struct list_reading {
    std::vector<found_object> items;
    coinformer::errc refused = {}; ///< 0 if the list was read to its end
    std::string end = {};          ///< what the list says about itself

    bool is_refused() const noexcept { return refused != coinformer::errc(); }
    friend bool operator==(list_reading const&, list_reading const&) = default;
    friend std::ostream& operator<<(std::ostream& out, list_reading const& r)
    {
        for (auto const& item : r.items) out << '\n' << item;
        return out << '\n' << (r.is_refused() ? coinformer::make_error_code(r.refused).message() : r.end);
    }
};

inline std::string list_end(std::string_view version, std::string_view token,
                            std::optional<std::uint64_t> remaining, std::string_view shard)
{
    return "version " + std::string(version) + " continue " + std::string(token) + " remaining " +
           (remaining ? std::to_string(*remaining) : "-") + " shard " + std::string(shard);
}

/// Shows a list without metadata.
inline std::string empty_list_end()
{
    return list_end("", "", std::nullopt, "");
}

/// Feeds `pieces` to a decoder of the projection T.
template <class T>
list_reading read_list(coinformer::detail::list_decoder& decoder, std::vector<std::string_view> const& pieces)
{
    using step = coinformer::detail::list_decoder::step;
    list_reading all;
    try {
        for (auto const piece : pieces) {
            // a copy, so that ASan notices a decoder that keeps a view of it
            decoder.feed(std::string(piece));
            for (auto s = decoder.next(); s != step::need_more; s = decoder.next())
                all.items.push_back(s == step::object ? found_in<T>(decoder.take_object())
                                                      : found_fault(decoder.fault()));
        }
        auto const& meta = decoder.finish();
        all.end = list_end(meta.resource_version, meta.continue_token, meta.remaining, meta.shard_selector);
    } catch (coinformer::api_error const& e) {
        check(std::string_view(e.what()).size() > e.code().message().size(), "a refusal says where",
              e.what());
        all.refused = static_cast<coinformer::errc>(e.code().value());
    }
    return all;
}

struct page_shard {
    std::string selector;
};
BOOST_DESCRIBE_STRUCT(page_shard, (), (selector))

struct page {
    std::string resourceVersion;
    std::string continue_;
    std::optional<std::uint64_t> remainingItemCount;
    page_shard shardInfo;
};
BOOST_DESCRIBE_STRUCT(page, (), (resourceVersion, continue_, remainingItemCount, shardInfo))

/// Shows a `page` as the reference has read it.
inline std::string list_end(json_node const& read)
{
    auto const& remaining = read.values[2];
    auto const& shard = read.values[3];
    return list_end(read.values[0].text, read.values[1].text,
                    remaining.is_null() ? std::nullopt : std::optional(std::stoull(remaining.text)),
                    shard.is_null() ? "" : shard.values[0].text);
}

/// Reads a list of the projection T, whose metadata is an M, from a document that Boost.JSON parsed.
template <class T, class M>
list_reading expected_list_of(json_node const& document)
{
    list_reading all{.items = {}, .refused = errc::unexpected_content};
    if (!document.is_object()) return all;
    bool has_items = false, has_metadata = false;
    all.end = empty_list_end();
    for (std::size_t i = 0; i != document.keys.size(); ++i) {
        auto const& value = document.values[i];
        if (document.keys[i] == "items" && !has_items) {
            if (!value.is_null() && !value.is_array()) return all;
            has_items = true;
            for (auto const& item : value.values) all.items.push_back(expected_object<T, M>(item));
        } else if (document.keys[i] == "metadata" && !has_metadata && !value.is_null()) {
            has_metadata = true;
            try {
                all.end = list_end(expected<page>::from(value));
            } catch (misfit const&) {
                return all;
            }
        }
    }
    if (has_items) all.refused = {};
    return all;
}

inline bool has_equal_keys(json_node const& node)
{
    std::set<std::string> const different(node.keys.begin(), node.keys.end());
    return different.size() != node.keys.size() || std::ranges::any_of(node.values, has_equal_keys);
}

/// Checks what the library read against the reference. The library skips values that no projection declares,
/// so it may accept a list that Boost.JSON refuses; but each refusal needs a reason.
template <class T, class M>
void check_json_list(list_reading const& actual, std::string_view body)
{
    auto const document = parse_json(body);
    if (document) {
        auto expected = expected_list_of<T, M>(*document);
        if (expected.is_refused()) expected.end = actual.end;
        check_equal("a list that is JSON is read as the reference reads it", expected, actual, body);
    }
}

} // namespace fuzz
