// Proxies: URLs with planted user information, whole and damaged; the answers of a proxy, generated, damaged,
// or any bytes; NO_PROXY lists of any bytes. A tunnel opens exactly if the answer is sound, has then read
// nothing of what follows, and a refusal is a documented error that does not show the password.

#include "input.hpp"
#include "report.hpp"

#include "transport/config/proxy_settings.hpp"
#include "transport/config/proxy_url.hpp"
#include "transport/stream/proxy_tunnel.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <optional>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

constexpr std::string_view password = "Zm9v-hunter2/t0ken";

/// The words of a proxy, in pieces of this size; it ends after that.
class spoken final : public byte_stream {
public:
    spoken(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}

    task<std::size_t> read_some(std::span<char> into) override
    {
        auto const n = std::min({into.size(), piece_, text_.size() - read_});
        std::copy_n(text_.data() + read_, n, into.data());
        read_ += n;
        co_return n;
    }
    task<> write(std::span<char const>) override { co_return; }
    void close() noexcept override {}
    std::size_t read() const noexcept { return read_; }

private:
    std::string text_;
    std::size_t piece_, read_ = 0;
};

void check_refusal(api_error const& e, std::string_view longest_shown, std::string const& of)
{
    std::string_view const what = e.what();
    fuzz::check(what.find('\n') == what.npos && what.size() < 1000, "a refusal is one line", what);
    for (std::size_t at = 0; at + longest_shown.size() <= password.size(); ++at)
        fuzz::check(what.find(password.substr(at, longest_shown.size())) == what.npos,
                    "a refusal does not show the password", of);
}

// Returns true if the tunnel opens.
bool opens(spoken& stream, bool socks, std::string const& of)
{
    tunnel_request request(parse_proxy_options({.url = socks ? "socks5://p:1" : "http://p:1"}, "proxy"),
                           "joe", secret(std::string(password)), "api.shop", 6443);
    std::exception_ptr failure;
    bool ended = false;
    boost::asio::io_context io;
    boost::asio::co_spawn(io, open_tunnel(stream, std::move(request)), [&](std::exception_ptr e) {
        failure = e;
        ended = true;
    });
    io.run();
    fuzz::check(ended, "a tunnel opens or fails", of);
    fuzz::check(stream.read() <= proxy_limits::header + 1024, "what a proxy says is bounded", of);
    try {
        if (failure) std::rethrow_exception(failure);
        return true;
    } catch (api_error const& e) {
        fuzz::check(e.code() == make_error_code(errc::proxy_failed) ||
                        e.code() == make_error_code(errc::proxy_refused),
                    "a refusal has a code of the proxy", e.what());
        check_refusal(e, password, of);
        return false;
    }
}

std::string sound_answer(fuzz::input& in, bool socks)
{
    if (!socks) {
        std::string text(in.pick({"HTTP/1.1 200 OK\r\n", "HTTP/1.0 299\r\n", "HTTP/1.1 204 \r\n"}));
        while (text.size() < 8000 && in.one_in(2))
            text += "X-Header: " + std::to_string(in.number()) + "\r\n";
        return text + "\r\n";
    }
    std::string text = in.one_in(2) ? std::string("\5\2\1\0", 4) : std::string("\5\0", 2);
    text += std::string("\5\0\0", 3);
    auto const type = in.pick({"\1", "\3", "\4"});
    text += type;
    std::size_t const length = type == "\3" ? in.below(256) : type == "\1" ? 4 : 16;
    if (type == "\3") text += static_cast<char>(length);
    return text + std::string(length + 2, 'a');
}

void try_answers(fuzz::input& in, bool socks)
{
    auto text = sound_answer(in, socks);
    auto const piece = 1 + in.below(300);
    if (in.one_in(2)) { // damaged, or any bytes
        auto const at = in.below(text.size());
        if (in.one_in(2))
            text.replace(at, 1, in.bytes(2));
        else
            text = in.rest();
        spoken stream(text, piece);
        opens(stream, socks, text);
        return;
    }
    spoken stream(socks ? text + "tunnelled" : text, piece);
    fuzz::check(opens(stream, socks, text), "a sound answer opens the tunnel", text);
    fuzz::check_equal("nothing of the tunnel is read", text.size(), stream.read(), text);
}

std::optional<proxy_options> parsed(std::string const& url)
{
    try {
        return split_proxy_url(url, "here");
    } catch (api_error const& e) {
        fuzz::check(e.code() == make_error_code(errc::config_invalid), "a refusal is documented", e.what());
        check_refusal(e, "8 bytes.", url);
        return std::nullopt;
    }
}

void try_urls(fuzz::input& in)
{
    proxy_options planted;
    planted.url = std::string(in.pick({"http", "https", "socks5", "socks5h"})) + "://" +
                  std::string(in.pick({"proxy.shop", "10.0.0.7", "[fd00::7]"})) + ':' +
                  std::to_string(1 + in.below(65535));
    planted.username = "j" + std::string(in.bytes(10));
    std::erase(planted.username, ':');
    planted.password = secret(std::string(password));
    auto url = url_with_login(planted);
    if (in.one_in(2)) {
        url.replace(in.below(url.size()), 1, in.bytes(3));
        parsed(url);
        return;
    }
    auto const found = parsed(url);
    fuzz::check(found.has_value(), "a sound URL is read", url);
    fuzz::check_equal("the URL is the planted one", planted.url, found->url, url);
    fuzz::check_equal("the user is the planted one", planted.username, found->username, url);
    fuzz::check_equal("the password is the planted one", password, found->password.reveal(), url);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const how = in.below(4);
    if (how <= 1) try_answers(in, how == 1);
    if (how == 2) try_urls(in);
    if (how == 3) {
        server_url const server = parse_server_url(
            std::string(in.pick({"https://api.shop:6443", "https://10.0.0.7", "https://[fd00::7]"})));
        std::string const list(in.rest());
        bool const listed = bypasses_proxy(list, server);
        fuzz::check(bypasses_proxy(list + ",nowhere", server) == listed, "another entry changes nothing",
                    list);
        fuzz::check(bypasses_proxy("*," + list, server), "a star lists every server", list);
    }
    return 0;
}
