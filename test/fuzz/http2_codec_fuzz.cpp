// HTTP/2: a server that is nearly right. It answers with frames that the input chooses, some of them damaged,
// out of order or for streams that do not exist, cut anywhere, while requests begin, are cancelled and are
// consumed. The codec tells each exchange in order: a head, bytes, and one end; it holds no more bytes for a
// stream than its window allows; and what it writes stays in proportion to what it was given.

#include "input.hpp"
#include "report.hpp"

#include "transport/http/http2_codec.hpp"

#include <map>
#include <string>

namespace {

using namespace coinformer::detail;

std::string frame(std::uint64_t type, std::uint64_t flags, std::uint64_t stream, std::string_view payload)
{
    std::string bytes;
    auto const byte = [&bytes](std::uint64_t b) { bytes += static_cast<char>(b & 0xff); };
    byte(payload.size() >> 16), byte(payload.size() >> 8), byte(payload.size());
    byte(type), byte(flags);
    byte(stream >> 24), byte(stream >> 16), byte(stream >> 8), byte(stream);
    return bytes.append(payload);
}

// Makes a header block without dynamic table: indexed fields and literals.
std::string header_block(fuzz::input& in)
{
    std::string block(in.pick({"\x88", "\x88", "\x88", "\x89", "\x8d",
                               "\x08\x03"
                               "103",
                               "",
                               "\x40\x01"
                               "a\x01"
                               "b"}));
    for (auto n = in.below(4); n != 0; --n)
        block += in.pick({"\x0f\x10\x0a"
                          "text/plain",
                          "\x5f\x01x", "\x40\x01k\x03val", "\xbe",
                          "\x0f\x0d\x01"
                          "5",
                          "\x20", "\x3f\xff\xff\xff\x7f", "\x41\x8f", "\x00\x00\x00"});
    return block;
}

std::string generated_frame(fuzz::input& in)
{
    auto const stream = 1 + 2 * in.below(4);
    auto const size = in.one_in(8) ? in.below(20'000) : in.below(40);
    std::string const body(size, 'x');
    auto const end = in.below(2);
    switch (in.below(12)) {
    case 0: return frame(1, 4 | end, stream, header_block(in));
    case 1:
    case 2: return frame(0, end, stream, body);
    case 3: return frame(0, 8 | end, stream, std::string(1, static_cast<char>(in.below(60))) + body);
    case 4: return frame(3, 0, stream, std::string("\0\0\0", 3) + static_cast<char>(in.below(14)));
    case 5:
        return frame(4, in.below(2), 0,
                     in.pick({"", {"\0\3\0\0\0\2", 6}, {"\0\4\0\0\0\0", 6}, {"\0\1\0\0\0\0", 6}}));
    case 6: return frame(6, in.below(2), 0, "12345678");
    case 7:
        return frame(7, 0, 0,
                     std::string("\0\0\0", 3) + static_cast<char>(in.below(9)) + std::string(4, '\0'));
    case 8:
        return frame(8, 0, in.below(2) * stream, std::string("\0\0\1", 3) + static_cast<char>(in.below(256)));
    case 9:
        return frame(1, end, stream, header_block(in)) + frame(9, 4 * in.below(2), stream, header_block(in));
    case 10: return frame(in.below(16), in.below(256), in.below(9), in.bytes(40));
    default: return std::string(in.bytes(60));
    }
}

/// Records what the codec tells, and checks the order.
class listener final : public codec_sink {
public:
    void head(stream_id id, int status, std::span<header_field const>) override
    {
        fuzz::check(!all[id].done && !all[id].head, "an exchange has one head", "");
        fuzz::check(status >= 200 && status < 1000, "a head is final", std::to_string(status));
        all[id].head = true;
    }
    void data(stream_id id, std::string_view bytes) override
    {
        auto& s = all[id];
        fuzz::check(s.head && !s.done, "a body comes between head and end", "");
        s.held += bytes.size();
        s.received += bytes.size();
        fuzz::check(s.held <= http2_limits::stream_window, "a stream keeps to its window",
                    std::to_string(s.held));
    }
    void done(stream_id id, coinformer::error_code why, std::string_view) override
    {
        auto& s = all[id];
        fuzz::check(!s.done, "an exchange ends once", "");
        fuzz::check(why || s.head, "an exchange without a head has failed", "");
        s.done = true;
    }

    struct exchange {
        bool head = false, done = false;
        std::size_t held = 0, received = 0;
    };
    std::map<stream_id, exchange> all;
};

// Feeds the bytes in pieces of `cut` bytes.
void tell(std::string_view bytes, std::size_t cut)
{
    auto const codec = make_http2_codec();
    listener heard;
    std::size_t written = 0;
    auto const write = [&] {
        for (auto out = codec->output(); !out.empty(); out = codec->output()) {
            written += out.size();
            codec->written(out.size());
        }
    };
    for (int i = 0; i < 3; ++i) codec->open({"GET", "api", "/x", {}, {}});
    auto const before = [&] {
        write();
        return written;
    }();
    for (auto left = bytes; !left.empty(); left.remove_prefix(std::min(cut, left.size()))) {
        codec->feed(left.substr(0, cut), heard);
        write();
        for (auto& [id, s] : heard.all) codec->consumed(id, std::exchange(s.held, 0));
    }
    write();
    fuzz::check(written - before <= 20 * bytes.size() + 1000, "the answers to frames are short",
                std::to_string(written));
    codec->close(heard);
    for (auto const& [id, s] : heard.all)
        fuzz::check(s.done, "every exchange has an end", std::to_string(id));
    fuzz::check(codec->spent() && codec->room() == 0, "a closed connection is spent", "");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    std::string bytes = in.one_in(8) ? std::string() : frame(4, 0, 0, "");
    while (!in.is_empty()) bytes += generated_frame(in);

    tell(bytes, bytes.size() + 1);
    tell(bytes, 1);
    return 0;
}
