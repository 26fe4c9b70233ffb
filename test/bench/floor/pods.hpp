#pragma once

#include "connection.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Converts digits to a number; fails if there are none.
std::int64_t number(std::string_view text);

/// The pods of synthapi: they are listed and watched, and not decoded.
class pods {
public:
    pods(std::string const& address, std::int64_t page_size) : server_(address), page_size_(page_size) {}

    /// Reads the list, and returns the number of pods. The server says for each page how many remain, so that
    /// all pages but the last must be full; the objects of the last page are counted.
    std::int64_t list();
    /// Starts a watch from the version of the last list.
    void watch();
    /// Returns the stamp of the next pod's event as soon as the event's last byte has arrived, or nullopt
    /// when the watch has ended.
    std::optional<std::int64_t> next();

private:
    connection server_;
    std::int64_t const page_size_;
    std::string version_;
    std::string_view rest_; // the unread rest of a piece of the watch's body
    std::string part_;      // the first part of an event that the network cut
};
