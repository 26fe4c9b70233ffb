#include "attack.hpp"

namespace hostile {

std::function<answer(question const&)> says(std::string bytes, ending then)
{
    return says(std::vector<piece>{{std::move(bytes)}}, then);
}

std::function<answer(question const&)> says(std::vector<piece> pieces, ending then)
{
    return [all = std::move(pieces), then](question const&) { return answer{all, then}; };
}

std::string http(std::string const& status_line, std::string const& fields, std::string const& body)
{
    return "HTTP/1.1 " + status_line + "\r\n" + fields + "Content-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
}

std::string json(std::string const& body, std::string const& status_line, std::string const& fields)
{
    return http(status_line, "Content-Type: application/json\r\n" + fields, body);
}

std::string const& json_until_close()
{
    static std::string const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
    return head;
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i != times; ++i) all += text;
    return all;
}

} // namespace hostile
