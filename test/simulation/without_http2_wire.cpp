// In place of http2_wire.cpp if the library is built without nghttp2, and speaks no HTTP/2.
#include "wire_reader.hpp"

#include <stdexcept>

namespace simulation {

std::unique_ptr<wire_reader> read_http2(wire_log&, std::shared_ptr<write_state const>)
{
    throw std::logic_error("a simulated client speaks HTTP/2, which this build does not have");
}

} // namespace simulation
