// What a file system may answer while a snapshot is saved, although it works.

#include "item_files.hpp"
#include "memory_files.hpp"

#include "cache/warm/file_storage.hpp"
#include "unit/transport/temporary_directory.hpp"

#include <cerrno>
#include <filesystem>
#include <string>

#include "catch.hpp"

using namespace coinformer;
using detail::snapshot_refusal;

TEST_CASE("a lock that the system refuses is an error with its reason, and the next save asks for it again")
{
    auto files = test::disk_with_items();
    files.failing_call = 1;
    files.error = EROFS;
    detail::snapshot_file_storage storage(test::path, files);
    CHECK(test::save_by(storage, 5) == "cannot save the snapshot /snapshots/items: cannot lock "
                                       "/snapshots/items.lock: Read-only file system");
    CHECK(test::read_items(files).objects.size() == 3);
    CHECK(test::save_by(storage, 5) == "");
    CHECK(test::read_items(files).objects.size() == 5);
}

TEST_CASE("a directory that cannot be listed keeps no snapshot from being saved, and leftovers go later")
{
    auto files = test::disk_with_items();
    auto const* const left = "/snapshots/items.tmp-7-0123456789abcdef";
    files.put(left, "half a snapshot");
    files.failing_call = 2; // behind the lock
    files.error = EACCES;
    detail::snapshot_file_storage storage(test::path, files);
    CHECK(test::save_by(storage, 5) == "");
    CHECK(test::read_items(files).objects.size() == 5);
    CHECK(files.find(left));
    CHECK(test::save_by(storage, 6) == "");
    CHECK_FALSE(files.find(left));
}

TEST_CASE("a directory that a file system cannot write to the disk is no error, and such a file is one")
{
    auto const all = test::calls_to_save(test::many);
    auto files = test::disk_with_items();
    files.error = EINVAL;
    SECTION("the directory")
    {
        files.failing_call = all - 1; // its last call closes it
        CHECK(test::save_items(files, test::many) == "");
        CHECK(test::read_items(files).objects.size() == test::many);
    }
    SECTION("the file")
    {
        files.failing_call = all - 5; // then it is closed and renamed, and the directory has three calls
        auto const words = test::save_items(files, test::many);
        CHECK(words.starts_with("cannot save the snapshot /snapshots/items: cannot write to the disk "));
        CHECK(words.ends_with(": Invalid argument"));
        CHECK(test::read_items(files).objects.size() == 3);
    }
    CHECK(files.seen_names.size() == 1);
    CHECK(files.files.empty()); // all closed
}

namespace {

/// Makes a directory the working directory of the process while this object lives.
struct working_directory {
    explicit working_directory(std::filesystem::path const& now) { std::filesystem::current_path(now); }
    working_directory(working_directory const&) = delete;
    ~working_directory() { std::filesystem::current_path(before); }

    std::filesystem::path const before = std::filesystem::current_path();
};

} // namespace

TEST_CASE("a path without a slash names a file in the working directory")
{
    temporary_directory const place;
    auto const left = place.write("items.tmp-7-0123456789abcdef", "half a snapshot");
    working_directory const here(place.path("."));
    CHECK(test::save_by(*file_storage("items"), 5) == "");
    CHECK(test::read_items_of("items").objects.size() == 5);
    CHECK(std::filesystem::exists(place.path("items")));
    CHECK_FALSE(std::filesystem::exists(left));
    CHECK(test::read_items_of("others").refusal == snapshot_refusal::not_found); // and not `unreadable`
}
