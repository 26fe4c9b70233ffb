#include "process.hpp"

#include <boost/json/serialize.hpp>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <malloc.h>
#include <new>
#include <string>
#include <sys/resource.h>

namespace {

std::uint64_t count = 0; // the program has one thread

} // namespace

// The operators are replaced only to count the calls. The aligned forms are not replaced, and not counted.
#ifndef SANITIZED
void* operator new(std::size_t size)
{
    ++count;
    if (auto* p = std::malloc(size ? size : 1)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept
{
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept
{
    std::free(p);
}
#endif

std::uint64_t allocations()
{
    return count;
}

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
    auto const now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::int64_t process_status(std::string_view field)
{
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(field) && line[field.size()] == ':')
            return std::atoll(line.c_str() + field.size() + 1);
    return 0;
}

std::int64_t trim_heap()
{
    ::malloc_trim(0);
    auto const heap = ::mallinfo2();
    return static_cast<std::int64_t>((heap.uordblks + heap.hblkhd) / 1024);
}

void emit(std::string_view event, boost::json::object fields)
{
    fields["event"] = event;
    fields["hwm_kb"] = process_status("VmHWM");
    fields["rss_kb"] = process_status("VmRSS");
    fields["threads"] = process_status("Threads");
    std::cout << boost::json::serialize(fields) << std::endl;
    std::ofstream("/proc/self/clear_refs") << '5';
}
