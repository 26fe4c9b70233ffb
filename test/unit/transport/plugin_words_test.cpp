#include "transport/config/plugin_words.hpp"

#include "transport/config/exec_credential.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

namespace {

std::string said(std::string const& complaints, std::string const& output = "")
{
    return last_words(complaints, credential_mask(secrets_in(output)));
}

} // namespace

TEST_CASE("the words of a plugin are one line, without the white space around them")
{
    CHECK(said("") == "");
    CHECK(said(" \n") == "");
    CHECK(said("\n first\nsecond \x1b[1mand\tthird\r\n\n") == "first second ?[1mand third");
}

TEST_CASE("of many words the last ones are shown, from the beginning of a line or of a word")
{
    std::string const line = "a line of complaint\n";
    std::string many;
    for (int i = 0; i != 100; ++i) many += line;
    CHECK(said(many + "the end").starts_with("...a line of complaint a line"));
    CHECK(said(many + "the end").ends_with("complaint the end"));
    CHECK(said(many).size() <= 603); // with the dots
    CHECK(said(std::string(900, 'x') + ' ' + std::string(500, 'y')) == "..." + std::string(500, 'y'));
    CHECK(said(std::string(900, 'x')) == "...");
}

TEST_CASE("what a plugin has issued is hidden in its words")
{
    auto const status = [](std::string const& fields) { return R"({"status":{)" + fields + "}}"; };
    CHECK(said("it is hunter2!", status(R"("token":"hunter2")")) == "it is ***!");
    CHECK(said("line one\nline two", status(R"("clientKeyData":"line one\nline two\n")")) == "***");
    CHECK(said("it is hunter2-a", R"({"access_token": "hunter2-a")") == "it is ***"); // not even JSON
    CHECK(said("it is hunter2-a", R"(["hunter2-a"])") == "it is ***");
    CHECK(said("it is correcthorse", "correcthorse\n") == "it is ***");
    CHECK(said("Error: log in first", "Error: log in first\n") == "Error: log in first");
}

TEST_CASE("what looks like a token is hidden in the words of a plugin, and nothing else")
{
    CHECK(said("jwt=eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0aaaa.c2lnbmF0dXJlLTEyMzQ1Njc4 x") ==
          "jwt=eyJhbGciOiJSUzI1NiJ9.***.*** x");
    CHECK(said("key 0123456789abcdef0123456789abcdef") == "key ***");
    CHECK(said("key A0Z9a0z9A0Z9a0z9A0Z9a0z9") == "key ***");
    CHECK(said("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----") == "***");
    CHECK(said("abc\n-----END RSA PRIVATE KEY-----" + std::string(5000, ' ')) == "***");
    auto const harmless =
        GENERATE(as<std::string>(), "open http://localhost:8000 in your browser",
                 "Trace ID: 8f5c6a3e-1b2d-4c5f-9a7b-0123456789ab",
                 "arn:aws:iam::123456789012:role/eks-cluster-admin-role-2026",
                 "/usr/local/share/google-cloud-sdk-490/lib/googlecloudsdk/core/config.py:17",
                 "InvalidClientTokenIdInTheRequestOfThisPlugin", "AROAEXAMPLEID0123456789012345");
    CHECK(said(harmless) == harmless);
}
