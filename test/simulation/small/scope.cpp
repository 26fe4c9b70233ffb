#include "scope.hpp"

#include <algorithm>
#include <stdexcept>

namespace small_worlds {

using coinformer::overflow;
using kind = habit::kind;

std::vector<habit> const& habits()
{
    static std::vector<habit> const all{
        {.name = "paged", .meaning = "lists come in pages of one object"},
        {.name = "stream", .meaning = "lists are streamed", .streams = true},
        {.name = "merge",
         .meaning = "the handler is slow, and its changes are merged",
         .handler = kind::slow,
         .handler_capacity = 0},
        {.name = "block",
         .meaning = "the handler is slow, and holds the informer up",
         .handler = kind::slow,
         .policy = overflow::block,
         .handler_capacity = 0,
         .queue_capacity = 1},
        {.name = "pull", .meaning = "the user asks for events", .handler = kind::pulls},
        {.name = "throws", .meaning = "every other call of the handler throws", .handler = kind::throws},
        {.name = "bykey",
         .meaning = "changes of one object may overtake others in the queue",
         .handler = kind::slow,
         .policy = overflow::block,
         .handler_capacity = 0,
         .by_key = true},
        {.name = "joined",
         .meaning = "a deletion and a new life are shown as one update; a list is streamed",
         .handler = kind::slow,
         .streams = true,
         .as_update = true},
        {.name = "resync",
         .meaning = "all objects are shown again each five seconds, to the first handler, which is slow",
         .handler = kind::slow,
         .resync_s = 5},
        {.name = "spaces", .meaning = "the two objects are in two namespaces", .two_namespaces = true},
        {.name = "labels", .meaning = "an update may leave and enter the selector", .selects = true},
    };
    return all;
}

std::string scope::counts() const
{
    return "w" + std::to_string(writes) + "f" + std::to_string(faults) + "u" + std::to_string(acts) + "d" +
           std::to_string(delays);
}

std::vector<scope> scopes_of(unsigned size)
{
    std::vector<scope> found;
    for (unsigned w = 0; w <= most_writes; ++w)
        for (unsigned f = 0; f <= most_faults; ++f)
            for (unsigned u = 0; u <= most_acts; ++u) {
                if (w + f + u > size || size - w - f - u > most_delays) continue;
                for (auto const& h : habits())
                    found.push_back(
                        {.of = &h, .writes = w, .faults = f, .acts = u, .delays = size - w - f - u});
            }
    return found;
}

std::string to_string(world_id const& w)
{
    return std::string(w.of.of->name) + "-" + w.of.counts() + "-" + w.decisions;
}

world_id parse_world_id(std::string_view text)
{
    for (unsigned size = 0; size <= most_size; ++size)
        for (auto const& s : scopes_of(size)) {
            auto const begin = std::string(s.of->name) + "-" + s.counts() + "-";
            if (text.starts_with(begin)) return {s, std::string(text.substr(begin.size()))};
        }
    throw std::invalid_argument("the ID of a world is like paged-w2f1u0d1-0132, and not \"" +
                                std::string(text) + "\"");
}

} // namespace small_worlds
