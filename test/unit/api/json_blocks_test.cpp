#include "api/json/blocks.hpp"

#include <coinformer/core/random.hpp>

#include "catch.hpp"

#include <memory>
#include <string>
#include <string_view>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

// Does what the two skips promise, one byte at a time.
std::size_t end_of_nested(std::string_view s)
{
    std::int64_t depth = 1;
    bool in_string = false, escaped = false;
    for (std::size_t i = 0; i < s.size(); ++i) {
        auto const c = s[i];
        // a backslash outside of strings is wrong, and has an effect on quotes only
        auto const was_escaped = escaped;
        escaped = c == '\\' && !was_escaped;
        if (c == '"' && !was_escaped)
            in_string = !in_string;
        else if (!in_string && (c == '{' || c == '['))
            ++depth;
        else if (!in_string && (c == '}' || c == ']') && --depth == 0)
            return i + 1;
    }
    return 0;
}

std::size_t end_of_string(std::string_view s)
{
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '\\')
            ++i;
        else if (s[i] == '"')
            return i + 1;
    }
    return 0;
}

// Has exactly the promised padding, so that ASan sees a read beyond it.
class buffer {
public:
    explicit buffer(std::string_view s) : size_(s.size()), bytes_(new char[s.size() + padding])
    {
        s.copy(bytes_.get(), s.size());
        std::fill_n(bytes_.get() + s.size(), padding, '}'); // bytes past the end must not count
    }
    char const* begin() const { return bytes_.get(); }
    char const* end() const { return begin() + size_; }
    std::size_t offset(char const* p) const { return p ? static_cast<std::size_t>(p - begin()) : 0; }

private:
    std::size_t size_;
    std::unique_ptr<char[]> bytes_;
};

std::string random_text(random_source& random, std::size_t size)
{
    static constexpr std::string_view alphabet = R"(\\\""{}[]{}[]abc: ,)";
    std::string s;
    while (s.size() < size) s += alphabet[random.below(alphabet.size())];
    return s;
}

struct chosen_blocks {
    explicit chosen_blocks(blocks kind) : is_there(use_blocks(kind)) {}
    ~chosen_blocks() { use_best_blocks(); }
    bool is_there;
};

} // namespace

TEST_CASE("a container is skipped to its end, wherever it has quotes, backslashes and brackets")
{
    chosen_blocks const chosen(GENERATE(blocks::portable, blocks::sse2, blocks::avx2, blocks::avx512));
    if (!chosen.is_there) {
        WARN("this machine does not have these instructions");
        return;
    }
    std::string const tricky[]{R"("]")", R"("\"]")", R"("\\")",   R"("\\\"}")",
                               R"({})",  R"([[]])",  R"("}}}}")", R"({"\\":[]})"};
    for (auto const& middle : tricky)
        for (std::size_t offset = 0; offset < 130; ++offset) {
            auto const text = std::string(offset, ' ') + middle + ',' + middle + "} ]}";
            buffer const b(text);
            nesting state{.depth = 1};
            REQUIRE(b.offset(skip_nested(b.begin(), b.end(), state)) == text.size() - 3);
        }
}

#if defined(__x86_64__)
TEST_CASE("the fast instructions are used on every processor that has them")
{
    bool const are_there = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    CHECK(chosen_blocks(blocks::avx2).is_there == are_there);
    CHECK(chosen_blocks(blocks::sse2).is_there); // each processor of this architecture has them
}
#endif

TEST_CASE("a skip in two pieces ends at the same place as one in a single piece")
{
    chosen_blocks const chosen(GENERATE(blocks::portable, blocks::sse2, blocks::avx2, blocks::avx512));
    if (!chosen.is_there) {
        WARN("this machine does not have these instructions");
        return;
    }
    random_source random(7);
    for (int round = 0; round < 3000; ++round) {
        auto const text = random_text(random, 1 + random.below(200));
        auto const cut = random.below(text.size() + 1);
        buffer const first(std::string_view(text).substr(0, cut)), second(std::string_view(text).substr(cut));
        INFO(text << " cut at " << cut);

        nesting state{.depth = 1};
        auto const* past = skip_nested(first.begin(), first.end(), state);
        auto const nested =
            past ? first.offset(past) : second.offset(skip_nested(second.begin(), second.end(), state));
        auto const expected = end_of_nested(text);
        REQUIRE((nested && !past ? nested + cut : nested) == expected);

        nesting in_string;
        past = skip_string(first.begin(), first.end(), in_string);
        auto const string =
            past ? first.offset(past) : second.offset(skip_string(second.begin(), second.end(), in_string));
        REQUIRE((string && !past ? string + cut : string) == end_of_string(text));
    }
}
