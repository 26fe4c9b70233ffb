#include "testing/formats/websocket.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>

namespace coinformer::testing::detail {

namespace {

constexpr std::size_t longest_control_payload = 125;
constexpr std::size_t mask_bytes = 4;

std::uint8_t byte_at(std::string_view bytes, std::size_t at) noexcept
{
    return static_cast<std::uint8_t>(bytes[at]);
}

void append_number(std::string& out, std::uint64_t n, std::size_t bytes)
{
    while (bytes != 0) out += static_cast<char>(n >> (8 * --bytes) & 0xff);
}

// Returns the value that proves to the client that the server has understood its request (RFC 6455, section
// 4.2.2).
std::string accept_key(std::string const& key)
{
    auto const text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
    SHA1(reinterpret_cast<unsigned char const*>(text.data()), text.size(), digest.data());
    std::string encoded(4 * ((digest.size() + 2) / 3) + 1, '\0'); // EVP_EncodeBlock adds a zero byte
    auto const length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()), digest.data(),
                                        static_cast<int>(digest.size()));
    encoded.resize(static_cast<std::size_t>(length));
    return encoded;
}

/// The beginning of a frame: two bytes, a longer length if there is one, and the mask.
struct frame_head {
    std::uint8_t opcode;
    bool final, reserved, masked;
    std::uint64_t length = 0;
    std::size_t bytes = 2; ///< bytes of the head itself; more than `in` has if it is not complete

    explicit frame_head(std::string_view in)
        : opcode(byte_at(in, 0) & 0x0f), final((byte_at(in, 0) & 0x80) != 0),
          reserved((byte_at(in, 0) & 0x70) != 0), masked((byte_at(in, 1) & 0x80) != 0),
          length(byte_at(in, 1) & 0x7f)
    {
        std::size_t const wide = length == 126 ? 2 : length == 127 ? 8 : 0;
        bytes += wide + (masked ? mask_bytes : 0);
        if (wide == 0 || in.size() < bytes) return;
        length = 0;
        for (std::size_t i = 0; i < wide; ++i) length = length << 8 | byte_at(in, 2 + i);
    }

    bool control() const noexcept { return opcode >= static_cast<std::uint8_t>(frame_kind::close); }
    bool legal() const noexcept
    {
        bool const known = opcode <= 2 || (opcode >= 8 && opcode <= 10);
        return known && masked && !reserved && length >> 63 == 0 &&
               (!control() || (final && length <= longest_control_payload));
    }
};

} // namespace

void check_websocket_offer(websocket_offer const& offer)
{
    if (offer.key.empty()) throw bad_request("the WebSocket handshake has no Sec-WebSocket-Key");
    if (offer.version != "13")
        throw bad_request("the Sec-WebSocket-Version is \"" + offer.version +
                          "\"; this server knows 13 alone");
    if (offer.origin.empty())
        throw forbidden_path("a WebSocket needs the header Origin, as from a real server; any URL will do");
    if (offer.protocols.find(',') != offer.protocols.npos)
        throw bad_request("a watch takes one Sec-WebSocket-Protocol at most, got: " + offer.protocols);
}

std::string websocket_answer_head(websocket_offer const& offer)
{
    std::string head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
    head.append("Sec-WebSocket-Accept: ").append(accept_key(offer.key)).append("\r\n");
    if (!offer.protocols.empty())
        head.append("Sec-WebSocket-Protocol: ").append(offer.protocols).append("\r\n");
    return head += "\r\n";
}

void append_frame(std::string& out, frame_kind kind, std::string_view payload)
{
    out += static_cast<char>(0x80 | static_cast<unsigned>(kind));
    if (payload.size() <= 125) {
        append_number(out, payload.size(), 1);
    } else if (payload.size() <= 0xffff) {
        out += char{126};
        append_number(out, payload.size(), 2);
    } else {
        out += char{127};
        append_number(out, payload.size(), 8);
    }
    out.append(payload);
}

void append_close_frame(std::string& out, close_code code)
{
    std::string payload;
    append_number(payload, static_cast<std::uint16_t>(code), 2);
    append_frame(out, frame_kind::close, payload);
}

void websocket_reader::feed(std::string& bytes, std::string& replies)
{
    do {
        auto const dropped = static_cast<std::size_t>(std::min<std::uint64_t>(unread_payload_, bytes.size()));
        bytes.erase(0, dropped);
        unread_payload_ -= dropped;
    } while (!closed_ && unread_payload_ == 0 && take_frame(bytes, replies));
    if (closed_) bytes.clear(); // bytes after a close frame do not count
}

// Takes a control frame with its payload, or the head of a message's frame. Returns false if more bytes are
// needed.
bool websocket_reader::take_frame(std::string& bytes, std::string& replies)
{
    if (bytes.size() < 2) return false;
    frame_head const head(bytes);
    if (bytes.size() < head.bytes) return false;
    if (!head.legal()) {
        fail(replies);
        return true;
    }
    if (!head.control()) {
        unread_payload_ = head.length;
        bytes.erase(0, head.bytes);
        return true;
    }
    auto const length = static_cast<std::size_t>(head.length);
    if (bytes.size() < head.bytes + length) return false;
    auto const mask = bytes.substr(head.bytes - mask_bytes, mask_bytes);
    auto payload = bytes.substr(head.bytes, length);
    bytes.erase(0, head.bytes + length);
    for (std::size_t i = 0; i < length; ++i)
        payload[i] = static_cast<char>(payload[i] ^ mask[i % mask_bytes]);
    answer_control(head.opcode, payload, replies);
    return true;
}

void websocket_reader::answer_control(std::uint8_t opcode, std::string const& payload, std::string& replies)
{
    switch (static_cast<frame_kind>(opcode)) {
    case frame_kind::ping: append_frame(replies, frame_kind::pong, payload); break;
    case frame_kind::close:
        if (payload.size() == 1) return fail(replies); // a status code has two bytes
        append_frame(replies, frame_kind::close, std::string_view(payload).substr(0, 2));
        closed_ = true;
        break;
    default: break; // a pong, perhaps unasked
    }
}

void websocket_reader::fail(std::string& replies)
{
    append_close_frame(replies, close_code::protocol_error);
    closed_ = true;
}

} // namespace coinformer::testing::detail
