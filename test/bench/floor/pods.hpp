#pragma once

#include "connection.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Digits to a number; fails where there are none.
std::int64_t number(std::string_view text);

/// The pods of synthapi: listed and watched, not looked at.
class pods {
public:
    pods(std::string const& address, std::int64_t page_size) : server_(address), page_size_(page_size) {}

    /// Result: how many there are. The server says of each page how many remain, so all but the last must be full;
    /// those of the last are counted.
    std::int64_t list();
    /// From where the last list was.
    void watch();
    /// The stamp of the next pod's event, as soon as the event's last byte is there; none when the watch has ended.
    std::optional<std::int64_t> next();

private:
    connection server_;
    std::int64_t const page_size_;
    std::string version_;
    std::string_view rest_; // of a piece of the watch's body
    std::string part_;      // of an event that was cut
};
