#include "status_page/resident_memory.hpp"

#include <fstream>
#include <unistd.h>

namespace coinformer::detail {

std::optional<std::uint64_t> resident_bytes()
{
    std::ifstream file("/proc/self/statm"); // in pages: the whole size, and the resident part
    std::uint64_t size = 0, resident = 0;
    if (!(file >> size >> resident)) return std::nullopt;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace coinformer::detail
