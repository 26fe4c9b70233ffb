#pragma once

#include <coinformer/api/client.hpp>

namespace coinformer::detail {

/// Returns the options. Throws errc::bad_request if one of them has a value that is not allowed; the error
/// names it.
client_options checked(client_options options);

} // namespace coinformer::detail
