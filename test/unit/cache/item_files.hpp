#pragma once

#include "item.hpp"
#include "memory_files.hpp"
#include "saved.hpp"

#include "cache/warm/file_sink.hpp"
#include "cache/warm/file_storage.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "catch.hpp"

// Snapshot files of items, for tests of what becomes of them on a disk.

namespace test {

inline std::string const path = "/snapshots/items";
inline constexpr int many = 400; ///< their file needs more than one write

inline std::vector<coinformer::detail::object_ref> some_items(int n)
{
    std::vector<coinformer::detail::object_ref> all;
    for (int i = 0; i != n; ++i) all.push_back(make("shop/item-" + std::to_string(i), "5", i));
    return all;
}

inline coinformer::detail::restored_snapshot read_items(coinformer::detail::file_calls& files)
{
    coinformer::detail::snapshot_file_storage storage(path, files);
    return read_snapshot(storage, coinformer::detail::object_type_of<item>(), usual_origin);
}

inline coinformer::detail::restored_snapshot read_items_of(std::string const& file)
{
    auto const storage = coinformer::file_storage(file);
    return read_snapshot(*storage, coinformer::detail::object_type_of<item>(), usual_origin);
}

/// Saves as many items. Returns the words of the error, or an empty text.
inline std::string save_items(coinformer::detail::file_calls& files, int n, std::string const& to = path)
{
    try {
        coinformer::detail::file_sink sink(to, files);
        write_snapshot(snapshot_of(some_items(n)), {"1000"}, coinformer::detail::object_type_of<item>(),
                       usual_origin, sink);
    } catch (std::system_error const& e) {
        return e.what();
    }
    return {};
}

/// Saves as many items as an informer does. Returns the words of the error, or an empty text.
inline std::string save_by(coinformer::snapshot_storage& storage, int n)
{
    try {
        auto const sink = storage.create();
        write_snapshot(snapshot_of(some_items(n)), {"1000"}, coinformer::detail::object_type_of<item>(),
                       usual_origin, *sink);
    } catch (std::runtime_error const& e) {
        return e.what();
    }
    return {};
}
inline std::string save_by_storage(coinformer::detail::file_calls& files, int n)
{
    coinformer::detail::snapshot_file_storage storage(path, files);
    return save_by(storage, n);
}

/// Returns a disk with a file of three items.
inline memory_files disk_with_items()
{
    memory_files files;
    REQUIRE(save_items(files, 3) == "");
    files.calls = 0;
    return files;
}

/// Returns how many calls save_items() makes to replace the file of disk_with_items().
inline std::size_t calls_to_save(int n)
{
    auto files = disk_with_items();
    REQUIRE(save_items(files, n) == "");
    return files.calls;
}

} // namespace test
