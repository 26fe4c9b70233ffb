#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// The command line of a benchmark client: test/bench/peers/PROTOCOL.md.
struct settings {
    std::string server;
    std::string encoding = "json";
    std::string list = "paged";
    std::string http = "auto"; ///< 1, 2, or auto: as client and server agree over TLS; only this client can
    std::size_t page_size = 500;
    std::uint32_t handlers = 1;
    bool projection = false;
    bool compressed = false; ///< keep whole objects compressed; only this client can
    bool validate = false;   ///< check every byte of the JSON; only this client can
    bool metrics = false;    ///< count in a metrics_registry; only this client can
    bool tasks = false;      ///< handlers return a task; only this client can
    bool reads = false;      ///< measure reads of single fields out of whole objects; only this client can
    std::string warm = {};   ///< file of a warm start; only this client can
    std::uint64_t share = 1; ///< hold the first of this many parts; only this client can
    double resync = 0;       ///< in seconds; 0: none
    double idle = 0;         ///< in seconds
    bool relist = false;
    std::uint32_t burst = 0;
    std::size_t kinds = 0; ///< 0: pods
    bool record = false;   ///< keep what is received in a flight_recorder; only this client can
    double audit = 0;      ///< interval of audits in seconds; 0: none; only this client can
    /// How many audits have found the copy equal, according to the log.
    std::size_t const* audits = nullptr;
};
