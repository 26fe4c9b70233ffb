#include "no_limit.hpp"
#include "pod.hpp"

#include "api/stream/json_list_decoder.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/random.hpp>

#include "catch.hpp"

#include <functional>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::literals;
using list_step = list_decoder::step;

namespace {

// Writes everything that a decoder reports as text.
class json_list_log {
public:
    explicit json_list_log(std::size_t limit = no_limit, known_objects const* known = nullptr)
        : decoder_(test::pod_type(), limit, known)
    {
    }

    void feed(std::string_view piece)
    {
        decoder_.feed(piece);
        for (auto s = decoder_.next(); s != list_step::need_more; s = decoder_.next()) {
            if (s == list_step::fault) {
                log += "fault " + decoder_.fault().message() + "\n";
                continue;
            }
            auto const o = object_ptr<test::pod>(decoder_.take_object());
            log += to_string(o.key()) + '@' + std::string(o.resource_version());
            for (auto const& c : o->spec.containers)
                log += ' ' + c.name.to_owned() + '=' + c.image.to_owned();
            log += '\n';
        }
    }

    std::string finish()
    {
        auto const& meta = decoder_.finish();
        log += "rv " + meta.resource_version + " continue " + meta.continue_token;
        if (meta.remaining) log += " remaining " + std::to_string(*meta.remaining);
        return log;
    }

    std::string log;
    list_decoder& decoder() { return decoder_; }

private:
    json_list_decoder decoder_;
};

std::string decode_json_list(std::string_view page, std::size_t limit = no_limit)
{
    json_list_log l(limit);
    l.feed(page);
    return l.finish();
}

// Checks every cut in two, and the page one byte at a time.
void check_every_cut_of_list(std::string const& page, std::size_t limit = no_limit)
{
    auto const expected = decode_json_list(page, limit);
    for (std::size_t cut = 0; cut <= page.size(); ++cut) {
        INFO("cut at " << cut);
        json_list_log l(limit);
        l.feed(std::string_view(page).substr(0, cut));
        l.feed(std::string_view(page).substr(cut));
        REQUIRE(l.finish() == expected);
    }
    json_list_log l(limit);
    for (auto const c : page) l.feed({&c, 1});
    CHECK(l.finish() == expected);
}

error_code list_failure(std::string_view page)
{
    try {
        decode_json_list(page);
    } catch (api_error const& e) {
        return e.code();
    }
    return {};
}

// Returns the text of the error that a page is refused with. The request had the token "hunter2secret".
std::string list_refusal(std::string_view page)
{
    json_list_log l;
    l.decoder().hide(credential_mask(secret("hunter2secret")));
    try {
        l.feed(page);
        l.finish();
    } catch (api_error const& e) {
        return e.what();
    }
    return "nothing";
}

auto const listed_containers =
    R"("spec":{"containers":[{"name":"a\n\"}","image":"i\\"},{"x":["]"],"name":"b"}]},"status":{"a":[{}]})";

} // namespace

TEST_CASE("a page gives its objects, and then its version, continue token and count")
{
    auto const page =
        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"77","continue":"abc\u003d",)"
        R"("remainingItemCount":12},"items":[)" +
        test::pod_json("a", "1") + "," + test::pod_json("b", "2", listed_containers) + "]}\n";

    CHECK(decode_json_list(page) == "shop/a@1\nshop/b@2 a\n\"}=i\\ b=\nrv 77 continue abc= remaining 12");
}

TEST_CASE("a page may be cut anywhere")
{
    auto const bad = test::pod_json("bad", "3", R"("spec":{"replicas":"many"})");
    check_every_cut_of_list(
        R"({"kind":"PodList","metadata":{"resourceVersion":"77","continue":"a\"b","remainingItemCount":1},)"
        R"("odd":[1,{"a":"}"}],"number":12.5e3,"text":"a\\","nothing":null,"items":[)" +
        test::pod_json("a", "1", listed_containers) + "," + bad + "," + test::pod_json("c", "4") + "]}\n");
    check_every_cut_of_list("{\n  \"items\" : [\n    " + test::pod_json("a", "1") + " ,\r\n\t" +
                            test::pod_json("b", "2", listed_containers) +
                            "\n  ] ,\n  \"metadata\" : { \"resourceVersion\" : \"5\" }\n}\n");
    check_every_cut_of_list(R"({"items":null,"metadata":{"resourceVersion":"5"}})");
    check_every_cut_of_list(R"({"metadata":{},"items":[]})");
}

TEST_CASE("an object over the limit is dropped as it comes, and named")
{
    auto const large =
        test::pod_json("big", "2", R"("spec":{"x":")" + std::string(3000, 'x') + R"("},"y":[{}])");
    auto const page =
        R"({"items":[)" + test::pod_json("a", "1") + "," + large + "," + test::pod_json("c", "3") + "]}";

    check_every_cut_of_list(page, 500);
    CHECK(decode_json_list(page, 500) ==
          "shop/a@1\nfault shop/big: expected at most 500 bytes, found more\nshop/c@3\nrv  continue ");
    CHECK(decode_json_list(page, large.size()).find("fault") == std::string::npos);
    CHECK(decode_json_list(page, large.size() - 1).find("fault") != std::string::npos);
    CHECK(decode_json_list(page, 10).find("fault object without a known name") != std::string::npos);
}

TEST_CASE("a huge object is dropped without being buffered")
{
    json_list_log l(100'000);
    l.feed(R"({"items":[{"metadata":{"name":"big"},"data":")");
    for (int i = 0; i < 5000; ++i) {
        l.feed(std::string(10'000, '\\'));
        REQUIRE(l.decoder().buffered_bytes() < 400'000);
    }
    l.feed(R"("}]})");

    CHECK(l.finish() == "fault big: expected at most 100000 bytes, found more\nrv  continue ");
}

TEST_CASE("a large object in small pieces costs its length once, and its buffer is given back")
{
    auto const large =
        test::pod_json("big", "1", R"("spec":{"nodeName":")" + std::string(4'000'000, 'x') + "\"}");
    json_list_log l(5'000'000);
    l.feed(R"({"items":[)");
    for (std::size_t at = 0; at < large.size(); at += 100) l.feed(std::string_view(large).substr(at, 100));
    CHECK(l.decoder().buffered_bytes() >= 4'000'000);
    for (int i = 0; i < 3; ++i) l.feed("," + test::pod_json("small", "2"));
    l.feed("]}");

    CHECK(l.decoder().buffered_bytes() < 100'000);
    CHECK(l.finish() == "shop/big@1\nshop/small@2\nshop/small@2\nshop/small@2\nrv  continue ");
}

TEST_CASE("objects that are known already are used again and not built")
{
    struct cache final : known_objects {
        detail::object_ref find(object_key key, std::string_view uid, std::string_view version) const override
        {
            asked += to_string(key) + ' ' + std::string(uid) + ' ' + std::string(version) + '\n';
            return key == known->key() && uid == known->uid() && version == known->resource_version()
                       ? known
                       : detail::object_ref();
        }
        detail::object_ref known;
        mutable std::string asked;
    } cached;
    cached.known = decode_object<test::pod>(test::pod_json("a", "1", listed_containers)).ref();

    json_list_decoder decoder(test::pod_type(), no_limit, &cached);
    decoder.feed(R"({"items":[)" +
                 test::pod_json("a", "1", R"("spec":{"containers":[{"name":"never \x read"}]},"z":"}")") +
                 "," + test::pod_json("a", "2") + "]}");

    REQUIRE(decoder.next() == list_step::object);
    CHECK(decoder.take_object() == cached.known);
    REQUIRE(decoder.next() == list_step::object);
    auto const built = decoder.take_object();
    CHECK(built != cached.known);
    CHECK(built->resource_version() == "2");
    CHECK(decoder.next() == list_step::need_more);
    CHECK_NOTHROW(decoder.finish());
    CHECK(cached.asked == "shop/a u-a 1\nshop/a u-a 2\n");
}

TEST_CASE("bytes that are no list are refused")
{
    CHECK(list_failure("<html><body>Sign in</body></html>") == errc::unexpected_content);
    CHECK(list_failure("404 page not found") == errc::unexpected_content);
    for (auto const* other : {"[]", "null", "7", "\"x\"", "true"})
        CHECK(list_failure(other) == errc::unexpected_content);
    CHECK(list_failure(R"({"kind":"Status","code":200})") == errc::unexpected_content);
    CHECK(list_failure(R"({"items":{}})") == errc::unexpected_content);
    CHECK(list_failure(R"({"items":5})") == errc::unexpected_content);
    CHECK(list_failure(R"({"metadata":{"remainingItemCount":"x"},"items":[]})") == errc::unexpected_content);
    auto const says = [](std::string_view page, std::string const& what) {
        auto const said = list_refusal(page);
        INFO(said);
        CHECK(said.starts_with("decode list: " + make_error_code(errc::unexpected_content).message() + ": " +
                               what));
    };
    says(R"({"kind":"Status","code":200})", "a JSON object without items");
    says(R"({"items":{}})", "items is no array");
    says(R"({"metadata":{"remainingItemCount":"x"},"items":[]})",
         "metadata: remainingItemCount: expected integer in [0, 18446744073709551615], found string");
    says(R"({"metadata":{"shardInfo":{"selector":5}},"items":[]})",
         "metadata: shardInfo.selector: expected string, found number 5");
    says(R"({"metadata":hunter2secret,"items":[]})", "metadata: expected object, found text without quotes");
    says(R"({"metadata":7,"items":[]})", "metadata: expected object, found number 7");
}

TEST_CASE("a value beside the items may have 1 MB, and not a byte more")
{
    auto const member = GENERATE(as<std::string>(), R"("metadata":{"continue":")", R"("odd":{"text":")");
    INFO(member);
    auto const page_with = [&](std::size_t bytes) {
        std::string const end = "\"}";
        auto const begun = member.size() - member.find(':') - 1; // the bytes of the value in `member`
        return R"({"items":[],)" + member + std::string(bytes - begun - end.size(), 'x') + end + '}';
    };
    CHECK_FALSE(list_failure(page_with(1024 * 1024)));
    CHECK(list_failure(page_with(1024 * 1024 + 1)) == errc::unexpected_content);
}

TEST_CASE(
    "a value beside the items that is too large is named by the beginning of its key, without credentials")
{
    auto const refusal = [](std::string const& key) {
        return list_refusal("{\"" + key + "\":\"" + std::string(1024 * 1024, 'x') + "\"}");
    };
    auto const with_text = "a value beside the items is too large: ";
    CHECK(refusal("odd").find(with_text + std::string("odd")) != std::string::npos);
    auto const secret_key = refusal("my-hunter2secret");
    CHECK(secret_key.find(with_text + std::string("my-***")) != std::string::npos);
    CHECK(secret_key.find("hunter2") == std::string::npos);
    auto const long_key = refusal(std::string(90, 'k') + "hunter2secret");
    CHECK(long_key.find(with_text + std::string(90, 'k') + "***") != std::string::npos);
    CHECK(long_key.find("hunter2") == std::string::npos);
    auto const longer_key = refusal(std::string(101, 'k'));
    CHECK(longer_key.find(with_text + std::string(100, 'k')) != std::string::npos);
    CHECK(longer_key.find(std::string(101, 'k')) == std::string::npos);
}

TEST_CASE("an error in the structure ends the list, and names its place")
{
    auto const item = test::pod_json("a", "1");
    std::string const broken[]{"{x",
                               R"({"items" [)",
                               R"({"items":[}])",
                               R"({"items":[)" + item + "}",
                               R"({"items":[)" + item + " " + item,
                               R"({"items":[)" + item + ",]",
                               R"({"items":[],})",
                               R"({"items":[]]})",
                               R"({"items":[]} x)",
                               R"({"items":[]}{})",
                               R"({"items":[{"metadata":{"name":"a",,}}]})",
                               R"({"items":[{"metadata":{"name" "a"}}]})",
                               R"({"items":[{"metadata":{"name":"a"}])",
                               R"({"items":[{"metadata":}]})",
                               R"({"items":[{metadata:1}]})",
                               R"({"metadata":{"continue":],"items":[]})"};
    for (auto const& page : broken) {
        INFO(page);
        CHECK(list_failure(page) == errc::malformed_json);
    }
    try {
        decode_json_list("{\"items\":[\x01\xffgarbage" + std::string(100, 'x'));
        FAIL();
    } catch (api_error const& e) {
        CHECK(std::string(e.what()).find("at byte 10") != std::string::npos);
    }
}

TEST_CASE("a list that ends too early is truncated")
{
    auto const page = R"({"metadata":{"resourceVersion":"1"},"items":[)" + test::pod_json("a", "1") + "]}";
    for (std::size_t size = 0; size < page.size(); ++size) {
        json_list_log l;
        l.feed(std::string_view(page).substr(0, size));
        try {
            l.finish();
            FAIL("cut at " << size);
        } catch (api_error const& e) {
            REQUIRE(e.code() == errc::truncated);
        }
    }
}

TEST_CASE("garbage never crashes the decoder nor makes it read outside its bytes")
{
    auto const page = R"({"metadata":{"resourceVersion":"1"},"items":[)" +
                      test::pod_json("a", "1", listed_containers) + "," +
                      test::pod_json("b", "2", R"("spec":{"replicas":5,"nodeSelector":{"a":"b"}})") + "]}";
    random_source random(11);
    static constexpr auto bytes = "{}[]\",:\\ntu0-e.\0\x01\xff "sv;
    for (int round = 0; round < 5000; ++round) {
        auto broken = page;
        for (auto n = 1 + random.below(3); n != 0; --n)
            broken[random.below(broken.size())] = bytes[random.below(bytes.size())];
        auto const cut = random.below(broken.size());
        json_list_log l(round % 2 ? no_limit : 100);
        try {
            l.feed(std::string_view(broken).substr(0, cut));
            l.feed(std::string_view(broken).substr(cut));
            l.finish();
        } catch (api_error const&) {
        }
    }
    SUCCEED();
}
