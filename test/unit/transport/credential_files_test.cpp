#include "transport/config/credential_files.hpp"

#include "temporary_directory.hpp"

#include "catch.hpp"

#include <cstdio>

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("a file that is replaced, removed or appears is noticed once")
{
    temporary_directory dir;
    endpoint of;
    of.user.token_file = dir.write("token", "one");
    of.tls.ca.file = dir.write("ca.crt", "two");
    of.tls.client_key.file = dir.path("absent");
    credential_files files(of);
    CHECK_FALSE(files.empty());
    CHECK_FALSE(files.check_for_change());

    dir.write("ca.crt", "another");
    CHECK(files.check_for_change());
    CHECK_FALSE(files.check_for_change());

    REQUIRE(std::remove(of.user.token_file.c_str()) == 0);
    CHECK_FALSE(files.check_for_change());
    dir.write("token", "new one"); // two words are no token
    CHECK_FALSE(files.check_for_change());
    dir.write("token", "three");
    CHECK(files.check_for_change());
    CHECK_FALSE(files.check_for_change());
    dir.write("absent", "here");
    CHECK(files.check_for_change());
    CHECK_FALSE(files.check_for_change());
}

TEST_CASE("a file beside data that win over it is not watched")
{
    temporary_directory dir;
    endpoint of;
    of.user.token = secret("fixed");
    of.user.token_file = dir.write("token", "one");
    of.tls.ca = {"PEM", dir.write("ca.crt", "one")};
    of.tls.client_certificate = {"PEM", dir.write("certificate", "one")};
    of.tls.client_key = {"PEM", dir.write("key", "one")};
    credential_files files(of);
    CHECK(files.empty());
    for (auto const* const name : {"token", "ca.crt", "certificate", "key"}) dir.write(name, "another");
    CHECK_FALSE(files.check_for_change());
}

TEST_CASE("a file that cannot be read counts as unchanged until it can be read")
{
    temporary_directory dir;
    endpoint of;
    of.user.token_file = dir.write("token", "one");
    of.tls.ca.file = dir.write("ca.crt", "two");
    of.tls.client_certificate.file = dir.write("tls.crt", "three");
    of.tls.client_key.file = dir.write("tls.key", "four");
    auto const name = GENERATE(as<std::string>(), "token", "ca.crt", "tls.crt", "tls.key");
    credential_files files(of);

    REQUIRE(std::remove(dir.path(name).c_str()) == 0);
    CHECK_FALSE(files.check_for_change());
    dir.write(name, "");
    CHECK_FALSE(files.check_for_change());
    dir.write(name, " \n");
    CHECK_FALSE(files.check_for_change());
    dir.write(name, "another");
    CHECK(files.check_for_change());
    CHECK_FALSE(files.check_for_change());

    // The file disappears, and the same file comes back.
    std::filesystem::rename(dir.path(name), dir.path("aside"));
    CHECK_FALSE(files.check_for_change());
    std::filesystem::rename(dir.path("aside"), dir.path(name));
    CHECK(files.check_for_change());
    CHECK_FALSE(files.check_for_change());
}

TEST_CASE("an endpoint that names no files has none to watch")
{
    credential_files files(endpoint{});
    CHECK(files.empty());
    CHECK_FALSE(files.check_for_change());
}
