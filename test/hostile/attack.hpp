#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/testing/certificate_authority.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

typedef struct ssl_ctx_st SSL_CTX;

/// The vocabulary of the table of attacks: what a hostile server sends, what the client asks for meanwhile,
/// what the caller has to be told, and how much of the machine the attack may cost.
namespace hostile {

using coinformer::duration;
using coinformer::errc;
using namespace std::chrono_literals;

/// A text that several answers share, so that the server's repetition of a large answer costs no memory that
/// would be counted against the client.
class shared_text {
public:
    shared_text(std::string text) : text_(std::make_shared<std::string const>(std::move(text))) {}
    shared_text(char const* text) : shared_text(std::string(text)) {}
    std::string_view view() const noexcept { return *text_; }

private:
    std::shared_ptr<std::string const> text_;
};

/// Bytes that the server sends, and how long it waits after them. It repeats both `times` times.
struct piece {
    shared_text bytes;
    std::uint64_t times = 1;
    duration pause = duration::zero();
};

constexpr std::uint64_t for_ever = UINT64_MAX;

enum class ending { close, keep_open, reset };

/// What the server does on one connection after it has read the request.
struct answer {
    std::vector<piece> pieces;
    ending then = ending::close;
};

/// One request of the client.
struct question {
    std::string text;       ///< all bytes up to the end of the header
    std::size_t number = 0; ///< how many requests came before this one
    bool is_watch() const { return text.find("watch=") != std::string::npos; }
};

class tls_peer;

/// How a TLS server presents itself.
struct tls_setup {
    coinformer::testing::tls_identity identity; ///< its certificate, others after it, and the key
    std::function<void(SSL_CTX*)> prepare = {}; ///< changes what the server allows
};

/// What a TLS server does on one connection.
struct tls_script {
    std::function<void(tls_peer&)> play;
    tls_setup setup;
};

enum class client_does {
    get,    ///< reads one object
    create, ///< writes an object of eight megabytes
    list,   ///< reads a collection, page by page
    inform, ///< runs an informer that lists in pages, and waits until it is synced
    stream, ///< runs an informer that lists in one watch, and waits until it is synced
    follow, ///< runs an informer whose list is answered honestly, and waits for a version that does not come
    watch,  ///< waits for the next event of a watcher
    discover,   ///< looks for a kind by its name
    rediscover, ///< finds a kind, asks the server anew, and looks for a kind that it has not
};

/// What an attack may cost at most. The values here hold if a row of the table says nothing else.
struct bounds {
    std::size_t memory = 2 * 1024 * 1024;  ///< bytes on the heap above what was allocated before the attack
    std::uint64_t bytes = 8 * 1024 * 1024; ///< bytes of answers that the client took
    std::size_t requests = 2000;           ///< requests that the client made while it was attacked
    duration told_within = 1s;             ///< virtual time until the caller is told, or has its answer
    duration lasts = 10min;                ///< virtual time for which an informer is attacked
    /// CPU time of the whole attack; ten times as much under a sanitizer, and at least 5 s with TLS.
    std::chrono::milliseconds cpu = 2s;
    std::chrono::milliseconds turn =
        500ms;               ///< CPU time of the longest handler of the loop; ten times as much, too
    std::size_t said = 6000; ///< bytes of the error's message, and of the longest line of the log
};

/// A row of the table.
struct attack {
    std::string name; ///< a sentence that says what the server does
    client_does what = client_does::get;
    std::function<answer(question const&)> says = {};
    std::vector<errc> told = {}; ///< the caller is told one of these; empty: nothing fails
    bounds most = {};
    coinformer::client_options options = {};
    /// Takes the place of `says` if its function is set: an attack with TLS, over loopback.
    tls_script tls = {};
};

/// Runs the attack, and checks with Catch that the caller was told what the row says within its bounds. After
/// that the server turns honest, and an informer has to recover by itself.
void run(attack const& row);

/// Answers like a sound server, lists as well as watches. It refuses streamed lists, which a sound server may
/// do.
answer honest(question const& asked);
/// Answers like a sound server over TLS.
tls_script honest_tls();
/// The authority that signs the honest server's certificate, and the only one that the client trusts.
coinformer::testing::certificate_authority const& authority();

/// Answers with these bytes and no others.
std::function<answer(question const&)> says(std::string bytes, ending then = ending::close);
/// Answers with these pieces.
std::function<answer(question const&)> says(std::vector<piece> pieces, ending then = ending::close);

/// An object in JSON, as a sound server would answer a get.
inline std::string const one_config_map =
    R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"shop"}})";

/// Returns a whole answer in HTTP/1.1 with a Content-Length.
std::string http(std::string const& status_line, std::string const& fields, std::string const& body);
std::string json(std::string const& body, std::string const& status_line = "200 OK",
                 std::string const& fields = {});
/// Returns the beginning of an answer in JSON whose body ends with the connection.
std::string const& json_until_close();

/// Returns the text `times` times.
std::string repeated(std::string_view text, std::size_t times);

} // namespace hostile
