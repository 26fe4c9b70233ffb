// The input is any bytes, or makes a kubeconfig file with planted secrets, in several notations of YAML and
// with a little damage. If the file is accepted, it must give the values that were planted. If it is refused,
// the error must be a documented one, and its message must be one line that names the file and shows no part
// of a secret.

#include "input.hpp"
#include "report.hpp"

#include "cut_bytes.hpp"

#include <coinformer/transport/kubeconfig.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

namespace {

using coinformer::errc;

/// The path of a file of this process, which is written anew for each input.
std::string const& config_file()
{
    static std::string const path =
        (std::filesystem::temp_directory_path() / ("kubeconfig-" + std::to_string(::getpid()))).string();
    static bool const is_new = std::atexit([] { ::unlink(path.c_str()); }) == 0;
    fuzz::check(is_new, "the file is removed at the end", path);
    return path;
}

coinformer::endpoint load(std::string const& text)
{
    std::ofstream(config_file(), std::ios::binary | std::ios::trunc) << text;
    coinformer::endpoint_query query;
    query.kubeconfig = config_file();
    query.getenv = [](std::string const&) { return std::nullopt; };
    return coinformer::load_endpoint(query);
}

struct planted_config {
    std::string server, ns, server_name, token, certificate, key;
    bool is_insecure = false;
    /// Returns the secrets. Each is in the file as it is or as base64, and must be in no message.
    std::vector<std::string> secrets() const
    {
        std::vector<std::string> all;
        for (auto const& s : {token, key, base64(key)})
            if (!s.empty()) all.push_back(s);
        return all;
    }

    static std::string base64(std::string_view bytes)
    {
        static constexpr std::string_view digits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string text;
        for (std::size_t i = 0; i < bytes.size(); i += 3) {
            std::uint32_t bits = 0;
            for (std::size_t j = 0; j != 3; ++j)
                bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0);
            for (std::size_t j = 0; j != 4; ++j)
                text += i + j > bytes.size() ? '=' : digits[bits >> (18 - 6 * j) & 63];
        }
        return text;
    }
};

planted_config generated_config(fuzz::input& in)
{
    planted_config c;
    c.server = in.pick({"https://api.shop:6443", "http://10.0.0.1", "https://[fd00::1]:443/k8s/c-1"});
    c.ns = in.pick({"", "shop", "kube-system", "7"});
    c.server_name = in.pick({"", "api.internal", "10.0.0.7"});
    c.is_insecure = in.one_in(2);
    auto const tail = std::to_string(in.below(1000));
    if (in.one_in(2)) c.token = "t0ken.Zm9v-" + tail + "_hunter2";
    if (in.one_in(2)) {
        c.certificate = "-----BEGIN CERTIFICATE-----\n" + tail;
        c.key = "-----BEGIN KEY-----\nhunter2" + tail + '\n';
    }
    return c;
}

/// Writes a value in one of YAML's notations.
std::string quoted(std::string_view value, fuzz::input& in)
{
    bool const is_plain =
        value.find_first_of(":#[]{}, ") == value.npos && value.find_first_not_of("0123456789") != value.npos;
    switch (in.below(is_plain ? 3 : 2)) {
    case 0: return '"' + std::string(value) + '"';
    case 1: return "'" + std::string(value) + "'";
    default: return std::string(value);
    }
}

std::string written(planted_config const& c, fuzz::input& in)
{
    auto const space = std::string(in.pick({" ", "", "\n  "}));
    bool const is_json = in.one_in(2); // in JSON the file may have no white space at all
    auto const pair = [&](std::string const& key, std::string_view value) {
        if (is_json) return '"' + key + "\":" + '"' + std::string(value) + '"';
        return key + ": " + quoted(value, in);
    };
    std::string cluster = pair("server", c.server), user,
                context = pair("cluster", "k") + ',' + space + pair("user", "joe");
    if (!c.server_name.empty()) cluster += ',' + space + pair("tls-server-name", c.server_name);
    if (c.is_insecure)
        cluster +=
            ',' + space + (is_json ? "\"insecure-skip-tls-verify\":true" : "insecure-skip-tls-verify: true");
    if (!c.ns.empty()) context += ',' + space + pair("namespace", c.ns);
    if (!c.token.empty()) user += pair("token", c.token);
    if (!c.key.empty()) {
        user += (user.empty() ? "" : "," + space) + pair("client-certificate-data", c.base64(c.certificate));
        user += ',' + space + pair("client-key-data", c.base64(c.key));
    }
    auto const list = [&](std::string const& name, std::string const& item, std::string const& key,
                          std::string const& body) {
        auto const text = "[{" + pair("name", item) + ',' + space +
                          (is_json ? '"' + key + "\":{" : key + ": {") + body + "}}]";
        return is_json ? '"' + name + "\":" + text : name + ": " + text;
    };
    std::vector<std::string> parts{pair("current-context", "c"), list("contexts", "c", "context", context),
                                   list("clusters", "k", "cluster", cluster),
                                   list("users", "joe", "user", user)};
    std::swap(parts[in.below(4)], parts[in.below(4)]);
    std::string text = is_json ? "{" : "";
    for (std::size_t i = 0; i != parts.size(); ++i)
        text += (i == 0 ? "" : is_json ? "," + space : "\n") + parts[i];
    return text + (is_json ? "}" : "\n");
}

/// Puts the same quote after a colon and at another place, so that everything in between may become one
/// value.
void quote_a_part(std::string& text, std::size_t end, fuzz::input& in)
{
    auto const quote = in.one_in(2) ? '"' : '\'';
    std::vector<std::size_t> colons;
    for (std::size_t i = 0; i < end; ++i)
        if (text[i] == ':') colons.push_back(i);
    text.insert(end, 1, quote);
    if (colons.size() >= 8)
        text.insert(*(colons.end() - 1 - static_cast<std::ptrdiff_t>(in.below(8))) + 1, 1, quote);
}

/// Makes a mistake as a person would: a character is missing, wrong, or one too many, or quotes are
/// misplaced.
void damage(std::string& text, planted_config const& c, fuzz::input& in)
{
    auto at = in.below(text.size() | 1 << 8);
    auto const secrets = c.secrets();
    if (in.one_in(2) && !secrets.empty()) // a few characters around a secret
        at = text.find(secrets[in.below(secrets.size())]) +
             (in.one_in(2) ? secrets[0].size() + in.below(3) : -in.below(8));
    if (at >= text.size()) return;
    auto const is_in_secret = [&](std::string const& s) {
        auto const from = text.find(s);
        return from != text.npos && at >= from && at < from + s.size();
    };
    auto const how = in.below(4);
    // a changed secret would not be found in a message
    if (how < 2 && std::ranges::any_of(secrets, is_in_secret)) return;
    static constexpr std::string_view characters = "\"'{}[],:#\t\n &*!|>%@`-?x";
    auto const character = characters[in.below(characters.size())];
    switch (how) {
    case 0: text.erase(at, 1); break;
    case 1: text[at] = character; break;
    case 3: quote_a_part(text, at, in); break;
    default: text.insert(at, 1, character); break;
    }
}

void check_values(planted_config const& planted, coinformer::endpoint const& found, std::string const& text)
{
    bool const has_tls = planted.server.starts_with("https");
    auto const user = [&](std::string const& value) { return has_tls ? value : std::string(); };
    fuzz::check_equal("the server is the planted one", planted.server, found.server, text);
    fuzz::check_equal("the namespace is the planted one", planted.ns, found.ns, text);
    fuzz::check_equal("the server name is the planted one", planted.server_name, found.tls.server_name, text);
    fuzz::check_equal("verification is as planted", planted.is_insecure, found.tls.insecure_skip_verify,
                      text);
    fuzz::check_equal("the token is the planted one", user(planted.token),
                      std::string(found.user.token.reveal()), text);
    fuzz::check_equal("the certificate is the planted one", user(planted.certificate),
                      found.tls.client_certificate.data, text);
    fuzz::check_equal("the key is the planted one", user(planted.key), found.tls.client_key.data, text);
}

/// Loads a text. Returns nullopt if it is refused, and checks that the refusal is as documented.
std::optional<coinformer::endpoint> loaded(std::string const& text, std::vector<std::string> const& secrets)
{
    try {
        return load(text);
    } catch (coinformer::api_error const& e) {
        std::string const what = e.what();
        constexpr errc documented[]{errc::config_invalid, errc::config_unknown_name,
                                    errc::credentials_unreadable};
        fuzz::check(std::ranges::any_of(documented, [&](errc c) { return e.code() == c; }),
                    "a file is refused with a documented error", what);
        fuzz::check(what.find(config_file()) != what.npos, "a refusal names the file", what);
        auto const is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
        fuzz::check(std::ranges::none_of(what, is_control), "a refusal is one line", what);
        for (auto const& secret : secrets)
            for (std::size_t at = 0; at + 8 <= secret.size(); ++at)
                fuzz::check(what.find(secret.substr(at, 8)) == what.npos,
                            "a refusal shows no part of a secret", what + "\n" + text);
        return std::nullopt;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const how = in.below(4);
    if (how == 3) {
        loaded(std::string(in.rest()), {});
        return 0;
    }
    auto const planted = generated_config(in);
    auto text = written(planted, in);
    if (how == 0) {
        auto const found = loaded(text, planted.secrets());
        fuzz::check(found.has_value(), "a file that is written as it should be is read", text);
        check_values(planted, *found, text);
        return 0;
    }
    for (std::uint64_t n = 0; n != how; ++n) damage(text, planted, in);
    loaded(text, planted.secrets());
    return 0;
}
