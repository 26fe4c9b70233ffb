// The input is any bytes, or generated JSON with a little damage. is_json(), json_validator and
// past_compact_json() must accept what Boost.JSON accepts with the same limit of 500 levels. Both refuse half
// of a pair of surrogates.
//
// These differences are intended:
// - json_validator refuses equal keys.
// - Boost.JSON, and so json_validator, refuses numbers whose exponent does not fit into an int. The grammar
// of JSON has such numbers, and is_json() accepts them.
// - past_compact_json() may always return nullptr for "unknown", and knows at most 63 levels.

#include "generated_json.hpp"

#include "cut_bytes.hpp"

#include "api/json/blocks.hpp"
#include "api/json/validator.hpp"

#include <regex>
#include <set>

namespace {

using coinformer::detail::blocks;

bool has_equal_keys(fuzz::json_node const& node)
{
    std::set<std::string> const different(node.keys.begin(), node.keys.end());
    return different.size() != node.keys.size() || std::ranges::any_of(node.values, has_equal_keys);
}

/// Returns a value within up to 1000 brackets.
std::string generated_deep(fuzz::input& in)
{
    std::string text, closing;
    bool const is_object = in.one_in(3);
    for (auto n = in.one_in(2) ? 495 + in.below(10) : in.below(1000); n != 0; --n) {
        bool const here = is_object && n % 2 == 0;
        text += here ? "{\"k\":" : "[";
        closing += here ? '}' : ']';
    }
    text += in.pick({"1", "[]", "{}", "\"x\"", ""});
    return text + std::string(closing.rbegin(), closing.rend());
}

/// Returns a string of code units. Some are half of a pair of surrogates, and some are no code units at all.
std::string generated_escapes(fuzz::input& in)
{
    std::string text = "\"";
    for (auto n = in.below(6); n != 0; --n)
        text += std::string(in.pick({"\\u", "\\u", "\\U", "\\"})) +
                std::string(in.pick({"d8", "dC", "Df", "00", "e0"})) +
                std::string(in.pick({"00", "3d", "fF", "0", "+1"}));
    return text + '"';
}

std::string text_of(fuzz::input& in)
{
    auto const how = in.below(8);
    if (how < 2) return std::string(in.rest());
    coinformer::random_source random(in.below(256));
    auto text = how == 2   ? generated_deep(in)
                : how == 3 ? generated_escapes(in)
                           : fuzz::generated_space(in) + fuzz::generated_value(in);
    if (how > 5) std::erase(text, ' ');
    return how < 5 ? text : test::damaged(std::move(text), random, "{}[]\"\"\"\\:,, \n0a-.eutfn\x01\xff");
}

/// Returns the text with at most six digits in each exponent.
std::string with_short_exponents(std::string const& text)
{
    static std::regex const long_exponent("([eE][+-]?[0-9]{6})[0-9]+");
    return std::regex_replace(text, long_exponent, "$1");
}

/// Returns true if Boost.JSON accepts the text with shorter exponents.
bool is_json_by_reference(std::string_view text)
{
    auto const front = fuzz::parse_json_prefix(text);
    if (front.has_huge_exponent) return fuzz::parse_json(with_short_exponents(std::string(text))).has_value();
    return front.value && front.size == text.size();
}

bool is_valid(std::string_view text)
{
    coinformer::detail::json_validator validator;
    return validator.feed(text) == text.size();
}

/// Compares the fast check of the container at the front of a text with the reference.
void check_compact(std::string_view text)
{
    if (!text.starts_with('{') && !text.starts_with('[')) return;
    std::string padded(text);
    padded.append(coinformer::detail::padding, '\0');
    for (auto const kind : {blocks::portable, blocks::sse2, blocks::avx2, blocks::avx512}) {
        if (!coinformer::detail::use_blocks(kind)) continue;
        auto const* const past =
            coinformer::detail::past_compact_json(padded.data(), padded.data() + text.size());
        if (!past) continue;
        auto const taken = text.substr(0, static_cast<std::size_t>(past - padded.data()));
        fuzz::check(is_json_by_reference(taken), "what the fast check accepts is JSON", taken);
    }
    coinformer::detail::use_best_blocks();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const text = text_of(in);
    auto const document = fuzz::parse_json(text);
    fuzz::check_equal("is_json() accepts what Boost.JSON accepts", is_json_by_reference(text),
                      coinformer::detail::is_json(text), text);
    if (document)
        fuzz::check_equal("json_validator accepts what Boost.JSON accepts and has no equal keys",
                          !has_equal_keys(*document), is_valid(text), text);
    check_compact(text);
    return 0;
}
