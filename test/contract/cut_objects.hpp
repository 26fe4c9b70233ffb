#pragma once

#include "world.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Three objects, of which "b" becomes too large for a client with a small limit. A real server sorts the
/// metadata of custom resources, so that the annotations come before the name, and the name before the
/// namespace. Of an object that is too large, the client reads as many bytes as the limit has.
struct cut_objects : world {
    static constexpr std::size_t limit = 1'000;
    static constexpr std::string_view large_begin = R"({"metadata":{"annotations":{"x":")";
    static constexpr std::string_view large_end = R"("},"name":"b","namespace":"shop"}})";

    cut_objects()
    {
        for (auto const* name : {"a", "b", "c"}) put(name, "1");
    }
    void start(informer_options const& options = listing())
    {
        mine.emplace(io, small, options);
        time.run_for(1s);
        mine->seen.clear();
    }
    /// Returns the object "b" behind `before`. It is so large that the limit is reached behind `kept` bytes
    /// of `large_end`.
    static std::string large_b(std::string_view before, std::size_t kept)
    {
        std::string const object = std::string(before).append(large_begin);
        return object + std::string(limit - object.size() - kept, 'x') + std::string(large_end);
    }
    /// The server deletes "b", tells the informer so by an event that is too large, and then sends a
    /// bookmark.
    void disconnect_and_delete_b(std::size_t kept)
    {
        server.disconnect();
        remove("b");
        auto const deletion = large_b(R"({"type":"DELETED","object":)", kept) + "}\n";
        server.inject(faults::odd_line(deletion + bookmark("{}")));
        time.run_for(1min);
    }
    std::string bookmark(std::string const& annotations) const
    {
        return R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":)"
               R"({"annotations":)" +
               annotations + R"(,"resourceVersion":")" + server.resource_version() + R"("}}})";
    }
    /// From now on each list has "a" as it is, and a large "b".
    void answer_lists_with_large_b(std::size_t kept)
    {
        server.intercept([this, kept](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb != "list") return std::nullopt;
            return list_with_large_b(kept);
        });
    }
    testing::canned_answer list_with_large_b(std::size_t kept) const
    {
        auto const a = server.get(config_maps, {"shop", "a"});
        auto const b = large_b("", kept);
        return {.body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
                        server.resource_version() + R"("},"items":[)" + a + "," + b + "]}"};
    }
    /// The same for streamed lists.
    void answer_streams_with_large_b(std::size_t kept)
    {
        server.intercept([this, kept](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.target.find("sendInitialEvents") == std::string::npos) return std::nullopt;
            std::string const added = R"({"type":"ADDED","object":)";
            auto const a = added + server.get(config_maps, {"shop", "a"}) + "}\n";
            auto const b = large_b(added, kept) + "}\n";
            return testing::canned_answer{.body =
                                              a + b + bookmark(R"({"k8s.io/initial-events-end":"true"})")};
        });
    }
    /// Deletes "c" while the informer does not listen, and lets the server forget the versions before.
    void read_again_without_c()
    {
        server.disconnect();
        remove("c");
        read_again();
    }
    void read_again()
    {
        server.disconnect();
        set("a", std::to_string(++state_of_a));
        server.compact();
        time.run_for(1min);
    }

    client small{env, endpoint{.server = "http://in-memory"}, {.max_object_bytes = limit}, network.dialer()};
    std::optional<recorded_informer> mine;
    int state_of_a = 1;
};

inline constexpr auto in_front_of_name = cut_objects::large_end.find("\"name\"");
inline constexpr auto in_name_of_namespace = cut_objects::large_end.find("space");
inline constexpr auto in_namespace = cut_objects::large_end.find("hop");
