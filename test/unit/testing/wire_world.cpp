#include "wire_world.hpp"

#include <coinformer/core/error.hpp>

#include <boost/assert.hpp>
#include <boost/json/parse.hpp>

#include <array>
#include <charconv>

namespace coinformer::testing {

wire_world::wire_world(api_server_options options, std::size_t capacity_bytes)
    : time(io), network(capacity_bytes), server(environment{io.get_executor(), &time}, std::move(options)),
      work(io.get_executor())
{
    work.start(server.run(network));
    time.settle();
}

wire_world::~wire_world()
{
    work.request_stop();
    time.settle();
    BOOST_ASSERT(server.open_connections() == 0);
    BOOST_ASSERT(time.armed() == 0);
}

raw_client::raw_client(wire_world& world) : world_(world), work_(world.io.get_executor()) {}

raw_client::~raw_client()
{
    close();
}

void raw_client::close()
{
    work_.request_stop();
    world_.time.settle();
    if (stream_) stream_->close();
    world_.time.settle();
}

std::string raw_client::ask(std::string text)
{
    work_.start(stream_ ? send(std::move(text)) : connect(std::move(text)));
    world_.time.settle();
    return take();
}

task<> raw_client::connect(std::string text) &
{
    auto const door = world_.network.dialer();
    stream_ = co_await door->dial();
    if (reading_) work_.start(receive());
    co_await stream_->write(text);
}

task<> raw_client::send(std::string text) &
{
    co_await stream_->write(text);
}

task<> raw_client::receive() &
{
    std::array<char, 4096> buffer{};
    try {
        for (;;) {
            auto const n = co_await stream_->read_some(buffer);
            if (n == 0) break;
            received_.append(buffer.data(), n);
        }
    } catch (boost::system::system_error const&) { // a reset ends the answer, too
    }
    ended_ = true;
}

std::string get(std::string_view target, std::string_view more)
{
    return std::string("GET ")
        .append(target)
        .append(" HTTP/1.1\r\nHost: memory\r\n")
        .append(more)
        .append("\r\n");
}

std::string request(std::string_view method, std::string_view target, std::string_view content_type,
                    std::string_view body)
{
    auto text = std::string(method).append(" ").append(target).append(" HTTP/1.1\r\nHost: memory\r\n");
    if (!content_type.empty()) text.append("Content-Type: ").append(content_type).append("\r\n");
    return text.append("Content-Length: ")
        .append(std::to_string(body.size()))
        .append("\r\n\r\n")
        .append(body);
}

int status_of(std::string_view answer)
{
    if (!answer.starts_with("HTTP/1.1 ")) return 0;
    int status = 0;
    std::from_chars(answer.data() + 9, answer.data() + 12, status);
    return status;
}

boost::json::value body_json(std::string_view answer)
{
    return boost::json::parse(body_of(answer));
}

boost::json::object body_object(std::string_view answer)
{
    return body_json(answer).get_object();
}

std::vector<std::string> chunks_of(std::string_view answer)
{
    std::vector<std::string> chunks;
    auto const blank = answer.find("\r\n\r\n");
    auto rest = answer.substr(answer.starts_with("HTTP/") && blank != answer.npos ? blank + 4 : 0);
    for (auto line = rest.find("\r\n"); line != rest.npos; line = rest.find("\r\n")) {
        std::size_t size = 0;
        std::from_chars(rest.data(), rest.data() + line, size, 16);
        if (rest.size() < line + 2 + size + 2) break;
        chunks.emplace_back(rest.substr(line + 2, size));
        rest.remove_prefix(line + 2 + size + 2);
    }
    return chunks;
}

std::string body_of(std::string_view answer)
{
    auto const blank = answer.find("\r\n\r\n");
    if (blank == answer.npos) return {};
    if (answer.substr(0, blank).find("Transfer-Encoding: chunked") == answer.npos)
        return std::string(answer.substr(blank + 4));
    std::string body;
    for (auto const& chunk : chunks_of(answer)) body += chunk;
    return body;
}

} // namespace coinformer::testing
