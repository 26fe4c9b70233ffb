#pragma once

#include "decoded_value.hpp"
#include "input.hpp"

// Writes JSON texts that nearly fit a projection: most members are present and right, some have another type,
// are null, occur twice, or are unknown. The fuzzer's input decides.

namespace fuzz {

inline std::string generated_space(input& in)
{
    return std::string(in.pick({"", "", "", "", "", "", " ", "\n", "\t \r\n", "                    "}));
}

/// Returns a string with its quotes.
inline std::string generated_string(input& in)
{
    std::string text = "\"";
    for (auto n = in.below(6); n != 0; --n)
        text += in.pick({"a",
                         "web",
                         "{",
                         "}",
                         "[",
                         "]",
                         ",",
                         ":",
                         "\\\"",
                         "\\\\",
                         "\\/",
                         "\\n",
                         "\\t",
                         "\\b",
                         "\\f",
                         "\\r",
                         "\\u0041",
                         "\\u00E9",
                         "\\u20ac",
                         "\\ud83d\\ude00",
                         "\xc3\xa4",
                         "\xf0\x9f\x98\x80",
                         "\\u0000",
                         "0123456789abcdef0123456789abcdef",
                         "kubernetes.io/",
                         "-",
                         ".",
                         " ",
                         "Ready",
                         "name",
                         "1h30m",
                         "2024-02-29T01:02:03Z"});
    return text + '"';
}

inline std::string generated_number(input& in)
{
    std::string text = in.one_in(4) ? "-" : "";
    text += in.one_in(4) ? std::to_string(in.number()) : std::to_string(in.below(256));
    if (in.one_in(5)) text += '.' + std::to_string(in.below(1 << 16));
    if (in.one_in(6)) text += std::string(in.pick({"e", "E", "e-", "E+"})) + std::to_string(in.below(400));
    return text;
}

inline std::string generated_value(input& in, unsigned depth = 0)
{
    auto const element = [&] {
        return generated_space(in) + generated_value(in, depth + 1) + generated_space(in);
    };
    switch (in.below(depth > 3 ? 5 : 7)) {
    case 0: return "null";
    case 1: return in.one_in(2) ? "true" : "false";
    case 2: return generated_number(in);
    case 3:
    case 4: return generated_string(in);
    case 5: {
        std::string text = "[";
        for (auto n = in.below(4); n != 0; --n) text += element() + (n > 1 ? "," : "");
        return text + ']';
    }
    default: {
        std::string text = "{";
        for (auto n = in.below(4); n != 0; --n)
            text += generated_string(in) + ":" + element() + (n > 1 ? "," : "");
        return text + '}';
    }
    }
}

inline std::string generated_time(input& in)
{
    auto const two = [&](std::uint64_t below) {
        auto const text = std::to_string(in.below(below));
        return text.size() < 2 ? '0' + text : text;
    };
    auto text = std::string(in.pick({"2024", "1969", "0001", "9999", "0000"})) + '-' + two(14) + '-' +
                two(33) + std::string(in.pick({"T", "T", "t", " "})) + two(25) + ':' + two(61) + ':' +
                two(62);
    if (in.one_in(4)) text += '.' + std::to_string(in.below(1 << 24));
    return '"' + text + std::string(in.pick({"Z", "Z", "z", "+01:00", "-23:59", "+24:00", ""})) + '"';
}

inline std::string generated_go_duration(input& in)
{
    std::string text = in.one_in(4) ? "\"-" : "\"";
    do
        text += std::to_string(in.below(1 << 12)) +
                std::string(in.pick({"s", "m", "h", "ms", "us", "ns", ".5s", "d"}));
    while (in.one_in(3));
    return text + '"';
}

template <class X>
struct generator_of;

template <class X>
std::string generated(input& in)
{
    if (in.one_in(40)) return in.one_in(3) ? "null" : generated_value(in);
    return generator_of<X>::json(in);
}

template <class Member>
std::string generated_members(input& in, std::uint64_t count, Member member)
{
    std::string text = "{" + generated_space(in);
    for (std::uint64_t i = 0; i != count; ++i)
        text += (i == 0 ? "" : ",") + generated_space(in) + member(i) + generated_space(in);
    return text + '}';
}

template <class X>
struct generator_of {
    static std::string json(input& in)
    {
        if constexpr (coinformer::detail::described<X>) {
            std::vector<std::string> members;
            for_each_member<X>([&]<class M>(std::string const& name, auto) {
                if (in.one_in(3)) return;
                auto n = in.one_in(16) ? 2 : 1;
                for (; n != 0; --n)
                    members.push_back('"' + name + "\":" + generated_space(in) + generated<M>(in));
                if (in.one_in(12)) members.push_back(generated_string(in) + ':' + generated_value(in));
            });
            if (in.one_in(4) && members.size() > 1) std::swap(members.front(), members.back());
            return generated_members(in, members.size(), [&](std::uint64_t i) { return members[i]; });
        } else if constexpr (std::same_as<X, coinformer::raw_json>) {
            return generated_value(in);
        } else if constexpr (std::same_as<X, coinformer::whole_object>) {
            return "1";
        } else if constexpr (std::same_as<X, coinformer::quantity> ||
                             std::same_as<X, coinformer::int_or_string>) {
            return in.one_in(2) ? generated_number(in) : generated_string(in);
        } else if constexpr (std::same_as<X, std::chrono::seconds>) {
            return in.one_in(2) ? generated_number(in) : generated_go_duration(in);
        } else if constexpr (requires(X x) { x.time_since_epoch(); }) {
            return generated_time(in);
        } else if constexpr (std::same_as<X, bool>) {
            return in.one_in(2) ? "true" : "false";
        } else if constexpr (std::integral<X>) {
            return in.one_in(8) ? generated_number(in) : std::to_string(static_cast<X>(in.number()));
        } else if constexpr (std::floating_point<X>) {
            return generated_number(in);
        } else {
            return generated_string(in);
        }
    }
};
template <class X>
struct generator_of<std::optional<X>> : generator_of<X> {};
template <class X>
struct generator_of<coinformer::boxed<X>> : generator_of<X> {};
template <class X>
struct generator_of<coinformer::required<X>> : generator_of<X> {};
template <coinformer::detail::literal K, class X>
struct generator_of<coinformer::key<K, X>> : generator_of<X> {};
template <coinformer::detail::literal K, coinformer::detail::literal V, class X>
struct generator_of<coinformer::element<K, V, X>> {
    static std::string json(input& in)
    {
        std::string text = "[";
        for (auto n = in.below(3); n != 0; --n) {
            auto object = generator_of<X>::json(in);
            auto const value = in.one_in(3) ? generated_string(in) : '"' + std::string(V.view()) + '"';
            auto const key = '"' + std::string(K.view()) + "\":" + value + (object.size() > 2 ? "," : "");
            if (!in.one_in(8)) object.insert(1, key);
            text += object + (n > 1 ? "," : "");
        }
        return text + ']';
    }
};
template <class X>
struct generator_of<std::vector<X>> {
    static std::string json(input& in)
    {
        std::string text = "[" + generated_space(in);
        for (auto n = in.below(3); n != 0; --n) text += generated<X>(in) + (n > 1 ? "," : "");
        return text + ']';
    }
};
template <class X>
struct generator_of<coinformer::list<X>> : generator_of<std::vector<X>> {};
template <class X>
struct generator_of<std::map<std::string, X>> {
    static std::string json(input& in)
    {
        return generated_members(
            in, in.below(4), [&](std::uint64_t) { return generated_string(in) + ':' + generated<X>(in); });
    }
};
/// A map of labels. The library keeps the place where each value ends in one, two or four bytes: so some maps
/// are as long as fits, and some one byte longer.
template <>
struct generator_of<coinformer::labels> {
    static std::string json(input& in)
    {
        if (!in.one_in(8)) return generator_of<std::map<std::string, coinformer::text>>::json(in);
        std::uint64_t const limit = in.one_in(8) ? 1 << 16 : 1 << 8;
        auto const first = in.below(3);
        std::string const values[]{std::string(first, 'a'),
                                   std::string(limit + in.below(3) - 2 - first, 'b')};
        return R"({"k":")" + values[0] + R"(","l":")" + values[1] + "\"}";
    }
};
template <class X>
struct generator_of<coinformer::map<X>> : generator_of<std::map<std::string, X>> {};

/// Returns an object of the projection T, mostly with a name.
template <class T>
std::string generated_object(input& in)
{
    auto object = generator_of<T>::json(in);
    std::string metadata = R"({"name":")" + std::string(in.pick({"a", "b", "", "\\u0061"})) + '"';
    if (in.one_in(2)) metadata += R"(,"namespace":)" + generated_string(in);
    if (in.one_in(3)) metadata += R"(,"uid":"0f2e1d3c-0000-4000-8000-000000000001","resourceVersion":"7")";
    if (in.one_in(3)) metadata += R"(,"managedFields":)" + generated_value(in);
    if (in.one_in(3)) metadata += R"(,"labels":)" + generated<coinformer::labels>(in);
    if (in.one_in(8)) return object;
    object.insert(1, R"("metadata":)" + metadata + '}' + (object.find(':') == object.npos ? "" : ","));
    return object;
}

/// Returns what a list says about the shard by which it was filtered.
inline std::string generated_shard(input& in)
{
    return in.one_in(2) ? generated_value(in) : R"({"selector":)" + generated_string(in) + '}';
}

/// Returns a list of such objects, with members beside the items.
template <class T>
std::string generated_list(input& in)
{
    std::string items;
    do
        items += (items.empty() ? "" : ",") + generated_space(in) +
                 (in.one_in(30) ? generated_value(in) : generated_object<T>(in));
    while (in.one_in(3));
    auto const meta = in.one_in(16)
                          ? generated_value(in)
                          : R"({"resourceVersion":"12","continue":)" + generated_string(in) +
                                R"(,"remainingItemCount":)" + std::to_string(in.below(1 << 16)) +
                                (in.one_in(4) ? R"(,"shardInfo":)" + generated_shard(in) : "") + '}';
    std::string text = "{" + generated_space(in);
    if (in.one_in(3)) text += R"("kind":"PodList","x":)" + generated_value(in) + ',';
    if (in.one_in(2)) text += R"("metadata":)" + meta + ',';
    text += in.one_in(16) ? R"("items":)" + generated_value(in) : "\"items\":[" + items + ']';
    if (in.one_in(2)) text += R"(,"metadata":)" + meta;
    return text + '}' + generated_space(in);
}

} // namespace fuzz
