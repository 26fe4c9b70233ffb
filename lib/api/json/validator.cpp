#include "api/json/validator.hpp"

#include "api/json/check.hpp"
#include "core/hash_text.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace coinformer::detail {

namespace {

// Limits the keys of all objects that are open at the same time: their characters, and the memory for each
// key.
constexpr std::size_t most_key_bytes = 64 * 1024 * 1024;

/// Refuses an object that has a key twice. Boost.JSON's parser calls it for each part of a text; it looks at
/// keys only.
///
/// The keys of an object are sorted at its end. That costs n log n whatever they are, where a hash table
/// could be flooded by a client that chooses the keys. They are sorted by their hashes first: an object with
/// 200,000 keys takes three quarters of the time that comparing the texts alone would take.
class key_check {
public:
    using size = std::size_t;
    using text = boost::json::string_view;
    using code = boost::json::error_code;
    static constexpr size max_object_size = size(-1), max_array_size = size(-1), max_key_size = size(-1),
                          max_string_size = size(-1);

    /// Says what is wrong with the document; empty if its grammar is.
    std::string const& complaint() const noexcept { return complaint_; }

    bool on_document_begin(code&) { return true; }
    bool on_document_end(code&) { return true; }
    bool on_object_begin(code&)
    {
        objects_.push_back(keys_.size());
        return true;
    }
    bool on_object_end(size, code& wrong)
    {
        auto const first = keys_.begin() + static_cast<std::ptrdiff_t>(objects_.back());
        auto const characters = first == keys_.end() ? characters_.size() : first->begin;
        std::sort(first, keys_.end(), [this](key const& a, key const& b) {
            return a.hash != b.hash ? a.hash < b.hash : text_of(a) < text_of(b);
        });
        auto const twice = std::adjacent_find(first, keys_.end(), [this](key const& a, key const& b) {
            return a.hash == b.hash && text_of(a) == text_of(b);
        });
        if (twice != keys_.end())
            return refuse("an object has the key \"" + shown(text_of(*twice)) + "\" twice", wrong);
        keys_.erase(first, keys_.end());
        characters_.resize(characters);
        objects_.pop_back();
        return true;
    }
    bool on_key_part(text part, size, code& wrong) { return add(part, wrong); }
    bool on_key(text part, size whole, code& wrong)
    {
        if (!add(part, wrong)) return false;
        auto const begin = characters_.size() - whole;
        keys_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(whole),
                         hash_text(std::string_view(characters_).substr(begin))});
        return add({}, wrong);
    }
    bool on_array_begin(code&) { return true; }
    bool on_array_end(size, code&) { return true; }
    bool on_string_part(text, size, code&) { return true; }
    bool on_string(text, size, code&) { return true; }
    bool on_number_part(text, code&) { return true; }
    bool on_int64(std::int64_t, text, code&) { return true; }
    bool on_uint64(std::uint64_t, text, code&) { return true; }
    bool on_double(double, text, code&) { return true; }
    bool on_bool(bool, code&) { return true; }
    bool on_null(code&) { return true; }
    bool on_comment_part(text, code&) { return true; }
    bool on_comment(text, code&) { return true; }

private:
    struct key {
        // `begin` is a place in characters_, which is shorter than `most_key_bytes`.
        std::uint32_t begin, length;
        std::uint64_t hash;
    };

    std::string_view text_of(key const& k) const
    {
        return std::string_view(characters_).substr(k.begin, k.length);
    }

    bool add(text part, code& wrong)
    {
        characters_.append(part.data(), part.size());
        auto const bytes = characters_.size() + keys_.size() * sizeof(key);
        return bytes <= most_key_bytes || refuse("the keys of one object are more than 64 MB", wrong);
    }

    bool refuse(std::string complaint, code& wrong)
    {
        complaint_ = std::move(complaint);
        wrong = make_error_code(errc::malformed_json);
        return false;
    }

    static std::string shown(std::string_view key)
    {
        std::string out(key.substr(0, 100));
        std::ranges::replace_if(out, [](char c) { return c < ' ' || c > '~'; }, '.');
        return out;
    }

    std::string characters_;    // the keys of all open objects, one behind the other
    std::vector<key> keys_;     // the same keys
    std::vector<size> objects_; // for each open object, the number of keys before its own
    std::string complaint_;
};

boost::json::parse_options deep()
{
    boost::json::parse_options options;
    options.max_depth = detail::deepest_json;
    return options;
}

} // namespace

/// Boost.JSON's parser of pieces, with key_check as the receiver of its events.
struct json_validator::parser : boost::json::basic_parser<key_check> {
    parser() : basic_parser(deep()) {}
};

json_validator::json_validator() : parser_(std::make_unique<parser>()) {}
json_validator::~json_validator() = default;

std::size_t json_validator::feed(std::string_view piece)
{
    std::size_t right = 0;
    while (right < piece.size() && !wrong_) {
        auto const n = parser_->write_some(true, piece.data() + right, piece.size() - right, wrong_);
        right += n;
        fed_ += n;
        if (!wrong_ && parser_->done()) parser_->reset(); // another text begins behind it
    }
    return right;
}

api_error json_validator::mistake() const
{
    auto const complaint = mask_.apply_to_excerpt(parser_->handler().complaint());
    return {errc::malformed_json, "validate",
            "at byte " + std::to_string(fed_) + ": " + (complaint.empty() ? wrong_.message() : complaint)};
}

} // namespace coinformer::detail
