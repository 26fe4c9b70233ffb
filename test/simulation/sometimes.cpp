#include "sometimes.hpp"

#include "plan.hpp"

#include <fstream>
#include <stdexcept>
#include <vector>

namespace simulation {

namespace {

std::vector<std::string> registered()
{
    std::vector<std::string> all{
        "410 on a later page",
        "a bookmark is used to resume",
        "a delete and a new life in a gap",
        "a delete in a gap",
        "a delete on the wire",
        "a deletion that does not decode",
        "a list in protobuf",
        "a compressed list",
        "a compressed streamed list",
        "a compressed list in protobuf",
        "a compressed watch is cut",
        "a list over HTTP/2",
        "a streamed list over HTTP/2",
        "a watch over HTTP/2 is cut",
        "a watch over HTTP/2 is given up",
        "a write is read before the informer sees it",
        "a write is read after the informer has seen it",
        "the answer to a write comes late",
        "a pager begins anew",
        "a pager comes to the end",
        "a pager tells of an error",
        "a pager's next() is cancelled",
        "a streamed list in protobuf",
        "a watcher gives up on bad answers",
        "a watcher says that events are lost",
        "a watcher's next() is cancelled",
        "a watch in protobuf",
        "a list that lies in protobuf",
        "a change between initial events",
        "a stream is cut after a change between initial events",
        "a handler comes late",
        "a handler drains",
        "a replaced object is shown as an update",
        "an object leaves a handler's filter",
        "next_batch() is cancelled",
        "a handler is removed during its call",
        "a handler skips states",
        "a handler throws",
        "a handler's queue is a quarter full",
        "410, then a streamed list",
        "a bookmark in a stream's beginning",
        "a list comes in pages after all",
        "a list is answered from the past",
        "a list is streamed",
        "a streamed list is cut",
        "a streamed list is cut, later on",
        "a relist",
        "a restored server is understood",
        "a request is throttled",
        "a silent connection is given up",
        "a store is ahead of its version",
        "a version that was waited for",
        "a wait for the sync ends with a cause",
        "an informer is composed from parts",
        "an audit compares a collection",
        "a list is an audit",
        "a watch ends on a bookmark",
        "an error in the stream",
        "an event that does not decode",
        "an informer is started again",
        "an object leaves the selector in a gap",
        "stopped between two attempts",
        "stopped in the middle",
        "one is refused for ever, beside others",
        "a process dies",
        "a process dies while it reads a list",
        "a life begins with a snapshot",
        "a life begins with a snapshot that is too old",
        "a life lists, because its snapshot is damaged",
        "an object is deleted between a snapshot and the next life",
        "a snapshot is saved",
        "a snapshot is lost",
        "a snapshot is damaged",
        "block under fifo",
        "block under uniform",
        "block under priority",
        "block under lifo",
        "merge under fifo",
        "merge under uniform",
        "merge under priority",
        "merge under lifo",
    };
    for (auto a = act::answer_status; a != act::start_informer; a = static_cast<act>(static_cast<int>(a) + 1))
        all.push_back("fault: " + std::string(name_of(a)));
    return all;
}

} // namespace

void write_sometimes(sometimes_counts const& counts, std::string const& file)
{
    std::ofstream out(file);
    for (auto const& name : registered()) {
        auto const at = counts.find(name);
        out << (at == counts.end() ? 0 : at->second) << '\t' << name << '\n';
    }
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

} // namespace simulation
