#include "transport/credential_files.hpp"

#include "temporary_directory.hpp"

#include "catch.hpp"

#include <cstdio>

using namespace coinformer;

TEST_CASE("a file that is replaced, removed or appears is noticed once")
{
    temporary_directory dir;
    endpoint of;
    of.user.token_file = dir.write("token", "one");
    of.tls.ca.file = dir.write("ca.crt", "two");
    of.tls.client_key.file = dir.path("absent");
    credential_files files(of);
    CHECK_FALSE(files.empty());
    CHECK_FALSE(files.look());

    dir.write("ca.crt", "another");
    CHECK(files.look());
    CHECK_FALSE(files.look());

    REQUIRE(std::remove(of.user.token_file.c_str()) == 0);
    CHECK(files.look());
    dir.write("absent", "here");
    CHECK(files.look());
    CHECK_FALSE(files.look());
}

TEST_CASE("an endpoint that names no files has none to look at")
{
    credential_files files(endpoint{});
    CHECK(files.empty());
    CHECK_FALSE(files.look());
}
