#pragma once

#include "testing/formats/refusal.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The headers of a request that asks for a WebSocket (RFC 6455, section 4.1).
struct websocket_offer {
    std::string key;
    std::string version;
    std::string origin;
    std::string protocols; ///< with commas between them
};

/// Throws the refusal of a real server for an offer that it does not accept: 400 without a key, for another
/// version than 13 and for more than one subprotocol, 403 without an origin.
void check_websocket_offer(websocket_offer const& offer);

/// The header of the answer 101 to an offer that was checked. A subprotocol is sent back as it came.
std::string websocket_answer_head(websocket_offer const& offer);

/// The opcodes of frames (RFC 6455, section 11.8).
enum class frame_kind : std::uint8_t { text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// Appends a whole message as one frame, as a server sends it: without a mask.
void append_frame(std::string& out, frame_kind kind, std::string_view payload);

/// Status codes of a close frame (RFC 6455, section 7.4.1).
enum class close_code : std::uint16_t { normal = 1000, protocol_error = 1002 };
void append_close_frame(std::string& out, close_code code);

/// Reads the frames that the client of a watch sends. A ping is answered with a pong, and a close frame with
/// a close frame. Messages are dropped, whatever their length, because a watch takes none. A frame that
/// breaks the protocol (no mask, a reserved bit, a control frame that is fragmented or longer than 125 bytes)
/// ends the connection with the code 1002. The class does no I/O; the session of the watch feeds it.
///
/// Beast has a WebSocket, too. It is not used because it wants to read and write the connection itself,
/// through completion handlers and timers of its own. A session already reads all the time, in a coroutine
/// that its nursery owns, and waits on the environment's clock alone; an adapter would be longer than this
/// class.
class websocket_reader {
public:
    /// Takes from the front of `bytes` what it can read, and appends to `replies` the frames that answer it.
    void feed(std::string& bytes, std::string& replies);
    /// True after a close frame was appended to the replies: nothing may be sent after it.
    bool closed() const noexcept { return closed_; }

private:
    bool take_frame(std::string& bytes, std::string& replies);
    void answer_control(std::uint8_t opcode, std::string const& payload, std::string& replies);
    void fail(std::string& replies);

    std::uint64_t unread_payload_ = 0; // bytes of a message's frame that are still to be dropped
    bool closed_ = false;
};

} // namespace coinformer::testing::detail
