// Contract: a client certificate that is renewed on disk is used, although a connection shows its certificate
// only once.

#include "world.hpp"

#include "unit/transport/temporary_directory.hpp"

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
