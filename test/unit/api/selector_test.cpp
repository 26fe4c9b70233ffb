// A label selector means what kubectl's -l means.
#include "catch.hpp"

#include <coinformer/api/selector.hpp>
#include <coinformer/core/error.hpp>

#include <map>
#include <string>

using namespace coinformer;

namespace {

using label_map = std::map<std::string, std::string>;

std::string refusal_of(std::string const& text)
{
    try {
        label_selector const selector(text);
    } catch (api_error const& e) {
        CHECK(e.code() == errc::bad_request);
        return e.what();
    }
    return "none";
}

} // namespace

TEST_CASE("a label selector matches objects by equality, by sets, and by the presence of a key")
{
    label_map const web{
        {"app", "web"}, {"tier", "front"}, {"app.kubernetes.io/part-of_it", "a-b_c.d"}, {"empty", ""}};
    struct expectation {
        std::string text;
        bool matches;
    };
    for (auto const& [text, matches] : {
             expectation{"", true},
             {"  ", true},
             {"app=web", true},
             {"app==web", true},
             {" app = web , tier = front ", true},
             {"app=web,\n\ttier=front", true}, // space is what it is in kubectl
             {"app=web,\r\n tier\t=\nback", false},
             {"\tapp\nin\r\n(db,\tweb\n)\n", true},
             {"\n\t\r ", true},
             {"app=db", false},
             {"app=web,tier=back", false},
             {"none=web", false},
             {"app!=db", true},
             {"app!=web", false},
             {"none!=web", true}, // an absent key is unequal to everything
             {"app in (db,web)", true},
             {"app in ( db , cache )", false},
             {"none in (web)", false},
             {"app notin (db,cache)", true},
             {"app notin (db,web)", false},
             {"none notin (web)", true},
             {"app", true},
             {"none", false},
             {"!app", false},
             {"!none", true},
             {"! none,app", true},
             {"empty=", true},
             {"empty!=", false},
             {"app=", false},
             {"empty in (,x)", true},
             {"app.kubernetes.io/part-of_it=a-b_c.d", true},
             {"app in (web),tier notin (back),!none,app!=db", true},
         }) {
        INFO(text);
        label_selector const selector(text);
        CHECK(selector.matches(web) == matches);
        CHECK(selector.text() == text);
        CHECK(selector.empty() == (text.find_first_not_of(" \t\r\n") == std::string::npos));
    }
    CHECK(label_selector().matches(label_map()));
}

TEST_CASE("a text that is no label selector is refused, and the error says where the mistake is")
{
    struct mistake {
        std::string text, expected;
    };
    for (auto const& [text, expected] : {
             mistake{"app=web,", "expected a key at character 9"},
             {",app=web", "expected a key at character 1"},
             {"!", "expected a key at character 2"},
             {"=web", "expected a key at character 1"},
             {"app is web", "expected =, !=, in or notin before this at character 7"},
             {"app in web", "expected ( at character 8"},
             {"app in (web", "expected ) at character 12"},
             {"app in (web;db)", "expected ) at character 12"},
             {"app=web tier", "expected a comma or the end at character 9"},
             {"app=web\vtier", "expected a comma or the end at character 8"},
             {"app=w\xc3\xa4hler", "expected a comma or the end at character 6"},
         }) {
        INFO(text);
        CHECK_THAT(refusal_of(text), Catch::EndsWith(expected) || Catch::Contains(expected + " ("));
        CHECK_THAT(refusal_of(text), Catch::Contains("label selector \"" + text.substr(0, 5)));
    }
}
