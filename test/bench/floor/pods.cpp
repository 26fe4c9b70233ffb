#include "pods.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

namespace {

constexpr std::string_view stamp_key = R"("bench/ts":")", continue_key = R"("continue":")";

// Returns what follows `key` in `text`, or null if the key is not in it.
std::string_view after(std::string_view text, std::string_view key)
{
    auto const* const at =
        static_cast<char const*>(::memmem(text.data(), text.size(), key.data(), key.size()));
    return at ? text.substr(static_cast<std::size_t>(at - text.data()) + key.size()) : std::string_view();
}

// Returns the value after `key`, up to the character that ends it.
std::string_view value(std::string_view text, std::string_view key)
{
    auto const found = after(text, key);
    return found.substr(0, found.find_first_of("\",}"));
}

// Counts the objects of a body.
class counter {
public:
    void add(std::string_view piece)
    {
        auto const reach = stamp_key.size() - 1;
        // it can hold only a key that the network cut
        auto const seam = tail_ + std::string(piece.substr(0, reach));
        for (auto rest : {std::string_view(seam), piece})
            while ((rest = after(rest, stamp_key)).data()) ++count_;
        auto const end = piece.size() < reach ? std::string_view(seam) : piece;
        tail_ = end.substr(end.size() - std::min(end.size(), reach));
    }
    std::int64_t count() const { return count_; }

private:
    std::string tail_;
    std::int64_t count_ = 0;
};

} // namespace

std::int64_t number(std::string_view text)
{
    std::int64_t n = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), n).ec != std::errc())
        fail("expected a number");
    return n;
}

std::int64_t pods::list()
{
    std::int64_t objects = 0, remaining = 0;
    for (std::string token;;) {
        server_.get("/api/v1/pods?limit=" + std::to_string(page_size_) + (token.empty() ? "" : "&continue=") +
                    token);
        std::string head; // a list begins with its metadata
        counter counted;
        for (auto piece = server_.piece(); !piece.empty(); piece = server_.piece()) {
            if (head.size() < 1024) head += piece.substr(0, 1024 - head.size());
            if (!after(head, continue_key).data()) counted.add(piece);
        }
        auto const items = head.find("\"items\"");
        if (items == head.npos) fail("the list does not begin with its metadata");
        head.resize(items);
        version_ = value(head, R"("resourceVersion":")");
        token = value(head, continue_key);
        auto const page = token.empty() ? counted.count() : page_size_;
        auto const before =
            std::exchange(remaining, token.empty() ? 0 : number(value(head, R"("remainingItemCount":)")));
        if (objects > 0 && before != page + remaining)
            fail("the pages do not add up to the number that the server said remained");
        objects += page;
        if (token.empty()) return objects;
    }
}

void pods::watch()
{
    server_.get("/api/v1/pods?watch=true&resourceVersion=" + version_);
    rest_ = {};
    part_.clear();
}

std::optional<std::int64_t> pods::next()
{
    for (;;) {
        auto const end = rest_.find('\n');
        if (end == rest_.npos) {
            part_ += rest_;
            rest_ = server_.piece();
            if (rest_.empty()) return std::nullopt;
            continue;
        }
        auto event = rest_.substr(0, end);
        if (!part_.empty()) event = part_ += event;
        rest_.remove_prefix(end + 1);
        auto const stamp = value(event, stamp_key); // absent in an ERROR
        auto const sent = stamp.empty() ? 0 : number(stamp);
        part_.clear();
        if (sent) return sent;
    }
}
