#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hostile {

/// Returns a record of TLS 1.3 with TLS_AES_256_GCM_SHA384, as its writer would encrypt it. OpenSSL offers no
/// way to send an empty record, or an alert of the caller's choice. `traffic_secret` is in hexadecimal, as
/// OpenSSL logs it. `number` is the number of records that were encrypted before with this secret. `type` is
/// the inner type (21 alert, 22 handshake, 23 application data).
std::string forged_record(std::string_view traffic_secret, std::uint64_t number, unsigned char type,
                          std::string_view data);

} // namespace hostile
