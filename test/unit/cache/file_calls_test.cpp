// The calls of the system by which snapshots are read and written.

#include "cache/warm/file_calls.hpp"
#include "cache/warm/file_storage.hpp"
#include "unit/transport/temporary_directory.hpp"

#include <cerrno>
#include <stdexcept>

#include <fcntl.h>
#include <unistd.h>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

/// Takes standard input away, as some supervisors start a process, and gives it back at the end.
struct without_standard_input {
    without_standard_input() { ::close(STDIN_FILENO); }
    without_standard_input(without_standard_input const&) = delete;
    ~without_standard_input()
    {
        if (kept < 0) return;
        ::dup2(kept, STDIN_FILENO);
        ::close(kept);
    }
    bool is_open() const { return ::fcntl(STDIN_FILENO, F_GETFD) != -1; }
    int const kept = ::dup(STDIN_FILENO);
};

} // namespace

TEST_CASE("a call that succeeds is made once, and fails of no error that an earlier call has left")
{
    temporary_directory const place;
    auto& calls = system_file_calls();
    auto const file = calls.open(place.write("some", "text"));
    REQUIRE(file >= 0);
    errno = EINTR;
    char byte = 0;
    CHECK(calls.read_at(file, &byte, 1, 100) == 0); // behind the end
    calls.close(file);

    std::vector<std::string> names;
    errno = EIO;
    CHECK(calls.list(place.path("."), names) == 0);
    CHECK(names.size() == 3); // with "." and ".."
}

TEST_CASE("a process without standard input keeps no descriptor of the directory in which it has no snapshot")
{
    temporary_directory const place;
    without_standard_input const closed;
    snapshot_file_storage storage(place.path("none"));
    CHECK(storage.open() == nullptr);
    CHECK_FALSE(closed.is_open());
}
