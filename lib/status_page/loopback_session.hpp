#pragma once

#include "status_page/page_state.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <memory>

namespace coinformer::detail {

/// Serves one connection: reads requests one after the other, and answers them, until the peer closes the
/// connection, a limit is reached, or the task is cancelled. Errors of the connection end it, and are not
/// thrown.
task<> serve_page(std::shared_ptr<page_state const> page, boost::asio::ip::tcp::socket socket);

} // namespace coinformer::detail
