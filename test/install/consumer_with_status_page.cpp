// A user's program that shows the status page with an HTTP server of its own.
#include <coinformer/status_page/status_page_server.hpp>

#include <boost/asio/io_context.hpp>

int main()
{
    boost::asio::io_context io;
    coinformer::informer_factory factory(coinformer::environment{.ex = io.get_executor()});
    coinformer::status_page page({.ex = io.get_executor()});
    page.show(factory);
    coinformer::status_page_server const server(page);
    bool const has_numbers = page.answer("/status.json").body.starts_with("{\"now\":");
    bool const has_page = page.answer("/").body.starts_with("<!DOCTYPE html>");
    return has_numbers && has_page && server.port() != 0 ? 0 : 1;
}
