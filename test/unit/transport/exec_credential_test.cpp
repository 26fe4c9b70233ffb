#include "transport/config/exec_credential.hpp"

#include "transport/config/utc_time.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

#include <stdexcept>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view newest = "client.authentication.k8s.io/v1";

std::string answer_with(std::string const& status)
{
    return R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{},"status":)" +
           status + "}";
}

std::string fault_in(std::string const& text)
{
    try {
        parse_exec_credential(text, newest);
    } catch (std::invalid_argument const& e) {
        return e.what();
    }
    return "accepted";
}

} // namespace

TEST_CASE("the answer of an exec plugin gives a token, a certificate, or both, and perhaps an end")
{
    auto const token = parse_exec_credential(answer_with(R"({"token":"abc"})"), newest);
    CHECK(token.token.reveal() == "abc");
    CHECK(token.certificate.empty());
    CHECK_FALSE(token.expires);

    auto const both = parse_exec_credential(
        " \n" +
            answer_with(R"({"token":"abc","clientCertificateData":"CERT","clientKeyData":"KEY",)"
                        R"("expirationTimestamp":"2026-11-24T20:53:00Z","unknown":[1]})") +
            "\n",
        newest);
    CHECK(both.certificate == "CERT");
    CHECK(both.key.reveal() == "KEY");
    CHECK(both.expires == parse_utc_time("2026-11-24T20:53:00Z"));

    auto const certificate = parse_exec_credential(
        answer_with(R"({"token":null,"clientCertificateData":"CERT","clientKeyData":"KEY"})"), newest);
    CHECK(certificate.token.empty());
}

TEST_CASE("an end that means never is no end, and any other time is one")
{
    auto const end_of = [](std::string const& time) {
        return parse_exec_credential(answer_with(R"({"token":"abc","expirationTimestamp":")" + time + "\"}"),
                                     newest)
            .expires;
    };
    for (auto const* const never : {"9999-12-31T23:59:59Z", "2262-04-12T00:00:00Z", "0001-01-01T00:00:00Z",
                                    "0001-01-01T01:00:00+01:00"})
        CHECK_FALSE(end_of(never));
    for (auto const* const past : {"0000-01-01T00:00:00Z", "0001-01-01T00:00:01Z", "1600-01-01T00:00:00Z",
                                   "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z"})
        CHECK(end_of(past) == wall_time());
    CHECK(end_of("1970-01-01T00:00:07Z") == wall_time(7s));
    CHECK(end_of("2199-12-31T23:59:59Z") == parse_utc_time("2199-12-31T23:59:59Z"));
}

TEST_CASE("an answer that cannot be used is refused with what is wrong, and without what it holds")
{
    auto const [text, fault] = GENERATE(table<std::string, std::string>({
        {"", "it has written nothing to its standard output"},
        {" \n", "it has written nothing to its standard output"},
        {"hunter2", "its output is not JSON of an ExecCredential"},
        {"[\"hunter2\"]", "its output is not JSON of an ExecCredential"},
        {answer_with(R"({"token":"hunter2"})") + "hunter2", "its output is not JSON of an ExecCredential"},
        {R"({"kind":"Secret","apiVersion":"v1"})", "another kind than ExecCredential"},
        {R"({"apiVersion":"client.authentication.k8s.io/v1"})", "another kind than ExecCredential"},
        {R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","status":{"token":"a"}})",
         "another apiVersion than client.authentication.k8s.io/v1"},
        {answer_with("null"), "its output has no status"},
        {answer_with("\"hunter2\""), "its output has no status"},
        {answer_with("{}"), "neither a token nor a client certificate"},
        {answer_with(R"({"token":""})"), "neither a token nor a client certificate"},
        {answer_with(R"({"token":["hunter2"]})"), "status.token that is no string"},
        {answer_with(R"({"clientCertificateData":"hunter2"})"), "and not the other"},
        {answer_with(R"({"token":"a","clientKeyData":"hunter2"})"), "and not the other"},
        {answer_with(R"({"token":"hunter2","expirationTimestamp":"hunter2"})"), "no RFC 3339 time"},
    }));
    INFO(text);
    auto const said = fault_in(text);
    CHECK(said.find(fault) != said.npos);
    CHECK(said.find("hunter2") == said.npos);
}

TEST_CASE("a deeply nested answer is refused")
{
    CHECK(fault_in(std::string(100'000, '[')).find("not JSON") != std::string::npos);
}

TEST_CASE("times of RFC 3339 are read, and nothing else")
{
    auto const seconds = [](std::string_view text) {
        auto const time = parse_utc_time(text);
        return time ? std::chrono::floor<std::chrono::seconds>(time->time_since_epoch()).count() : -1;
    };
    CHECK(seconds("1970-01-01T00:00:07Z") == 7);
    CHECK(seconds("2026-11-24T20:53:00Z") == 1795553580);
    CHECK(seconds("2026-11-24T20:53:00.123456789Z") == 1795553580);
    CHECK(seconds("2026-11-24T21:53:00+01:00") == 1795553580);
    CHECK(seconds("2026-11-24t15:23:00-05:30") == 1795553580);
    for (auto const* const bad :
         {"", "2026", "2026-11-24", "2026-11-24T20:53:00", "2026-11-24T20:53:00Zx", "2026-13-24T20:53:00Z",
          "2026-02-30T20:53:00Z", "2026-11-24T24:53:00Z", "2026-11-24T20:53:00.Z", "2026-11-24T20:53:00+01",
          "2026-11-24T20:53:00+01:0x", "-026-11-24T20:53:00Z", "2026-11-24T20:53:00+25:00",
          "20261124T205300Z"})
        CHECK_FALSE(parse_utc_time(bad));
}

TEST_CASE("a plugin that asks for a server whose certificate file cannot be read is not started")
{
    endpoint server{.server = "https://api.shop"};
    server.tls.ca.file = "/nowhere/ca.crt";
    try {
        exec_info(newest, &server, nullptr);
        FAIL("no error");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::credentials_unreadable);
        CHECK(std::string(e.what()).find("/nowhere/ca.crt") != std::string::npos);
    }
}

TEST_CASE("a plugin is told what the kubeconfig says, and the server if it asks for it")
{
    CHECK(
        exec_info(newest, nullptr, nullptr) ==
        R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}})");
    endpoint server{.server = "https://api.shop"};
    server.tls.ca.data = "CA";
    server.tls.server_name = "api";
    server.tls.insecure_skip_verify = true;
    server.proxy = {.url = "http://proxy:3128", .username = "joe", .password = secret("p@ss")};
    auto const info = exec_info(newest, &server, {{"audience", "x"}, {"n", 1}});
    CHECK(info.find(R"("interactive":false,"cluster":{"server":"https://api.shop","tls-server-name":"api",)"
                    R"("proxy-url":"http://joe:p%40ss@proxy:3128",)"
                    R"("insecure-skip-tls-verify":true,"certificate-authority-data":"Q0E=",)"
                    R"("config":{"audience":"x","n":1}})") != info.npos);
}
