// The floor of the benchmark: a client of ../peers/PROTOCOL.md that receives what the others receive, but
// decodes nothing and keeps nothing. In a list it follows HTTP's chunks and the continue token; in a watch it
// finds the ends of events, and their bench/ts.

#include "pods.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <initializer_list>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

double cpu_seconds()
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    auto const seconds = [](timeval t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::int64_t now_ns()
{
    timespec t{};
    ::clock_gettime(CLOCK_REALTIME, &t); // the clock of bench/ts
    return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

double seconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1e9;
}

using fields = std::initializer_list<std::pair<char const*, double>>;

/// Prints one line of the protocol, and lets VmHWM begin anew.
void emit(char const* event, fields more = {})
{
    int hwm_kb = 0, rss_kb = 0, threads = 0;
    if (auto* const status = std::fopen("/proc/self/status", "r")) {
        for (char line[256]; std::fgets(line, sizeof line, status);) {
            std::sscanf(line, "VmHWM: %d", &hwm_kb);
            std::sscanf(line, "VmRSS: %d", &rss_kb);
            std::sscanf(line, "Threads: %d", &threads);
        }
        std::fclose(status);
    }
    std::printf("{\"event\":\"%s\"", event);
    for (auto const& [name, n] : more) std::printf(",\"%s\":%.9g", name, n);
    std::printf(",\"hwm_kb\":%d,\"rss_kb\":%d,\"threads\":%d}\n", hwm_kb, rss_kb, threads);
    std::fflush(stdout);
    if (auto* const refs = std::fopen("/proc/self/clear_refs", "w")) {
        std::fputs("5", refs);
        std::fclose(refs);
    }
}

struct settings {
    std::string address;
    std::int64_t page_size = 500, burst = 0;
    bool projection = false, relist = false;
};

/// Returns false if a flag asks for something that this client cannot do. Without --projection, every field
/// would have to stay readable.
bool read_flags(settings& wanted, int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        std::string_view const flag = argv[i];
        if (flag == "--projection" || flag == "--relist") {
            (flag == "--relist" ? wanted.relist : wanted.projection) = true;
            continue;
        }
        std::string_view const given = ++i < argc ? argv[i] : "";
        if (flag == "--server" && given.starts_with("http://"))
            wanted.address = given.substr(7);
        else if (flag == "--page-size")
            wanted.page_size = number(given);
        else if (flag == "--burst")
            wanted.burst = number(given);
        else if (!(flag == "--encoding" && given == "json") && !(flag == "--list" && given == "paged") &&
                 !(flag == "--handlers" && given == "1"))
            return false;
    }
    return wanted.projection && !wanted.address.empty();
}

void first_list(pods& all)
{
    auto const begin = now_ns();
    auto const objects = static_cast<double>(all.list());
    emit("synced", {{"wall_s", seconds(now_ns() - begin)}, {"cpu_s", cpu_seconds()}, {"objects", objects}});
    all.watch();
    ::usleep(500'000);
    emit("rest", {{"objects", objects}});
}

void relist(pods& all)
{
    auto const cpu = cpu_seconds();
    auto const begin = now_ns();
    emit("expire");
    while (all.next()) fail("an event came where the end of the watch was expected");
    all.list();
    all.watch();
    if (!all.next()) fail("the watch ended where an event was expected");
    emit("relist", {{"wall_s", seconds(now_ns() - begin)}, {"cpu_s", cpu_seconds() - cpu}});
}

void burst(pods& all, std::size_t events)
{
    std::vector<std::int64_t> latencies(events);
    std::int64_t first = 0, last = 0;
    auto const cpu = cpu_seconds();
    emit("ready");
    for (auto& latency : latencies) {
        auto const stamp = all.next();
        if (!stamp) fail("the watch ended within the burst");
        last = now_ns();
        latency = last - *stamp;
        if (!first) first = *stamp;
    }
    auto const used = cpu_seconds() - cpu, wall = seconds(last - first), n = static_cast<double>(events);
    std::sort(latencies.begin(), latencies.end());
    auto const at = [&](double share) {
        auto const i = static_cast<std::size_t>(share * n);
        return static_cast<double>(latencies[std::min(i, events - 1)]) / 1e3;
    };
    emit("burst", {{"events", n},
                   {"handlers", 1},
                   {"wall_s", wall},
                   {"events_per_s", n / wall},
                   {"cpu_s", used},
                   {"cpu_us_per_event", used / n * 1e6},
                   {"samples", n},
                   {"lat_p50_us", at(.5)},
                   {"lat_p99_us", at(.99)},
                   {"lat_p999_us", at(.999)},
                   {"lat_max_us", at(1)}});
}

} // namespace

int main(int argc, char** argv)
{
    settings wanted;
    if (!read_flags(wanted, argc, argv)) {
        emit("unsupported");
        return 0;
    }
    emit("start");
    pods all(wanted.address, wanted.page_size);
    first_list(all);
    if (wanted.relist) relist(all);
    if (wanted.burst > 0) burst(all, static_cast<std::size_t>(wanted.burst));
    emit("end");
    for (int c = 0; c != EOF;) c = std::getchar(); // the driver reads /proc meanwhile
}
