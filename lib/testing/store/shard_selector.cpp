#include "testing/store/shard_selector.hpp"

#include "testing/formats/refusal.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace coinformer::testing::detail {

namespace {

constexpr std::string_view uid_path = "object.metadata.uid";
constexpr std::string_view namespace_path = "object.metadata.namespace";
constexpr std::string_view behind_all = "0x10000000000000000"; // 2^64, the one number of 17 digits

std::string shard_quoted(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

// A real server classifies these mistakes of the client as its own.
refusal bad_shard(std::string const& why)
{
    return unexplained("invalid shard selector: " + why);
}

std::uint64_t fnv1a(std::string_view text)
{
    std::uint64_t hash = 14'695'981'039'346'656'037u;
    for (char const c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211u;
    return hash;
}

// Checks one bound of a range. `name` is the name of the argument in messages.
void check_bound(std::string_view text, std::string const& name)
{
    if (!text.starts_with("0x")) throw bad_shard(name + " must have '0x' prefix, got " + shard_quoted(text));
    auto const digits = text.substr(2);
    if (digits.empty()) throw bad_shard(name + ": hex value is required after '0x'");
    if (digits.size() > 17)
        throw bad_shard(name + ": hex value too long (" + std::to_string(digits.size()) +
                        " chars, max 17): " + shard_quoted(digits));
    for (char const& c : digits)
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            throw bad_shard(name + ": invalid hex character " + shard_quoted({&c, 1}) + " in " +
                            shard_quoted(text));
    if (digits.size() == 17 && text != behind_all)
        throw bad_shard(name + ": 17-digit hex value must be '" + std::string(behind_all) + "' (2^64), got " +
                        shard_quoted(text));
    if (digits.size() < 16)
        throw bad_shard(name + " must be a 0x-prefixed 16-digit hex value, got " + shard_quoted(text) +
                        " (did you mean " +
                        shard_quoted("0x" + std::string(16 - digits.size(), '0') + std::string(digits)) +
                        "?)");
}

std::uint64_t bound_number(std::string_view bound)
{
    std::uint64_t number = 0;
    std::from_chars(bound.data() + 2, bound.data() + bound.size(), number, 16);
    return number;
}

} // namespace

/// Reads the text of a selector: calls of shardRange(), joined by "||".
class shard_selector::reader {
public:
    reader(std::string_view text, shard_selector& into) : rest_(text), into_(into) {}

    void read()
    {
        read_call();
        while (skip_space(), rest_.starts_with("||")) {
            rest_.remove_prefix(2);
            read_call();
        }
        if (!rest_.empty()) fail();
    }

private:
    void read_call()
    {
        auto const function = word();
        skip_space();
        if (!function.empty() && !rest_.starts_with("("))
            throw bad_shard("unexpected expression kind 3; expected shardRange() call or || operator");
        if (!function.empty() && function != "shardRange")
            throw bad_shard("unsupported function " + shard_quoted(function) +
                            "; only shardRange() and || are allowed");
        expect('(');
        auto path = word();
        if (path != uid_path && path != namespace_path)
            throw bad_shard("unsupported field path " + shard_quoted(path) +
                            "; supported: object.metadata.uid, object.metadata.namespace");
        expect(',');
        range r;
        r.begin = bound("hexStart");
        expect(',');
        r.end = bound("hexEnd");
        expect(')');
        bool const is_open = r.end == behind_all;
        if (r.begin == behind_all || (!is_open && bound_number(r.begin) >= bound_number(r.end)))
            throw bad_shard("shard range start " + r.begin + " must be less than end " + r.end);
        r.first = bound_number(r.begin);
        if (!is_open) r.behind = bound_number(r.end);
        if (!into_.path_.empty() && into_.path_ != path)
            throw bad_shard("all shard ranges must use the same field, got " + shard_quoted(into_.path_) +
                            " and " + shard_quoted(path));
        into_.path_ = std::move(path);
        into_.ranges_.push_back(std::move(r));
    }

    std::string word()
    {
        skip_space();
        auto const is_part = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; };
        auto const end = std::ranges::find_if_not(rest_, is_part);
        auto const size = static_cast<std::size_t>(end - rest_.begin());
        std::string taken(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return taken;
    }
    std::string bound(std::string const& name)
    {
        skip_space();
        if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) fail();
        auto const end = rest_.find(rest_.front(), 1);
        if (end == rest_.npos) fail();
        std::string text(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        check_bound(text, name);
        return text;
    }
    void expect(char c)
    {
        skip_space();
        if (!rest_.starts_with(c)) fail();
        rest_.remove_prefix(1);
    }
    void skip_space()
    {
        while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())))
            rest_.remove_prefix(1);
    }
    [[noreturn]] void fail() const
    {
        throw bad_shard("CEL parse error: Syntax error at '" + std::string(rest_.substr(0, 20)) + "'");
    }

    std::string_view rest_;
    shard_selector& into_;
};

shard_selector::shard_selector(std::string_view text)
{
    if (!text.empty()) reader(text, *this).read();
}

bool shard_selector::matches(stored_object const& object) const
{
    if (everything()) return true;
    auto const hash = fnv1a(path_ == uid_path ? object.uid() : object.ns());
    return std::ranges::any_of(
        ranges_, [&](range const& r) { return r.first <= hash && (!r.behind || hash < *r.behind); });
}

std::string shard_selector::normalized() const
{
    std::string text;
    for (auto const& r : ranges_)
        text.append(text.empty() ? "shardRange(" : " || shardRange(")
            .append(path_)
            .append(", '")
            .append(r.begin)
            .append("', '")
            .append(r.end)
            .append("')");
    return text;
}

} // namespace coinformer::testing::detail
