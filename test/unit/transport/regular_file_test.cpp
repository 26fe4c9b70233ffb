#include "transport/config/regular_file.hpp"

#include "closed_standard_input.hpp"
#include "temporary_directory.hpp"

#include "catch.hpp"

using namespace coinformer::detail;
namespace file_errc = boost::system::errc;

TEST_CASE("a regular file is read, and a named pipe without a writer is refused at once")
{
    temporary_directory dir;
    CHECK(regular_file_text(dir.write("file", "text"), 4).value() == "text");
    CHECK(regular_file_text(dir.path("nothing"), 4).error() == file_errc::no_such_file_or_directory);
    CHECK(regular_file_text(dir.path(""), 4).error() == file_errc::not_supported);
    REQUIRE(::mkfifo(dir.path("pipe").c_str(), 0600) == 0);
    CHECK(regular_file_text(dir.path("pipe"), 4).error() == file_errc::not_supported);
}

TEST_CASE("a process without standard input reads a file, which then has the descriptor 0")
{
    temporary_directory dir;
    auto const file = dir.write("file", "text");
    test::closed_standard_input const closed;
    CHECK(regular_file_text(file, 4).value() == "text");
}

TEST_CASE("a file that is larger than the limit is refused, also if the system says that it is empty")
{
    temporary_directory dir;
    CHECK(regular_file_text(dir.write("large", "texts"), 4).error() == file_errc::file_too_large);
    CHECK(regular_file_text("/proc/self/status", 4).error() == file_errc::file_too_large);
}

TEST_CASE("a file is inside of a directory if its links stay there, whatever the names of its neighbours are")
{
    namespace fs = std::filesystem;
    temporary_directory dir;
    auto const inside = dir.write("clusters/data/east", "text");
    auto const beside = dir.write("clusters.old/east", "text");
    auto const clusters = dir.path("clusters");
    fs::create_symlink("data/east", clusters + "/inside");
    fs::create_symlink(inside, clusters + "/inside-by-its-path");
    fs::create_symlink("../clusters.old/east", clusters + "/beside");
    fs::create_symlink("data", clusters + "/deep");
    fs::create_symlink("../clusters.old", clusters + "/out");
    for (auto const* name :
         {"/data/east", "/inside", "/inside-by-its-path", "/deep/east", "/out/../clusters/inside"})
        CHECK(regular_file_text(clusters + name, 4, clusters).value() == "text");
    for (auto const* name : {"/beside", "/out/east", "/../clusters.old/east"})
        CHECK(regular_file_text(clusters + name, 4, clusters).error() == file_errc::cross_device_link);
    CHECK(regular_file_text(beside, 4, dir.path("nothing")).error() == file_errc::cross_device_link);
}
