// Which client certificate a server sees if a token source issues one.

#include "fake_source.hpp"
#include "tls_world.hpp"

using namespace tls_world;

namespace {

// A server that asks for a client certificate, and does without, and a client with a token source.
struct asking_server : dialer_world {
    asking_server()
    {
        context.set_verify_mode(ssl::verify_peer);
        context.add_certificate_authority(asio::buffer(authority().certificate()));
        server.user.source = source;
    }
    ~asking_server() { dialer.reset(); } // it refers to the identity

    void open()
    {
        environment const env{.ex = io.get_executor(), .log = &log};
        identity.emplace(env, server, nullptr);
        dialer.emplace(env, server, options, &*identity);
    }
    // Waits until there is a credential, as a request does.
    void await_credential()
    {
        started waiting(io, identity->ready());
        io.restart();
        io.run_for(std::chrono::seconds(10)); // a limit, in case it hangs
        REQUIRE(waiting.done());
        REQUIRE(waiting.what() == "");
    }
    // Makes a connection. Returns the subject of the client certificate that the server saw on it.
    std::string shown()
    {
        seen = {};
        CHECK(run().what() == "");
        return seen.client;
    }

    std::shared_ptr<fake_source> source = std::make_shared<fake_source>();
    std::optional<request_identity> identity;
};

} // namespace

TEST_CASE_METHOD(asking_server, "a client certificate is shown until its source issues none any more")
{
    source->identity = authority().client("joe");
    open();
    await_credential();
    CHECK(shown() == "/CN=joe");
    CHECK(shown() == "/CN=joe");

    source->identity = {};
    identity->answered(401, identity->mask()); // so that the source is asked again
    await_credential();
    CHECK(source->calls == 2);
    CHECK(shown() == "");
}

TEST_CASE_METHOD(asking_server, "the client certificate of an endpoint is shown in place of an issued one")
{
    auto const alice = authority().client("alice");
    server.tls.client_certificate.data = alice.certificate;
    server.tls.client_key.data = alice.key;
    source->identity = authority().client("joe");
    open();
    await_credential();
    CHECK(source->calls == 1);
    CHECK(shown() == "/CN=alice");
}
