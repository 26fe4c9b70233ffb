#include "item.hpp"
#include "item_files.hpp"
#include "memory_files.hpp"
#include "saved.hpp"

#include "cache/warm/file_sink.hpp"
#include "cache/warm/file_source.hpp"
#include "cache/warm/file_storage.hpp"

#include <coinformer/core/requirements.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"

using namespace coinformer;
using detail::snapshot_refusal;
using test::calls_to_save;
using test::disk_with_items;
using test::many;
using test::path;
using test::read_items;
using test::read_items_of;
using test::save_by;
using test::save_by_storage;
using test::save_items;

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
            CHECK(save_by_storage(then, 5) == "");
            CHECK(read_items(then).objects.size() == 5);
            CHECK(then.seen_names.size() == 2); // with the lock
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

TEST_CASE("a directory that is not there, and a directory as a file, are refused")
{
    own_directory const directory;
    auto const missing = (directory.at / "no" / "items").string();
    CHECK(save_by(*file_storage(missing), 2) == "cannot save the snapshot " + missing +
                                                    ": there is no directory " + directory.at.string() +
                                                    "/no: create it, or mount a volume there");
    auto const read = read_items_of(missing);
    CHECK(read.refusal == snapshot_refusal::unreadable); // and not `not_found`, as at a first start
    CHECK(read.details == "there is no directory " + directory.at.string() +
                              "/no: create it, or mount a volume there, so that snapshots can be saved");
    CHECK(read_items_of((directory.at / "items").string()).refusal == snapshot_refusal::not_found);
    CHECK(read_items_of(directory.at.string()).refusal == snapshot_refusal::unreadable);
}

TEST_CASE("a file that cannot take the place of the one before leaves nothing behind, and no descriptor open")
{
    own_directory const directory;
    auto const taken = directory.at / "items";
    std::filesystem::create_directories(taken / "not empty");
    auto const descriptors = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
    };
    auto const before = descriptors();
    {
        detail::file_sink sink(taken.string());
        sink.append("one");
        CHECK_THROWS_AS(sink.commit(), std::system_error);
    }
    { // given up
        detail::file_sink sink((directory.at / "others").string());
        sink.append("one");
    }
    CHECK(descriptors() == before);
    CHECK(std::distance(std::filesystem::directory_iterator(directory.at), {}) == 1);
}

TEST_CASE("processes of one number write to files of their own, and never to one that is there")
{
    test::memory_files files;
    {
        detail::file_sink one(path, files), other(path, files);
        one.append("one");
        other.append("other");
        other.commit();
        CHECK(*files.find(path) == "other");
        one.commit();
        CHECK(*files.find(path) == "one");
    }
    files.put("/snapshots/items.tmp-7-3000000000000000", "of another"); // the next name
    CHECK_THROWS_AS(detail::file_sink(path, files), std::system_error);
    CHECK(*files.find("/snapshots/items.tmp-7-3000000000000000") == "of another");
}

TEST_CASE("temporary files of killed processes are removed, and no other files")
{
    test::memory_files files;
    for (auto const* left :
         {"/snapshots/items.tmp-7-0123456789abcdef", "/snapshots/items.tmp-12345-ffffffffffffffff"})
        files.put(left, "half a snapshot");
    std::vector<std::string> const others{"/snapshots/items2.tmp-7-0123456789abcdef",
                                          "/snapshots/items.tmp-7-0123456789abcdef.tmp-7-0123456789abcdef",
                                          "/snapshots/items.tmp-7-0123456789abcdeg",
                                          "/snapshots/items.tmp-7",
                                          "/snapshots/items.tmp--0123456789abcdef",
                                          "/snapshots/my-items.tmp-7-0123456789abcdef",
                                          "/elsewhere/items.tmp-7-0123456789abcdef"};
    for (auto const& other : others) files.put(other, "of somebody else");
    CHECK(save_by_storage(files, 3) == "");
    for (auto const& other : others) CHECK(files.find(other));
    CHECK(files.seen_names.size() == others.size() + 2); // the snapshot and the lock
}

TEST_CASE("two storages do not save to one file")
{
    test::memory_files files;
    auto first = std::make_unique<detail::snapshot_file_storage>(path, files);
    detail::snapshot_file_storage second(path, files), elsewhere("/snapshots/others", files);
    CHECK(save_by(*first, 3) == "");
    auto const writing = first->create();
    CHECK(save_by(second, 5) ==
          "cannot save the snapshot /snapshots/items: another informer saves its snapshots there, of this "
          "process "
          "or of another one (/snapshots/items.lock is locked): give each informer a file of its own");
    CHECK(read_items(files).objects.size() == 3);
    writing->append("x"); // its temporary file is still there
    CHECK_NOTHROW(writing->commit());
    CHECK(save_by(*first, 4) == "");
    CHECK(save_by(elsewhere, 1) == "");
    first.reset();
    CHECK(save_by(second, 5) == "");
    CHECK(read_items(files).objects.size() == 5);
}

TEST_CASE("the machine's lock is for one storage, and ends with the process that has it")
{
    own_directory const directory;
    auto const file = (directory.at / "items").string();
    auto const mine = file_storage(file);
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    auto const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        auto const theirs = file_storage(file);
        auto const failed = !save_by(*theirs, 2).empty();
        char const done = failed ? 'f' : 's';
        if (::write(ready[1], &done, 1) != 1) ::_exit(1);
        for (;;) ::pause();
    }
    char done = 0;
    REQUIRE(::read(ready[0], &done, 1) == 1);
    CHECK(done == 's');
    CHECK(save_by(*mine, 3).find("another informer saves its snapshots there") != std::string::npos);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    CHECK(save_by(*mine, 3) == "");
    CHECK(save_by(*file_storage(file), 3).find("give each informer a file of its own") != std::string::npos);
    CHECK(read_items_of(file).objects.size() == 3);
}
