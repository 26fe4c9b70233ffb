// The cuts of the network never decide whether an answer is refused, or what its body is.

#include "codec_transcript.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace test;

namespace {

constexpr std::string_view http_characters = "\r\n\r\n: 0159aAfFxX;,/HTP\x01\xff\t";

class answer_generator {
public:
    explicit answer_generator(std::uint64_t seed) : random_(seed) {}

    std::string answer()
    {
        std::string out;
        for (; one_in(5);) out += "HTTP/1.1 100 Continue\r\n" + field() + "\r\n";
        static constexpr std::string_view statuses[]{"200 OK", "200", "204 No Content", "404 Not Found",
                                                     "500 x"};
        out += std::string("HTTP/1.") + (one_in(6) ? "0 " : "1 ") + std::string(any_of(statuses)) + "\r\n";
        for (auto n = random_.below(3); n != 0; --n) out += field();
        if (one_in(4)) out += "Connection: close\r\n";
        auto const body = std::string(random_.below(one_in(4) ? 5000 : 50), 'b');
        switch (random_.below(3)) {
        case 0: return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body + rest();
        case 1: return out + "Transfer-Encoding: chunked\r\n\r\n" + chunks(body) + rest();
        default: return out + "\r\n" + body;
        }
    }

private:
    bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
    template <std::size_t N>
    std::string_view any_of(std::string_view const (&of)[N])
    {
        return of[random_.below(N)];
    }
    std::string field()
    {
        auto const value = std::string(random_.below(one_in(10) ? 9000 : 20), 'v');
        return (one_in(8) ? "Content-Length: 3" : "X-Field: " + value) + "\r\n";
    }
    std::string rest() { return one_in(6) ? "more" : ""; }
    std::string chunks(std::string_view body)
    {
        std::string out;
        while (!body.empty()) {
            auto const piece = body.substr(0, 1 + random_.below(700));
            body.remove_prefix(piece.size());
            char size[20];
            std::snprintf(size, sizeof size, one_in(2) ? "%zx" : "%04zX", piece.size());
            out += std::string(size) + (one_in(4) ? ";name=\"value\"" : "") + "\r\n" + std::string(piece) +
                   "\r\n";
        }
        return out + "0\r\n" + (one_in(3) ? field() : "") + "\r\n";
    }

    random_source random_;
};

} // namespace

TEST_CASE("how the network cuts an answer makes no difference")
{
    auto const end =
        GENERATE(codec_transcript::end_of_input::stays_open, codec_transcript::end_of_input::closes);
    std::string_view const method = GENERATE("GET", "HEAD");
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        random_source random(seed);
        auto bytes = answer_generator(seed).answer();
        if (seed % 4 != 0) bytes = damaged(std::move(bytes), random, http_characters);
        auto const expected = codec_transcript::of(method, bytes, cutting::whole(), end);
        INFO("seed " << seed << ":\n" << bytes);
        REQUIRE(codec_transcript::of(method, bytes, cutting::into_bytes(), end) == expected);
        for (std::size_t const longest : {3U, 20U, 300U})
            REQUIRE(codec_transcript::of(method, bytes, cutting::at_random(random.next(), longest), end) ==
                    expected);
    }
}

TEST_CASE("the limit of a header counts alike, wherever the network cuts it")
{
    for (std::size_t const size : {65'000U, 65'530U, 65'536U, 65'540U, 70'000U}) {
        auto const bytes = "HTTP/1.1 200 OK\r\nX: " + std::string(size - 23, 'x') + "\r\n\r\nbody";
        auto const end = codec_transcript::end_of_input::closes;
        auto const expected = codec_transcript::of("GET", bytes, cutting::whole(), end);
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            CHECK(codec_transcript::of("GET", bytes, cutting::at_random(seed, 5000), end) == expected);
    }
}

TEST_CASE("interim answers without end are refused")
{
    std::string const interim = "HTTP/1.1 100 Continue\r\n\r\n";
    std::string bytes;
    for (int i = 0; i < 4000; ++i) bytes += interim; // 100 KB
    for (auto const how : {cutting::whole(), cutting::into_bytes(), cutting::at_random(1, 1000)})
        CHECK(codec_transcript::of("GET", bytes, how, codec_transcript::end_of_input::stays_open)
                  .find("over 64 KB") != std::string::npos);
}
