#include "json_generator.hpp"
#include "pod.hpp"

#include "api/json/blocks.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"
#include "rounds.hpp"

#include <boost/json.hpp>
#include <boost/mp11/algorithm.hpp>

#include <limits>
#include <vector>

// Random objects are decoded by the library and by Boost.JSON. The members of a projection must come out
// equal, or both must refuse the object.

using namespace coinformer;
namespace json = boost::json;

namespace {

struct leaves {
    text word;
    std::string owned;
    bool flag = false;
    std::int8_t tiny = 0;
    std::uint32_t middle = 0;
    std::int64_t large = 0;
    std::uint64_t huge = 0;
    double real = 0;
    quantity amount;
    raw_json raw;
};
BOOST_DESCRIBE_STRUCT(leaves, (), (word, owned, flag, tiny, middle, large, huge, real, amount, raw))

struct owned_leaves {
    std::string a;
    std::optional<std::string> b;
    std::vector<std::int16_t> numbers;
};
BOOST_DESCRIBE_STRUCT(owned_leaves, (), (a, b, numbers))

struct containers {
    list<text> texts;
    list<leaves> records;
    list<list<std::int32_t>> nested;
    coinformer::labels tags;
    std::vector<owned_leaves> owned;
    std::map<std::string, std::string> strings;
    std::map<std::string, owned_leaves> table;
    std::optional<text> maybe_text;
    std::optional<leaves> maybe_record;
    std::optional<std::int32_t> maybe_number;
    boxed<leaves> box;
    boxed<owned_leaves> owned_box;
    coinformer::map<leaves> records_by_key;
    coinformer::map<owned_leaves> owned_by_key;
    coinformer::map<std::int16_t> numbers_by_key;
};
BOOST_DESCRIBE_STRUCT(containers, (),
                      (texts, records, nested, tags, owned, strings, table, maybe_text, maybe_record,
                       maybe_number, box, owned_box, records_by_key, owned_by_key, numbers_by_key))

struct random_object {
    object_meta metadata;
    leaves spec;
    containers status;
    text default_;
    list<containers> aVeryLongMemberNameOfMoreThanSixteenCharacters;
};
BOOST_DESCRIBE_STRUCT(random_object, (),
                      (metadata, spec, status, default_, aVeryLongMemberNameOfMoreThanSixteenCharacters))

template <class T, class F>
void for_members(F f)
{
    boost::mp11::mp_for_each<detail::members_of<T>>(f);
}

std::string api_name(std::string name)
{
    if (name.ends_with('_')) name.pop_back();
    return name;
}

struct refused_by_decoder {};

// ---- converts a decoded member to JSON

template <class X>
json::value dump(X const& x)
{
    if constexpr (detail::described<X>) {
        json::object o;
        for_members<X>([&](auto d) { o[api_name(d.name)] = dump(x.*d.pointer); });
        return o;
    } else if constexpr (std::same_as<X, raw_json>) {
        return x.empty() ? json::value() : json::parse(x.view());
    } else if constexpr (std::convertible_to<X const&, std::string_view>) {
        return json::string(std::string_view(x));
    } else if constexpr (std::same_as<X, bool> || std::integral<X> || std::floating_point<X>) {
        return json::value(x);
    } else if constexpr (requires { x.has_value(); }) {
        return x ? dump(*x) : json::value();
    } else if constexpr (requires { x.time_since_epoch(); }) {
        return json::value(x.time_since_epoch().count());
    } else if constexpr (requires { x.find("key"); }) {
        json::object o;
        for (auto const& [key, value] : x) o[std::string_view(key)] = dump(value);
        return o;
    } else {
        json::array a;
        for (auto const& e : x) a.push_back(dump(e));
        return a;
    }
}

// ---- picks the same member from the document that Boost.JSON parsed

template <class X>
struct pick;

template <class X>
json::value picked(json::value const* v)
{
    return !v || v->is_null() ? dump(X{}) : pick<X>::from(*v);
}

template <class X>
struct pick {
    static json::value from(json::value const& v)
    {
        if constexpr (detail::described<X>) {
            if (!v.is_object()) throw refused_by_decoder();
            json::object o;
            for_members<X>([&](auto d) {
                auto const name = api_name(d.name);
                o[name] = picked<detail::type_of_member<X, decltype(d)>>(v.get_object().if_contains(name));
            });
            return o;
        } else if constexpr (std::same_as<X, raw_json>) {
            return v;
        } else if constexpr (std::same_as<X, quantity>) {
            if (!v.is_string() && !v.is_number()) throw refused_by_decoder();
            return v.is_string() ? v : json::value("#");
        } else if constexpr (std::convertible_to<X const&, std::string_view>) {
            if (!v.is_string()) throw refused_by_decoder();
            return v;
        } else if constexpr (std::same_as<X, bool>) {
            if (!v.is_bool()) throw refused_by_decoder();
            return v;
        } else if constexpr (std::integral<X>) {
            if (v.is_int64() && std::in_range<X>(v.get_int64()))
                return json::value(static_cast<X>(v.get_int64()));
            if (v.is_uint64() && std::in_range<X>(v.get_uint64()))
                return json::value(static_cast<X>(v.get_uint64()));
            throw refused_by_decoder();
        } else if constexpr (std::floating_point<X>) {
            if (!v.is_number()) throw refused_by_decoder();
            return json::value(v.to_number<double>());
        } else {
            throw std::logic_error("no such member in these tests");
        }
    }
};

template <class X>
struct pick<std::optional<X>> {
    static json::value from(json::value const& v) { return pick<X>::from(v); }
};
template <class X>
struct pick<boxed<X>> : pick<std::optional<X>> {};

template <class X>
json::value pick_array(json::value const& v)
{
    if (!v.is_array()) throw refused_by_decoder();
    json::array a;
    for (auto const& e : v.get_array()) a.push_back(picked<X>(&e));
    return a;
}
template <class X>
struct pick<list<X>> {
    static json::value from(json::value const& v) { return pick_array<X>(v); }
};
template <class X>
struct pick<std::vector<X>> {
    static json::value from(json::value const& v) { return pick_array<X>(v); }
};

template <class X>
json::value pick_map(json::value const& v)
{
    if (!v.is_object()) throw refused_by_decoder();
    json::object o;
    for (auto const& [key, value] : v.get_object()) o[key] = picked<X>(&value);
    return o;
}
template <>
struct pick<labels> {
    static json::value from(json::value const& v) { return pick_map<text>(v); }
};
template <class X>
struct pick<std::map<std::string, X>> {
    static json::value from(json::value const& v) { return pick_map<X>(v); }
};
template <class X>
struct pick<coinformer::map<X>> : pick<std::map<std::string, X>> {};
template <>
struct pick<object_meta> { // only its texts are random here
    static json::value from(json::value const& v)
    {
        if (!v.is_object()) throw refused_by_decoder();
        auto o = dump(object_meta()).as_object();
        for (auto const* name : {"name", "namespace", "uid", "resourceVersion"})
            o[name] = picked<text>(v.get_object().if_contains(name));
        if (o["namespace"].as_string().size() > 255 || o["uid"].as_string().size() > 254)
            throw refused_by_decoder();
        o["labels"] = picked<labels>(v.get_object().if_contains("labels"));
        return o;
    }
};

// ---- makes random JSON for a projection, which is mostly right

template <class X>
struct make;

template <class X>
std::string member(test::json_generator& g)
{
    if (g.one_in(40)) return g.one_in(8) ? g.any() : "null";
    return make<X>::json(g);
}

template <class X>
struct make {
    static std::string json(test::json_generator& g)
    {
        if constexpr (detail::described<X>) {
            std::vector<std::string> members;
            for_members<X>([&](auto d) {
                using M = detail::type_of_member<X, decltype(d)>;
                if (!g.one_in(5))
                    members.push_back('"' + api_name(d.name) + "\":" + g.space() + member<M>(g));
                if (g.one_in(3)) members.push_back("\"x" + std::to_string(members.size()) + "\" :" + g.any());
            });
            for (std::size_t i = 1; i < members.size(); ++i) std::swap(members[i], members[g.below(i + 1)]);
            std::string s = "{" + g.space();
            for (std::size_t i = 0; i < members.size(); ++i)
                s += (i ? g.space() + "," + g.space() : "") + members[i];
            return s + g.space() + "}";
        } else if constexpr (std::same_as<X, raw_json>) {
            return g.any();
        } else if constexpr (std::same_as<X, bool>) {
            return g.one_in(2) ? "true" : "false";
        } else if constexpr (std::integral<X>) {
            if (g.one_in(60)) return g.number();
            auto const bits = g.below(8 * sizeof(X));
            return std::to_string(g.below((std::uint64_t(1) << bits) | 1));
        } else if constexpr (std::floating_point<X>) {
            return g.number();
        } else {
            return g.string();
        }
    }
};
template <class X>
struct make<std::optional<X>> : make<X> {};
template <class X>
struct make<boxed<X>> : make<X> {};
template <class X>
struct make<list<X>> {
    static std::string json(test::json_generator& g)
    {
        return g.array(g.below(4), [&] { return member<X>(g); });
    }
};
template <class X>
struct make<std::vector<X>> : make<list<X>> {};
template <class X>
struct make<std::map<std::string, X>> {
    static std::string json(test::json_generator& g)
    {
        return g.object(
            g.below(5),
            [&](std::size_t i) { return "\"\\u006b" + std::to_string(i) + "\\n" + g.string().substr(1); },
            [&](std::size_t) { return member<X>(g); });
    }
};
template <>
struct make<labels> : make<std::map<std::string, text>> {};
template <class X>
struct make<coinformer::map<X>> : make<std::map<std::string, X>> {};
template <>
struct make<object_meta> {
    static std::string json(test::json_generator& g)
    {
        return R"({"managedFields":)" + g.any() + R"(,"name":"n\u0061me", "namespace":)" + g.string() +
               R"(,"labels":)" + make<labels>::json(g) + R"(,"uid":)" + g.string() + R"(,"x":)" + g.any() +
               "}";
    }
};

// Removes quantities, because they keep their notation and numbers of Boost.JSON do not.
void blank_quantities(json::value& ours, json::value const& theirs)
{
    if (auto* o = ours.if_object()) {
        for (auto& [key, value] : *o) blank_quantities(value, theirs.at(key));
    } else if (auto* a = ours.if_array()) {
        for (std::size_t i = 0; i < a->size(); ++i) blank_quantities((*a)[i], theirs.at(i));
    } else if (theirs.is_string() && theirs.get_string() == "#") {
        ours = "#";
    } else if (ours.is_double()) { // Boost.JSON 1.81 is not exact to the last digit
        auto const d = theirs.is_double() ? theirs.get_double() : ours.get_double();
        if (std::abs(d - ours.get_double()) <= std::abs(d) * 1e-12) ours = theirs;
    }
}

} // namespace

TEST_CASE("random objects decode to what Boost.JSON reads in them")
{
    using detail::blocks;
    // the last kind stays in use
    auto const kind = GENERATE(blocks::portable, blocks::sse2, blocks::avx2, blocks::avx512);
    if (!detail::use_blocks(kind)) {
        WARN("this machine does not have these instructions");
        return;
    }
    std::uint64_t decoded = 0, faults = 0;
    for (std::uint64_t seed = 0; seed < test::rounds(2000); ++seed) {
        test::json_generator g(seed);
        auto const text = make<random_object>::json(g);
        INFO("seed " << seed << '\n' << text);
        auto const document = json::parse(text);

        json::value expected;
        auto is_refused = !document.get_object().contains("metadata") || document.at("metadata").is_null();
        try {
            if (!is_refused) expected = picked<random_object>(&document);
        } catch (refused_by_decoder const&) {
            is_refused = true;
        }
        try {
            auto const o = decode_object<random_object>(text);
            auto actual = dump(*o);
            REQUIRE(!is_refused);
            blank_quantities(actual, expected);
            if (actual != expected) {
                INFO(actual << '\n' << expected);
                FAIL();
            }
            ++decoded;
        } catch (api_error const& e) {
            INFO(e.what());
            REQUIRE(is_refused);
            ++faults;
        }
    }
    CHECK(decoded > test::rounds(500)); // the generator makes neither too many errors nor too few
    CHECK(faults > test::rounds(200));
}
