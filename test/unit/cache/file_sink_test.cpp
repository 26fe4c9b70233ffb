#include "item.hpp"
#include "memory_files.hpp"
#include "saved.hpp"

#include "cache/warm/file_sink.hpp"
#include "cache/warm/file_storage.hpp"

#include <coinformer/core/requirements.hpp>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "catch.hpp"

using namespace coinformer;
using detail::object_ref;
using detail::snapshot_refusal;

namespace {

std::string const path = "/snapshots/items";

std::vector<object_ref> some_items(int n)
{
    std::vector<object_ref> all;
    for (int i = 0; i != n; ++i) all.push_back(make("shop/item-" + std::to_string(i), "5", i));
    return all;
}

detail::restored_snapshot read_items(detail::file_calls& files)
{
    detail::snapshot_file_storage storage(path, files);
    return read_snapshot(storage, detail::object_type_of<item>(), test::usual_origin);
}

detail::restored_snapshot read_items_of(std::string const& file)
{
    auto const storage = file_storage(file);
    return read_snapshot(*storage, detail::object_type_of<item>(), test::usual_origin);
}

// Saves as many items. Returns the words of the error, or an empty text.
std::string save_items(detail::file_calls& files, int n, std::string const& to = path)
{
    try {
        detail::file_sink sink(to, files);
        write_snapshot(test::snapshot_of(some_items(n)), {"1000"}, detail::object_type_of<item>(),
                       test::usual_origin, sink);
    } catch (std::system_error const& e) {
        return e.what();
    }
    return {};
}

// A disk with a file of three items.
test::memory_files disk_with_items()
{
    test::memory_files files;
    REQUIRE(save_items(files, 3) == "");
    files.calls = 0;
    return files;
}

std::size_t calls_to_save(int n)
{
    auto files = disk_with_items();
    REQUIRE(save_items(files, n) == "");
    return files.calls;
}

constexpr int many = 400; // their file needs more than one write

} // namespace

TEST_CASE("a snapshot file replaces the one before")
{
    auto files = disk_with_items();
    CHECK(read_items(files).objects.size() == 3);
    CHECK(save_items(files, many) == "");
    CHECK(read_items(files).objects.size() == many);
    CHECK(files.seen_names.size() == 1);
    CHECK(files.files.empty()); // all closed
}

TEST_CASE("if a call fails while a snapshot is saved, the old file or the new one is there, and no other")
{
    auto const all = calls_to_save(many);
    CHECK(all > 10);
    for (std::size_t call = 1; call <= all; ++call)
        for (int const error : {ENOSPC, EIO, EROFS, EDQUOT}) {
            auto files = disk_with_items();
            files.failing_call = call;
            files.error = error;
            auto const words = save_items(files, many);
            INFO("call " << call << " of " << all << ": " << words);
            bool const is_last = call == all; // the directory is closed, which changes nothing
            CHECK(words.empty() == is_last);
            if (!is_last) {
                CHECK(words.starts_with("cannot save the snapshot /snapshots/items: cannot "));
                CHECK(words.ends_with(std::generic_category().message(error)));
            }
            CHECK(files.seen_names.size() == 1);
            CHECK(files.files.empty());
            bool const is_renamed = call >= all - 2;
            CHECK(read_items(files).objects.size() == (is_renamed ? many : 3));
        }
}

TEST_CASE("a write that does nothing and says so is an error")
{
    auto files = disk_with_items();
    files.longest_write = 0;
    CHECK(save_items(files, many).find("No space left on device") != std::string::npos);
    CHECK(read_items(files).objects.size() == 3);
}

TEST_CASE("after a crash at any time the name stands for all of the old bytes or all of the new ones")
{
    auto const all = calls_to_save(many);
    for (std::size_t call = 1; call <= all + 1; ++call)
        for (bool const has_new_names : {false, true}) {
            auto files = disk_with_items();
            files.failing_call = call;
            files.fails_from_there = true;
            (void)save_items(files, many);
            auto then = files.after_crash(has_new_names);
            auto const read = read_items(then);
            INFO("call " << call << " of " << all << (has_new_names ? ", new names" : ""));
            CHECK_FALSE(read.refusal);
            CHECK((read.objects.size() == 3 || read.objects.size() == many));
            if (call > all) CHECK(read.objects.size() == many);
            // the next process may have the same number
            CHECK(save_items(then, 5) == "");
            CHECK(read_items(then).objects.size() == 5);
        }
}

TEST_CASE("a file that cannot be read is refused with the system's reason")
{
    test::memory_files empty;
    CHECK(read_items(empty).refusal == snapshot_refusal::not_found);
    auto counted = disk_with_items();
    (void)read_items(counted);
    for (std::size_t call = 1; call < counted.calls; ++call) { // the last one closes the file
        auto files = disk_with_items();
        files.failing_call = call;
        files.error = EACCES;
        auto const read = read_items(files);
        CHECK(read.refusal == snapshot_refusal::unreadable);
        CHECK(read.details.find("the snapshot /snapshots/items: Permission denied") != std::string::npos);
        CHECK(read.objects.empty());
        CHECK(files.files.empty());
    }
}

TEST_CASE("a file that becomes shorter while it is read is refused")
{
    auto files = disk_with_items();
    detail::file_source source(path, files);
    auto& bytes = *files.find(path);
    auto const whole = bytes;
    bytes = whole.substr(0, whole.size() - 1);
    auto const read = read_snapshot(source, detail::object_type_of<item>(), test::usual_origin);
    CHECK(read.refusal == snapshot_refusal::truncated);
    CHECK(read.details == "it has become shorter while it was read");
    bytes = whole;
    CHECK_FALSE(read_snapshot(source, detail::object_type_of<item>(), test::usual_origin).refusal);
}

namespace {

// A directory of its own, which is removed.
struct own_directory {
    std::filesystem::path at;
    own_directory()
    {
        auto name = (std::filesystem::temp_directory_path() / "coinformer-warm-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()));
        at = name;
    }
    ~own_directory() { std::filesystem::remove_all(at); }
};

} // namespace

TEST_CASE("the machine's file is readable by its owner alone, and none but it is left")
{
    own_directory const directory;
    auto const file = (directory.at / "items").string();
    auto& calls = detail::system_file_calls();
    for (int const n : {2, many}) {
        REQUIRE(save_items(calls, n, file) == "");
        auto const read = read_items_of(file);
        CHECK_FALSE(read.refusal);
        CHECK(read.objects.size() == static_cast<std::size_t>(n));
    }
    auto const mode = std::filesystem::status(file).permissions();
    CHECK(mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    CHECK(std::distance(std::filesystem::directory_iterator(directory.at), {}) == 1);
}

TEST_CASE("a directory that is not there, a directory as a file, and a link are refused or replaced")
{
    own_directory const directory;
    auto& calls = detail::system_file_calls();
    auto const missing = (directory.at / "no" / "items").string();
    CHECK(save_items(calls, 2, missing) == "cannot save the snapshot " + missing + ": cannot create " +
                                               missing + ".tmp-" + std::to_string(calls.process_number()) +
                                               ": No such file or directory");
    auto const as_file = directory.at.string();
    CHECK(read_items_of(as_file).refusal == snapshot_refusal::unreadable);
    // a link of the temporary's name does not lead the bytes elsewhere
    auto const file = (directory.at / "items").string();
    auto const victim = directory.at / "victim";
    std::ofstream(victim) << "untouched";
    std::filesystem::create_symlink(victim, file + ".tmp-" + std::to_string(calls.process_number()));
    CHECK(save_items(calls, 2, file) == "");
    CHECK(std::filesystem::file_size(victim) == 9);
    CHECK_FALSE(std::filesystem::is_symlink(file));
}
