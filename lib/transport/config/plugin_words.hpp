#pragma once

#include "transport/config/credential_mask.hpp"

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Returns the end of what a plugin has written to its standard error, on one line and at most 600 bytes of
/// it, for a log line or an error. It begins with a whole word.
///
/// Plugins that are asked to say more show their tokens. The secrets of `issued` are replaced by "***", and
/// so is each word that looks like a token, such as a refresh token, which the plugin issues to nobody. A
/// text with a private key is replaced as a whole.
std::string last_words(std::string_view complaints, credential_mask const& issued);

} // namespace coinformer::detail
