#pragma once

#include "transport/config/credential_mask.hpp"

#include <coinformer/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Checks JSON texts, one behind the other, as they arrive: their grammar, UTF-8, at most 500 levels, and
/// that no object has a key twice. It reads every byte, including those that a projection skips. Used if
/// client_options::validate_json is set.
///
/// Threads    the client's strand, by the list_page or watch_stream that owns it.
class json_validator {
public:
    json_validator();
    json_validator(json_validator const&) = delete;
    ~json_validator();

    /// From now on, the mask removes credentials from the result of mistake().
    void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// Reads the next piece of the stream, which may be cut anywhere.
    ///
    /// Result     the number of bytes of the piece that are correct; fewer than it has if there is a mistake:
    ///            see mistake().
    std::size_t feed(std::string_view piece);
    /// Returns errc::malformed_json with what is wrong, and at which byte of all that was fed (a few bytes
    /// off if the network has cut a token there). Call it only after feed() has found a mistake.
    api_error mistake() const;

private:
    struct parser;
    std::unique_ptr<parser> parser_;
    std::uint64_t fed_ = 0;
    error_code wrong_;
    credential_mask mask_;
};

} // namespace coinformer::detail
