// Contract: a client certificate that is renewed on disk is used, although a connection shows its certificate
// only once.

#include "world.hpp"

#include "unit/transport/temporary_directory.hpp"

#include <coinformer/api/watcher.hpp>
#include <coinformer/testing/certificate_authority.hpp>
#include <coinformer/testing/memory_network.hpp>

TEST_CASE_METHOD(world, "a renewed client certificate is used by the next attempt, on a new connection")
{
    temporary_directory dir;
    endpoint here{.server = "http://in-memory"}; // without TLS: the server of this test refuses every request
    here.tls.client_certificate.file = dir.write("tls.crt", "one");
    here.tls.client_key.file = dir.write("tls.key", "one");
    client known(env, here, {}, network.dialer());
    server.inject(faults::unauthorized().times(fault::always)); // the certificate has expired
    shared_informer<config_map> informer(known, listing());
    background running(io, informer.run());
    time.run_for(2min);
    auto const before = network.dialed();

    dir.write("tls.crt", "two, longer");
    dir.write("tls.key", "two, longer");
    time.run_for(30s);
    CHECK(network.dialed() > before);
}

TEST_CASE_METHOD(world,
                 "a client certificate of another user, who may do more, is used as soon as it is on disk")
{
    temporary_directory dir;
    endpoint here{.server = "http://in-memory"};
    here.tls.client_certificate.file = dir.write("tls.crt", "alice");
    here.tls.client_key.file = dir.write("tls.key", "alice");
    client known(env, here, {}, network.dialer());
    server.inject(faults::forbidden().times(fault::always)); // a 403 is no reason to close the connection
    shared_informer<config_map> informer(known, listing());
    background running(io, informer.run());
    time.run_for(10min);
    auto const before = network.dialed();
    auto const asked = server.requests("list", config_maps);
    while (server.requests("list", config_maps) == asked) time.run_for(100ms); // the longest pause begins now
    time.run_for(4s);
    CHECK(network.dialed() == before);

    dir.write("tls.crt", "bob, who may list");
    dir.write("tls.key", "bob, who may list");
    time.run_for(8s);
    CHECK(network.dialed() > before);
}

namespace {

// A client with a certificate on disk, and an informer that has listed a=1 and has a watch open.
struct certified : world {
    certified()
    {
        write(ca.client("alice"));
        endpoint here{.server = "http://in-memory"};
        here.tls.client_certificate.file = dir.path("tls.crt");
        here.tls.client_key.file = dir.path("tls.key");
        known.emplace(env, here, client_options{}, network.dialer());
        put("a", "1");
        informer.emplace(io, *known);
        time.run_for(10s);
        REQUIRE(informer->seen == lines{"+i shop/a=1"});
    }

    void write(testing::tls_identity const& identity) const
    {
        dir.write("tls.crt", identity.certificate);
        dir.write("tls.key", identity.key);
    }
    std::size_t lists() const { return server.requests("list", config_maps); }
    std::size_t watches() const { return server.requests("watch", config_maps); }

    temporary_directory dir;
    testing::certificate_authority ca;
    std::optional<client> known;
    std::optional<recorded_informer> informer;
};

} // namespace

TEST_CASE_METHOD(certified, "a watch moves to a connection with the renewed certificate, without a list")
{
    auto const lists_before = lists(), watches_before = watches(), dialed_before = network.dialed();
    set("a", "2");
    time.run_for(10s);
    CHECK(watches() == watches_before);

    write(ca.client("alice"));
    set("a", "3"); // or the next bookmark
    time.run_for(10s);
    CHECK(watches() == watches_before + 1);
    CHECK(network.dialed() == dialed_before + 1);
    CHECK(log_text.str().find("the client certificate was renewed") != std::string::npos);
    set("a", "4");
    time.run_for(10s);
    CHECK(watches() == watches_before + 1);
    CHECK(lists() == lists_before);
    CHECK(informer->seen == lines{"+i shop/a=1", "~ shop/a=1>2", "~ shop/a=2>3", "~ shop/a=3>4"});
    CHECK(log_text.str().find("WARNING") == std::string::npos);
}

TEST_CASE_METHOD(certified, "a quiet watch moves with its next bookmark")
{
    auto const lists_before = lists(), watches_before = watches();
    write(ca.client("alice"));
    time.run_for(70s);
    CHECK(watches() == watches_before + 1);
    CHECK(lists() == lists_before);
}

TEST_CASE_METHOD(certified, "a certificate that does not belong to the key yet moves nothing")
{
    auto const next = ca.client("alice");
    auto const watches_before = watches();
    dir.write("tls.crt", next.certificate);
    set("a", "2");
    time.run_for(10s);
    CHECK(watches() == watches_before);
    dir.write("tls.key", next.key);
    set("a", "3");
    time.run_for(10s);
    CHECK(watches() == watches_before + 1);
}

TEST_CASE_METHOD(certified, "a request after the renewal does not use an idle connection")
{
    auto const get = [this] { return known->request("get", http_request("GET", "/api/v1/configmaps")); };
    testing::run(io, time, get());
    auto const before = network.dialed();
    testing::run(io, time, get());
    CHECK(network.dialed() == before);
    write(ca.client("alice"));
    time.run_for(3s);
    testing::run(io, time, get());
    CHECK(network.dialed() == before + 1);
}

TEST_CASE_METHOD(certified, "a watcher moves as well, and continues behind the last event")
{
    watcher<config_map> changes(*known, server.resource_version());
    auto const watches_before = watches();
    lines seen;
    auto const follow = [](watcher<config_map>& from, lines& to) -> task<> {
        for (;;) {
            auto const e = co_await from.next();
            to.push_back(e.object->data.at("v"));
        }
    };
    background reading(io, follow(changes, seen));
    time.run_for(10s);
    write(ca.client("alice"));
    for (auto const* const value : {"2", "3", "4"}) {
        set("a", value);
        time.run_for(10s);
    }
    CHECK(seen == lines{"2", "3", "4"});
    CHECK(watches() == watches_before + 3); // that of the watcher, and one more for it and for the informer
}

TEST_CASE_METHOD(certified, "an API that answers 401 does not move the watches of others to new connections")
{
    server.inject(faults::unauthorized().of("secrets").times(fault::always));
    auto const list_secrets = [this] {
        return known->request("list", http_request("GET", "/api/v1/namespaces/shop/secrets"));
    };
    auto const watches_before = watches();
    for (auto const* const value : {"2", "3", "4"}) {
        CHECK_THROWS_AS(testing::run(io, time, list_secrets()), api_error);
        set("a", value);
        time.run_for(10s);
    }
    CHECK(informer->seen.size() == 4);
    CHECK(watches() == watches_before);
}
