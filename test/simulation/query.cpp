#include "query.hpp"

#include <charconv>

namespace simulation {

namespace {

std::string unescape(std::string_view s)
{
    std::string out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] != '%' || i + 2 >= s.size()) {
            out += s[i];
            continue;
        }
        int byte = 0;
        std::from_chars(s.data() + i + 1, s.data() + i + 3, byte, 16);
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

} // namespace

std::map<std::string, std::string> read_query(std::string_view query)
{
    std::map<std::string, std::string> found;
    while (!query.empty()) {
        auto const pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        auto const equals = pair.find('=');
        if (equals != pair.npos)
            found[std::string(pair.substr(0, equals))] = unescape(pair.substr(equals + 1));
    }
    return found;
}

} // namespace simulation
