// Attacks with TLS: in the handshake, with certificates, and with the records after the handshake.

#include "attack.hpp"
#include "tls_peer.hpp"

#include <openssl/ssl.h>

#include "catch.hpp"

using namespace hostile;
using coinformer::testing::certificate_authority;
using coinformer::testing::tls_identity;
using play = std::function<void(tls_peer&)>;

namespace {

tls_identity const& trusted()
{
    static auto const identity = authority().server({"127.0.0.1"});
    return identity;
}

attack tls(std::string name, play script, std::vector<errc> told, bounds most = {},
           tls_setup setup = {trusted()})
{
    return {.name = std::move(name),
            .told = std::move(told),
            .most = most,
            .tls = {std::move(script), std::move(setup)}};
}

// Makes the same attack on each of an informer's connections.
attack inform_over_tls(std::string name, play script, std::vector<errc> told, tls_setup setup = {trusted()})
{
    bounds most{.bytes = 20'000'000, .requests = 40, .told_within = 4min, .lasts = 3min};
    auto row =
        tls("an informer: " + std::move(name), std::move(script), std::move(told), most, std::move(setup));
    row.what = client_does::inform;
    return row;
}

// Plays the server's part after a sound handshake and a sound request.
play after_request(play rest)
{
    return [rest = std::move(rest)](tls_peer& peer) {
        peer.shake_hands();
        (void)peer.read_request();
        rest(peer);
    };
}

// Answers the client's greeting with these bytes, and sends nothing more.
play greeted_with(std::string bytes)
{
    return [bytes = std::move(bytes)](tls_peer& peer) {
        peer.wait_for_greeting();
        peer.send(bytes);
        peer.stay();
    };
}

play again_and_again(void (tls_peer::*what)())
{
    return after_request([what](tls_peer& peer) {
        for (;;) (peer.*what)();
    });
}

tls_setup only(int version)
{
    return {trusted(), [version](SSL_CTX* context) {
                SSL_CTX_set_min_proto_version(context, 0);
                SSL_CTX_set_max_proto_version(context, version);
            }};
}

tls_identity shown(certificate_authority const& by, std::chrono::hours from, std::chrono::hours until,
                   std::string const& name = "127.0.0.1")
{
    auto const now = std::chrono::system_clock::now();
    return by.server({name}, {now + from, now + until});
}

// Returns a certificate of a stranger, followed by `count` certificates of other strangers with the same
// name.
tls_identity chain_of(std::size_t count)
{
    auto identity = certificate_authority("stranger").server({"127.0.0.1"});
    for (std::size_t i = 0; i != count; ++i)
        identity.certificate += certificate_authority("stranger").certificate();
    return identity;
}

// A record of TLS 1.2 in clear text that holds 4,000 requests to begin the handshake.
std::string const& hello_requests()
{
    static std::string const record = std::string("\x16\x03\x03\x3e\x80", 5) + std::string(16'000, '\0');
    return record;
}

// Sends the server's first flight up to this part of it, from 0 to 1, and then nothing.
play stalls_after(double part)
{
    return [part](tls_peer& peer) {
        auto const flight = peer.first_flight();
        peer.send(flight.substr(0, static_cast<std::size_t>(static_cast<double>(flight.size()) * part)));
        peer.stay();
    };
}

std::vector<attack> const& handshakes()
{
    constexpr auto failed = errc::tls_failed;
    constexpr bounds patient{.told_within = 11s};
    static std::vector<attack> const rows{
        tls("garbage in place of the greeting", greeted_with(repeated("What is this? ", 100)), {failed}),
        tls("garbage without end in place of the greeting",
            [](tls_peer& peer) {
                for (;;) peer.send(repeated("\x16\x03\x03\x40\x01", 3000));
            },
            {failed}),
        tls("plain HTTP on the TLS port",
            greeted_with(http("400 Bad Request", "", "Client sent an HTTP request\n")), {failed}),
        tls("an alert in place of the greeting",
            greeted_with("\x15\x03\x03" + std::string("\0\x02\x02\x28", 4)), {failed}),
        tls("a goodbye in place of the greeting", greeted_with(std::string("\x15\x03\x03\0\x02\x01\0", 7)),
            {failed}),
        tls("warnings without end in place of the greeting",
            [](tls_peer& peer) {
                for (;;) peer.send(repeated(std::string("\x15\x03\x03\0\x02\x01\x5a", 7), 1000));
            },
            {failed}),
        tls("requests to begin the handshake without end",
            [](tls_peer& peer) {
                peer.wait_for_greeting();
                for (;;) peer.send(hello_requests());
            },
            {failed}, {.memory = 4 * 1024 * 1024}),
        tls("an end in place of the greeting", [](tls_peer& peer) { peer.wait_for_greeting(); }, {failed}),
        tls("a reset in place of the greeting",
            [](tls_peer& peer) {
                peer.wait_for_greeting();
                peer.reset();
            },
            {failed, errc::connection_reset}),
        tls(
            "silence in place of the greeting", [](tls_peer& peer) { peer.stay(); }, {errc::timed_out},
            patient),
        tls("a greeting that breaks off after some bytes", stalls_after(0.01), {errc::timed_out}, patient),
        tls("a handshake that stalls in the middle", stalls_after(0.5), {errc::timed_out}, patient),
        tls("a handshake that stalls before its last byte", stalls_after(0.999), {errc::timed_out}, patient),
        tls(
            "a handshake of TLS 1.2 that stalls before the server's last message",
            [](tls_peer& peer) {
                peer.send(peer.first_flight());
                (void)peer.rest_of_handshake();
                peer.stay();
            },
            {errc::timed_out}, patient, only(TLS1_2_VERSION)),
        tls(
            "a handshake of a byte each second",
            [](tls_peer& peer) {
                for (char const c : peer.first_flight()) {
                    peer.send({&c, 1});
                    peer.pause(1s);
                }
                peer.stay();
            },
            {errc::timed_out}, patient),
        tls(
            "TLS 1.0 and nothing later", [](tls_peer& peer) { peer.shake_hands(); }, {failed}, {},
            only(TLS1_VERSION)),
        tls(
            "TLS 1.1 and nothing later", [](tls_peer& peer) { peer.shake_hands(); }, {failed}, {},
            only(TLS1_1_VERSION)),
        tls("a certificate of the client is demanded",
            [](tls_peer& peer) {
                peer.shake_hands();
                peer.stay();
            },
            {failed}, {},
            {trusted(),
             [](SSL_CTX* c) {
                 SSL_CTX_set_verify(c, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
             }}),
        inform_over_tls("garbage in place of the greeting", greeted_with("What is this?"), {failed}),
        inform_over_tls("silence in place of the greeting", [](tls_peer& peer) { peer.stay(); },
                        {errc::timed_out}),
        inform_over_tls("requests to begin the handshake without end",
                        [](tls_peer& peer) {
                            peer.wait_for_greeting();
                            for (;;) peer.send(hello_requests());
                        },
                        {failed}),
    };
    return rows;
}

std::vector<attack> const& certificates()
{
    auto const shaken = [](tls_peer& peer) {
        peer.shake_hands();
        peer.stay(); // the client gets nothing that it could take for an answer
    };
    static std::vector<attack> const rows{
        tls("a certificate that has expired", shaken, {errc::tls_expired}, {},
            {shown(authority(), -48h, -24h)}),
        tls("a certificate of tomorrow", shaken, {errc::tls_expired}, {}, {shown(authority(), 24h, 48h)}),
        tls("a certificate for another name", shaken, {errc::tls_wrong_host}, {},
            {shown(authority(), -1h, 1h, "kubernetes")}),
        tls("a certificate for a name of sixty thousand bytes that drives a terminal", shaken,
            {errc::tls_wrong_host}, {}, {shown(authority(), -1h, 1h, repeated("\x1b[2J", 15'000))}),
        tls("a certificate of a stranger", shaken, {errc::tls_untrusted}, {}, {chain_of(0)}),
        tls("a certificate of a stranger who has the name of the trusted CA", shaken, {errc::tls_untrusted},
            {}, {certificate_authority("hostile-ca").server({"127.0.0.1"})}),
        tls("a certificate that has signed itself", shaken, {errc::tls_untrusted}, {},
            {certificate_authority::self_signed({"127.0.0.1"})}),
        tls("a chain of two hundred certificates of one name", shaken, {errc::tls_untrusted}, {},
            {chain_of(200)}),
        tls("a chain of a thousand certificates", shaken, {errc::tls_failed}, {}, {chain_of(1000)}),
        inform_over_tls("a certificate that has expired", shaken, {errc::tls_expired},
                        {shown(authority(), -48h, -24h)}),
    };
    return rows;
}

play record_by_record(std::string text)
{
    return after_request([text = std::move(text)](tls_peer& peer) {
        for (char const& c : text) peer.write({&c, 1});
        peer.stay();
    });
}

std::string const whole_answer_over_tls = json(one_config_map);

// Sends the answer, and then ends the connection without a TLS goodbye.
play cut_after(std::string text)
{
    return after_request([text = std::move(text)](tls_peer& peer) { peer.write(text); });
}

play ended_after(std::string text)
{
    return after_request([text = std::move(text)](tls_peer& peer) {
        peer.write(text);
        peer.say_goodbye();
        peer.stay();
    });
}

std::vector<attack> const& ends()
{
    static auto const half = whole_answer_over_tls.substr(0, whole_answer_over_tls.size() - 20);
    static auto const until_close = json_until_close() + one_config_map;
    static std::vector<errc> const broken{errc::truncated, errc::connection_closed, errc::connection_reset};
    static std::vector<attack> const rows{
        tls("a goodbye in place of an answer", ended_after(""), {errc::connection_closed}),
        tls("a goodbye in the middle of a body", ended_after(half), broken),
        tls("a goodbye at the end of a body", ended_after(whole_answer_over_tls), {}),
        tls("a goodbye at the end of a body of unknown length", ended_after(until_close), {}),
        tls("a cut in place of an answer", cut_after(""), broken),
        tls("a cut in the middle of a body", cut_after(half), broken),
        tls("a cut at the end of a body of known length", cut_after(whole_answer_over_tls), {}),
        tls("a cut at the end of a body of unknown length", cut_after(until_close), broken),
        tls("a reset in the middle of a body", after_request([](tls_peer& peer) {
                peer.write(half);
                peer.reset();
            }),
            broken),
        tls("bytes in clear text in the middle of a body", after_request([](tls_peer& peer) {
                peer.write(half);
                peer.send("}}}}}}}}}}}}}}}}}}}}");
                peer.stay();
            }),
            {errc::tls_failed}),
        tls("an alert in the middle of a body", after_request([](tls_peer& peer) {
                peer.forge(23, half);
                peer.forge(21, std::string("\x02\x50", 2));
                peer.stay();
            }),
            {errc::tls_failed}),
    };
    return rows;
}

tls_setup with_full_records()
{
    return {trusted(),
            [](SSL_CTX* context) { SSL_CTX_set_block_padding(context, SSL3_RT_MAX_PLAIN_LENGTH); }};
}

std::vector<attack> const& records()
{
    constexpr auto failed = errc::tls_failed;
    constexpr bounds flooded{.bytes = 2'000'000, .requests = 1};
    static auto const create = [](attack row) {
        row.what = client_does::create;
        return row;
    };
    static auto const list = [](attack row) {
        row.what = client_does::list;
        return row;
    };
    static std::vector<attack> const rows{
        tls("each byte of an answer in a record of its own", record_by_record(whole_answer_over_tls), {}),
        tls("each byte of an answer in the largest record",
            record_by_record(json(one_config_map + repeated(" ", 1000))), {}, {.bytes = 30'000'000},
            with_full_records()),
        tls("empty records without end", after_request([](tls_peer& peer) {
                for (;;) peer.forge(23, "");
            }),
            {failed}, flooded),
        tls("records of a kind that does not exist", after_request([](tls_peer& peer) {
                for (;;) peer.forge(99, "what is this?");
            }),
            {failed}, flooded),
        tls("warnings without end", after_request([](tls_peer& peer) {
                for (;;) peer.forge(21, std::string("\x01\x5a", 2));
            }),
            {failed}, flooded),
        tls("session tickets without end", again_and_again(&tls_peer::send_ticket), {failed}, flooded),
        tls("changes of keys without end", again_and_again(&tls_peer::request_key_update), {failed}, flooded),
        tls("changes of keys without end behind half an answer", after_request([](tls_peer& peer) {
                peer.write(whole_answer_over_tls.substr(0, whole_answer_over_tls.size() - 20));
                for (;;) peer.request_key_update();
            }),
            {failed}, flooded),
        tls("changes of keys without end behind a whole answer, which nobody reads",
            after_request([](tls_peer& peer) {
                peer.write(whole_answer_over_tls);
                for (;;) peer.request_key_update();
            }),
            {}, {.bytes = 10'000'000, .requests = 1}),
        list(tls("a list whose second page comes behind changes of keys without end",
                 after_request([](tls_peer& peer) {
                     peer.write(json(R"({"metadata":{"resourceVersion":"1","continue":"t"},"items":[]})"));
                     for (;;) peer.request_key_update();
                 }),
                 // If the changes have come before the second request, it goes over a new connection, where
                 // the server repeats its first page.
                 {failed, errc::unexpected_content}, {.bytes = 10'000'000, .requests = 2})),
        tls("a request to begin the handshake again, and the answer", after_request([](tls_peer& peer) {
                peer.request_handshake();
                peer.write(whole_answer_over_tls);
                peer.hold();
            }),
            {}, {}, only(TLS1_2_VERSION)),
        tls("requests to begin the handshake again without end",
            again_and_again(&tls_peer::request_handshake), {failed}, flooded, only(TLS1_2_VERSION)),
        tls("silence after the handshake",
            [](tls_peer& peer) {
                peer.shake_hands();
                peer.hold();
            },
            {errc::timed_out}, {.told_within = 31s}),
        create(tls("a server that stops reading in the middle of a request",
                   after_request([](tls_peer& peer) { peer.hold(); }), {errc::timed_out},
                   {.memory = 60'000'000, .told_within = 31s})),
        create(tls("a reset in the middle of a request", after_request([](tls_peer& peer) { peer.reset(); }),
                   {errc::connection_reset}, {.memory = 60'000'000})),
        inform_over_tls("session tickets without end", again_and_again(&tls_peer::send_ticket), {failed}),
        inform_over_tls("changes of keys without end", again_and_again(&tls_peer::request_key_update),
                        {failed}),
    };
    return rows;
}

void run_all(std::vector<attack> const& rows)
{
    for (auto const& row : rows) DYNAMIC_SECTION(row.name)
        {
            run(row);
        }
}

} // namespace

TEST_CASE("attacks in the handshake of TLS", "[tls]")
{
    run_all(handshakes());
}

TEST_CASE("attacks with the certificate of a TLS server", "[tls]")
{
    run_all(certificates());
}

TEST_CASE("attacks with the end of a TLS connection", "[tls]")
{
    run_all(ends());
}

TEST_CASE("attacks with the records of TLS", "[tls]")
{
    run_all(records());
}
