#include "tls_world.hpp"

#include "catch.hpp"
#include "temporary_directory.hpp"

#include <openssl/pem.h>

using namespace tls_world;
using namespace std::chrono_literals;

namespace {

struct free_openssl {
    void operator()(BIO* p) const noexcept { BIO_free(p); }
    void operator()(EVP_PKEY* p) const noexcept { EVP_PKEY_free(p); }
};

// Returns the key, encrypted with a password.
std::string encrypted(std::string const& key)
{
    std::unique_ptr<BIO, free_openssl> const in(BIO_new_mem_buf(key.data(), static_cast<int>(key.size())));
    std::unique_ptr<EVP_PKEY, free_openssl> const read(
        PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
    std::unique_ptr<BIO, free_openssl> const out(BIO_new(BIO_s_mem()));
    char password[] = "password";
    PEM_write_bio_PKCS8PrivateKey(out.get(), read.get(), EVP_aes_128_cbc(), password, 8, nullptr, nullptr);
    char* data = nullptr;
    auto const size = BIO_get_mem_data(out.get(), &data);
    return std::string(data, static_cast<std::size_t>(size));
}

} // namespace

TEST_CASE("verification can be switched off, with one warning")
{
    dialer_world w(certificate_authority::self_signed({}, around(-1h, -1min)));
    w.server.tls.insecure_skip_verify = true;
    w.server.tls.ca.data.clear();

    CHECK(w.run().what() == "");
    CHECK(w.run().what() == "");

    auto const log = w.log_text.str();
    CHECK(log.starts_with("WARNING"));
    CHECK(std::ranges::count(log, '\n') == 1);
}

TEST_CASE("a rotated CA file is used by the next connection")
{
    dialer_world w;
    temporary_directory dir;
    w.server.tls.ca.data.clear();
    w.server.tls.ca.file = dir.write("ca.crt", authority().certificate());
    CHECK(w.run().what() == "");

    certificate_authority const other("other-ca");
    dir.write("ca.crt", other.certificate());
    CHECK(w.run().code() == errc::tls_untrusted);

    dir.write("ca.crt", other.certificate() + authority().certificate());
    CHECK(w.run().what() == "");
}

TEST_CASE("certificate files that go bad are logged once, and once more when they can be read again")
{
    dialer_world w;
    temporary_directory dir;
    auto const alice = authority().client("alice");
    auto& tls = w.server.tls;
    auto const ca = authority().certificate();
    tls.ca = {"", dir.write("ca", ca)};
    tls.client_certificate = {"", dir.write("certificate", alice.certificate)};
    tls.client_key = {"", dir.write("key", alice.key)};
    CHECK(w.run().what() == "");
    auto const name = GENERATE(as<std::string>(), "ca", "certificate", "key");
    auto const good = name == "ca" ? ca : name == "key" ? alice.key : alice.certificate;
    auto const bad = GENERATE(as<std::string>(), "absent", "", "garbage");
    if (bad == "absent")
        std::filesystem::remove(dir.path(name));
    else
        dir.write(name, bad);

    for (int i = 0; i != 5; ++i) {
        started client(w.io, talk(*w.dialer, w.got));
        w.io.restart();
        w.io.run_for(10s);
        CHECK(client.code() == errc::credentials_unreadable);
    }
    auto const said = w.log_text.str();
    INFO(said);
    CHECK(said.starts_with("WARNING the certificate files cannot be read any more"));
    CHECK(said.find(dir.path(name)) != said.npos);
    CHECK(said.find("garbage") == said.npos);
    CHECK(std::ranges::count(said, '\n') == 1);

    dir.write(name, good);
    CHECK(w.run().what() == "");
    CHECK(w.log_text.str().substr(said.size()) == "INFO the certificate files can be read again\n");
}

TEST_CASE("a PEM file that cannot be used is named, but its content is not shown")
{
    dialer_world w;
    temporary_directory dir;
    auto const alice = authority().client("alice");
    auto& tls = w.server.tls;
    auto const garbage =
        dir.write("garbage.pem", "-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----\n");
    auto const no_pem = dir.write("no.pem", "c2VjcmV0\n");
    auto const other_key = dir.write("other.pem", authority().client("bob").key);
    auto const locked_key = dir.write("locked.pem", encrypted(alice.key));
    tls.client_certificate.data = alice.certificate;
    tls.client_key.data = alice.key;
    std::string named;
    SECTION("no such CA file")
    {
        tls.ca = {"", named = dir.path("nowhere")};
    }
    SECTION("CA without a certificate")
    {
        tls.ca = {"", named = no_pem};
    }
    SECTION("CA that is broken")
    {
        tls.ca = {"", named = garbage};
    }
    SECTION("CA with a password") // the program does not ask for it on the terminal
    {
        tls.ca = {"", named = dir.write("locked-ca.pem",
                                        "-----BEGIN CERTIFICATE-----\nProc-Type: 4,ENCRYPTED\n"
                                        "DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n"
                                        "c2VjcmV0\n-----END CERTIFICATE-----\n")};
    }
    SECTION("certificate that is broken")
    {
        tls.client_certificate = {"", named = garbage};
    }
    SECTION("certificate that is none")
    {
        tls.client_certificate = {"", named = no_pem};
    }
    SECTION("no such key file")
    {
        tls.client_key = {"", named = dir.path("nowhere")};
    }
    SECTION("key that is none")
    {
        tls.client_key = {"", named = no_pem};
    }
    SECTION("key of another certificate")
    {
        tls.client_key = {"", named = other_key};
    }
    SECTION("key with a password")
    {
        tls.client_key = {"", named = locked_key};
    }
    SECTION("no key")
    {
        tls.client_key = {};
    }
    SECTION("no certificate")
    {
        tls.client_certificate = {};
    }
    w.open_dialer();

    started client(w.io, talk(*w.dialer, w.got));
    w.io.run_for(10s);

    CHECK(client.code() == errc::credentials_unreadable);
    mentions(client, named);
    CHECK(client.what().find("c2VjcmV0") == std::string::npos);
}

TEST_CASE("an address at which no server listens is named")
{
    dialer_world w;
    w.server.server = w.url("127.0.0.1");
    auto const address = w.server.server.substr(8);
    w.acceptor.close();
    w.open_dialer();

    started client(w.io, talk(*w.dialer, w.got));
    w.io.run_for(10s);

    CHECK(client.code() == errc::connect_failed);
    mentions(client, "connect to " + address);
    mentions(client, "Connection refused");
}

TEST_CASE("a silent server is given up after the TLS time-out")
{
    dialer_world w;
    w.options.tls_timeout = 20ms;

    auto const& client = w.run(say_nothing(w.acceptor));

    CHECK(client.code() == errc::timed_out);
    mentions(client, "TLS with 127.0.0.1");
}

TEST_CASE("a URL with http:")
{
    dialer_world w;
    w.server.server = "http" + w.server.server.substr(5);

    auto const& client = w.run(say(w.acceptor, "hello"));

    CHECK(client.what() == "");
    CHECK(w.got.text == "hello");
    CHECK(w.got.protocol.empty());
}

TEST_CASE("an http_client without a dialer makes its own connections")
{
    dialer_world w;
    environment const env{.ex = w.io.get_executor()};
    http_client client(env, w.server, w.options, nullptr);
    std::string body;
    auto fetch = [](http_client& c, std::string& out) -> task<> {
        http_request request("GET", "/");
        auto response = co_await c.send(std::move(request));
        out = co_await response.read_all(100);
    };
    started server(w.io, serve(w.acceptor, w.context, goodbye::said, w.seen));
    started fetching(w.io, fetch(client, body));
    while (!fetching.done()) w.io.run_one_for(10s);
    client.close();
    w.io.run_for(10s);

    CHECK(fetching.what() == "");
    CHECK(body == "hello");
    CHECK(server.done());
}

TEST_CASE("a name that does not exist is an error that names it")
{
    dialer_world w;
    w.server.server = "https://nowhere.invalid:6443";
    w.open_dialer();

    started client(w.io, talk(*w.dialer, w.got));
    w.io.run_for(10s);

    CHECK(client.code() == errc::resolve_failed);
    mentions(client, "nowhere.invalid:6443");
}

TEST_CASE("an invalid URL is refused before anything is sent")
{
    dialer_world w;
    w.server.server = "ftp://host";
    CHECK_THROWS_AS(w.open_dialer(), api_error);
}

TEST_CASE("a server name that cannot be checked against a certificate is refused before anything is sent")
{
    dialer_world w(authority().server({"other"}));
    w.server.tls.server_name =
        GENERATE(as<std::string>(), "fe80::1%lo", std::string("other\0x", 7), std::string(1, '\0'), ".other",
                 "a b", "a..b", "https://other", "*.shop", std::string(64, 'a'));
    w.server.user.token = secret("hunter2");
    environment const env{.ex = w.io.get_executor()};

    try {
        http_client client(env, w.server, w.options, nullptr);
        FAIL("accepted");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::config_invalid);
        CHECK(std::string(e.what()).starts_with("tls_options::server_name: invalid configuration: "));
    }
}

TEST_CASE("a server that refuses HTTP/2 in the handshake is named, with the option that demands it")
{
    dialer_world w;
    w.options.version = http_version::http2;
    auto const& how = w.run();
    CHECK(how.code() == errc::config_invalid);
    CHECK(mentions(how, "http_options::version"));
}
