// HTTP/1 answers, generated from the input so that most of them are nearly right, one after another on the
// same connection. The codec must find the same status, fields and body as a plain reader, the same end of
// each answer, and the same verdict on whether the connection can be used again; or both must refuse the
// answer.

#include "input.hpp"
#include "reference_http.hpp"
#include "report.hpp"

#include "cut_bytes.hpp"

#include "transport/http/http1_codec.hpp"

#include <map>

namespace {

using fuzz::http_reading;

std::string generated_chunks(std::string_view body, fuzz::input& in)
{
    std::string text;
    while (!body.empty()) {
        auto const piece = body.substr(0, 1 + in.below(body.size()));
        body.remove_prefix(piece.size());
        char size[24];
        std::snprintf(size, sizeof size, in.one_in(2) ? "%zX" : "%03zx", piece.size());
        text += size + std::string(in.pick({"", "", "", ";a=b", " ", "\t;x"})) + "\r\n" + std::string(piece) +
                "\r\n";
    }
    text += in.pick({"", "", "", "0000000000000001\r\nx\r\n", "7fffffff\r\n", "fffffffffffffff\r\n",
                     "10000000000000000\r\n"});
    text += std::string(in.pick({"0", "0", "0", "00", "0;last"})) + "\r\n";
    for (auto n = in.below(3); n != 0; --n) text += in.pick({"Trailer: x\r\n", "X: \r\n", ":\r\n"});
    return text + "\r\n";
}

std::string generated_answer(fuzz::input& in)
{
    std::string text;
    for (auto n = in.one_in(8) ? in.below(3) : 0; n != 0; --n)
        text +=
            "HTTP/1.1 " + std::string(in.pick({"100", "103", "100", "101"})) + " Continue\r\nA: b\r\n\r\n";
    text += std::string(in.pick({"HTTP/1.1 ", "HTTP/1.1 ", "HTTP/1.1 ", "HTTP/1.0 ", "HTTP/1.2 "})) +
            std::string(in.pick({"200", "200", "200", "204", "304", "404", "500", "099", "999", "2000"})) +
            std::string(in.pick({" OK", " ", "", " not \xc3\xa4 word"})) + "\r\n";
    auto const body = std::string(in.bytes(300));
    auto const length = std::to_string(body.size());
    auto const framing = in.below(6);
    if (framing < 2)
        text += "Transfer-Encoding:" + std::string(in.pick({" chunked", "chunked", " Chunked\t"})) + "\r\n";
    if (framing == 2 || framing == 3) text += "content-length: " + length + "\r\n";
    for (auto n = in.below(5); n != 0; --n) switch (in.below(6)) {
        case 0: text += "Content-Type: application/json\r\n"; break;
        case 1:
            text += std::string(in.pick({"Connection", "Proxy-Connection"})) + ": " +
                    std::string(in.pick(
                        {"close", "keep-alive", "Close", "upgrade", "x, close", "a b", "", "close,"})) +
                    "\r\n";
            break;
        case 2: text += "X: one\r\n" + std::string(in.pick({"", " two\r\n", "\t\r\n"})); break;
        case 3:
            text += "Content-Length: " +
                    (in.one_in(2)
                         ? length
                         : std::string(in.pick({"", "+1", "1, 2", "99999999999999999999", "-1", "0x1"}))) +
                    (in.one_in(4) ? ", " + length : "") + "\r\n";
            break;
        case 4:
            text += "Transfer-Encoding: " +
                    std::string(in.pick({"chunked", "gzip", "gzip, chunked", "identity"})) + "\r\n";
            break;
        default:
            text +=
                std::string(in.pick({"Name : x", "X:\x01", ": x", "X", "\xc3\xa4: x", "Retry-After: 7"})) +
                "\r\n";
            break;
        }
    return text + "\r\n" + (framing < 2 ? generated_chunks(body, in) : body);
}

/// Sorts fields by name. Fields of one name keep their order; between different names the order has no
/// meaning, and Boost.Beast changes it.
void sort_by_name(http_reading& r)
{
    std::multimap<std::string, std::pair<std::string, std::string>> sorted;
    for (auto& field : r.fields) {
        auto name = field.first;
        std::ranges::transform(name, name.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        sorted.emplace(std::move(name), std::move(field));
    }
    r.fields.clear();
    for (auto& [name, field] : sorted) r.fields.push_back(std::move(field));
}

/// Feeds one answer to a codec, byte by byte, and records what the codec reports, and when.
class listener final : private coinformer::detail::codec_sink {
public:
    http_reading read(coinformer::detail::connection_codec& codec, std::string_view bytes,
                      bool is_head_request, bool closes)
    {
        found_ = {};
        found_.is = http_reading::state::incomplete;
        codec.open({is_head_request ? "HEAD" : "GET", "api:6443", "/api/v1/pods", {}, {}});
        codec.written(codec.output().size());
        for (fed_ = 1; fed_ <= bytes.size() && !is_done(); ++fed_)
            codec.feed(std::string(1, bytes[fed_ - 1]), *this);
        --fed_;
        if (!is_done() && closes) codec.close(*this);
        if (found_.is == http_reading::state::complete) found_.keeps_alive = codec.room() == 1;
        return found_;
    }

private:
    bool is_done() const noexcept { return found_.is != http_reading::state::incomplete; }
    void head(coinformer::detail::stream_id, int status,
              std::span<coinformer::detail::header_field const> fields) override
    {
        fuzz::check(found_.status == 0, "an answer has one header", "");
        found_.status = status;
        for (auto const& f : fields) found_.fields.emplace_back(f.name, f.value);
    }
    void data(coinformer::detail::stream_id, std::string_view bytes) override
    {
        fuzz::check(found_.status != 0 && !is_done(), "a body comes between header and end", bytes);
        found_.body += bytes;
    }
    void done(coinformer::detail::stream_id, coinformer::error_code why, std::string_view) override
    {
        fuzz::check(!is_done(), "an answer ends once", "");
        found_.is = why ? http_reading::state::refused : http_reading::state::complete;
        if (!why) found_.size = fed_;
    }

    http_reading found_;
    std::size_t fed_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const how = in.below(8);
    bool const closes = in.one_in(2), is_head = in.one_in(8);
    coinformer::random_source random(in.below(256));
    std::string bytes;
    if (how == 7)
        bytes = in.rest();
    else
        do bytes += generated_answer(in);
        while (in.one_in(2));
    if (how > 4 && how != 7) bytes = test::damaged(bytes, random, "\r\n\r\n :,;0aF\t\x01");

    auto const codec = coinformer::detail::make_http1_codec();
    listener heard;
    for (std::string_view left = bytes; codec->room() == 1 && !left.empty();) {
        auto expected = fuzz::read_http(left, is_head, closes);
        auto actual = heard.read(*codec, left, is_head, closes);
        sort_by_name(expected), sort_by_name(actual);
        if (expected.is_unclear) return 0;
        fuzz::check_equal("an answer is read as the reference reads it", expected, actual, left);
        if (actual.is != http_reading::state::complete) return 0;
        left.remove_prefix(actual.size);
    }
    return 0;
}
