#include "cache/warm/file_storage.hpp"

#include "cache/warm/file_sink.hpp"
#include "cache/warm/file_source.hpp"

#include <system_error>

namespace coinformer {

std::unique_ptr<snapshot_source> detail::snapshot_file_storage::open()
{
    try {
        return std::make_unique<file_source>(path_, calls_);
    } catch (std::system_error const& e) {
        if (e.code() == std::errc::no_such_file_or_directory) return nullptr;
        throw;
    }
}

std::unique_ptr<snapshot_sink> detail::snapshot_file_storage::create()
{
    return std::make_unique<file_sink>(path_, calls_);
}

std::shared_ptr<snapshot_storage> file_storage(std::string path)
{
    return std::make_shared<detail::snapshot_file_storage>(std::move(path));
}

} // namespace coinformer
