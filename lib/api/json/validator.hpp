#pragma once

#include "transport/config/credential_mask.hpp"

#include <coinformer/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

namespace coinformer {

/// Reads JSON texts, one behind another, as they arrive, and says whether they are right: grammar, UTF-8, at most 500
/// levels, and no key twice in an object. It reads every byte, also what a projection skips.
class json_validator {
public:
    json_validator();
    json_validator(json_validator const&) = delete;
    ~json_validator();

    /// From now on mistake() is without the credentials that this hides.
    void hide(credential_mask mask) { mask_ = std::move(mask); }

    /// Reads the next piece of the stream, cut anywhere.
    ///
    /// Result     the bytes of the piece that are right; fewer than it has if there is a mistake: see mistake().
    std::size_t feed(std::string_view piece);
    /// errc::malformed_json, with what is wrong and at which byte of all that was fed (a few bytes off when the network
    /// cut a token there). Precondition: feed() found a mistake.
    api_error mistake() const;

private:
    struct parser;
    std::unique_ptr<parser> parser_;
    std::uint64_t fed_ = 0;
    error_code wrong_;
    credential_mask mask_;
};

} // namespace coinformer
