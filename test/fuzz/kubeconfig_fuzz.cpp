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

std::string base64(std::string_view bytes)
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

/// The credentials of a user. What is empty is not in the file.
struct planted_user {
    std::string token, username, password, certificate, key;
    std::string variable; ///< the value of a variable of an exec plugin, which there is if this is not empty
    std::string impersonated, group;
};

struct planted_config {
    std::string server, ns, server_name, ca;
    bool is_insecure = false;
    std::string proxy_password; ///< empty: there is no proxy
    planted_user user;
    /// Returns the secrets. Each is in the file as it is or as base64, and must be in no message.
    std::vector<std::string> secrets() const
    {
        std::vector<std::string> all;
        for (auto const& s :
             {user.token, user.password, user.key, base64(user.key), user.variable, proxy_password})
            if (!s.empty()) all.push_back(s);
        return all;
    }
};

planted_user generated_user(fuzz::input& in)
{
    planted_user u;
    auto const tail = std::to_string(in.below(1000));
    if (in.one_in(2)) u.token = "t0ken.Zm9v-" + tail + "_hunter2";
    if (in.one_in(2)) {
        u.certificate = "-----BEGIN CERTIFICATE-----\n" + tail;
        u.key = "-----BEGIN KEY-----\nhunter2" + tail + '\n';
    }
    if (u.token.empty() && in.one_in(3)) { // a user has a name or a token
        u.username = "joe";
        u.password = in.pick({"", "c0rrect horse #1", "{b4tteryhorse: staple}"});
    }
    if (in.one_in(4)) u.variable = "3xec.value-" + tail + "_hunter2";
    if (in.one_in(4)) u.impersonated = "system:serviceaccount:shop:web";
    if (!u.impersonated.empty()) u.group = in.pick({"", "ops"});
    return u;
}

planted_config generated_config(fuzz::input& in)
{
    planted_config c;
    c.server = in.pick({"https://api.shop:6443", "http://10.0.0.1", "https://[fd00::1]:443/k8s/c-1"});
    c.ns = in.pick({"", "shop", "kube-system", "7"});
    c.server_name = in.pick({"", "api.internal", "10.0.0.7"});
    c.is_insecure = in.one_in(2);
    c.user = generated_user(in);
    if (!c.is_insecure && in.one_in(2)) c.ca = "-----BEGIN CERTIFICATE-----\nca";
    if (in.one_in(4)) c.proxy_password = "pr0xy-" + std::to_string(in.below(1000)) + "_hunter2";
    return c;
}

/// Writes mappings and lists in JSON, or in the notation of YAML that has brackets.
class writer {
public:
    explicit writer(fuzz::input& in)
        : in_(&in), space_(in.pick({" ", "", "\n  "})), is_json_(in.one_in(2)) // JSON needs no white space
    {
    }

    bool is_json() const { return is_json_; }

    std::string scalar(std::string_view value)
    {
        return is_json_ ? '"' + std::string(value) + '"' : quoted(value);
    }
    /// Writes a field whose value is written already.
    std::string field(std::string const& key, std::string const& value) const
    {
        return is_json_ ? '"' + key + "\":" + value : key + ": " + value;
    }
    std::string pair(std::string const& key, std::string_view value) { return field(key, scalar(value)); }

    std::string joined(std::vector<std::string> const& parts) const
    {
        std::string text;
        for (auto const& part : parts) text += (text.empty() ? "" : "," + space_) + part;
        return text;
    }
    std::string mapping(std::vector<std::string> const& fields) const { return '{' + joined(fields) + '}'; }
    std::string list(std::vector<std::string> const& items) const { return '[' + joined(items) + ']'; }

private:
    /// Writes a value in one of YAML's notations.
    std::string quoted(std::string_view value)
    {
        bool const is_plain = value.find_first_of(":#[]{}, ") == value.npos &&
                              value.find_first_not_of("0123456789") != value.npos;
        switch (in_->below(is_plain ? 3 : 2)) {
        case 0: return '"' + std::string(value) + '"';
        case 1: return "'" + std::string(value) + "'";
        default: return std::string(value);
        }
    }

    fuzz::input* in_;
    std::string space_;
    bool is_json_;
};

std::string written(planted_user const& u, writer& to)
{
    std::vector<std::string> fields;
    auto const add = [&](std::string const& key, std::string const& value) {
        if (!value.empty()) fields.push_back(to.pair(key, value));
    };
    add("token", u.token);
    add("client-certificate-data", base64(u.certificate));
    add("client-key-data", base64(u.key));
    add("username", u.username);
    add("password", u.password);
    add("as", u.impersonated);
    if (!u.group.empty()) fields.push_back(to.field("as-groups", to.list({to.scalar(u.group)})));
    if (!u.variable.empty()) {
        auto const variable = to.mapping({to.pair("name", "KEY"), to.pair("value", u.variable)});
        fields.push_back(
            to.field("exec", to.mapping({to.pair("apiVersion", "client.authentication.k8s.io/v1"),
                                         to.pair("command", "log-in"), to.pair("interactiveMode", "Never"),
                                         to.field("env", to.list({variable}))})));
    }
    return to.mapping(fields);
}

std::string written_cluster(planted_config const& c, writer& to)
{
    std::vector<std::string> fields{to.pair("server", c.server)};
    if (!c.server_name.empty()) fields.push_back(to.pair("tls-server-name", c.server_name));
    if (c.is_insecure) fields.push_back(to.field("insecure-skip-tls-verify", "true"));
    if (!c.ca.empty()) fields.push_back(to.pair("certificate-authority-data", base64(c.ca)));
    if (!c.proxy_password.empty())
        fields.push_back(to.pair("proxy-url", "http://joe:" + c.proxy_password + "@proxy.shop:3128"));
    return to.mapping(fields);
}

std::string written(planted_config const& c, fuzz::input& in)
{
    writer to(in);
    std::vector<std::string> context{to.pair("cluster", "k"), to.pair("user", "joe")};
    if (!c.ns.empty()) context.push_back(to.pair("namespace", c.ns));
    auto const list_of_one = [&](std::string const& list, std::string const& name, std::string const& key,
                                 std::string const& body) {
        return to.field(list, to.list({to.mapping({to.pair("name", name), to.field(key, body)})}));
    };
    std::vector<std::string> parts{to.pair("current-context", "c"),
                                   list_of_one("contexts", "c", "context", to.mapping(context)),
                                   list_of_one("clusters", "k", "cluster", written_cluster(c, to)),
                                   list_of_one("users", "joe", "user", written(c.user, to))};
    std::swap(parts[in.below(4)], parts[in.below(4)]);
    if (to.is_json()) return to.mapping(parts);
    std::string text;
    for (auto const& part : parts) text += part + '\n';
    return text;
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
    auto const same = [&](char const* what, std::string_view expected, std::string_view is) {
        fuzz::check_equal(what, expected, is, text);
    };
    same("the server is the planted one", planted.server, found.server);
    same("the namespace is the planted one", planted.ns, found.ns);
    same("the server name is the planted one", planted.server_name, found.tls.server_name);
    same("the authority is the planted one", planted.ca, found.tls.ca.data);
    fuzz::check_equal("verification is as planted", planted.is_insecure, found.tls.insecure_skip_verify,
                      text);
    bool const has_proxy = !planted.proxy_password.empty();
    same("the proxy is the planted one", has_proxy ? "http://proxy.shop:3128" : "", found.proxy.url);
    same("the proxy's user is the planted one", has_proxy ? "joe" : "", found.proxy.username);
    same("the proxy's password is the planted one", planted.proxy_password, found.proxy.password.reveal());

    auto const& impersonated = found.impersonate;
    same("the impersonated user is the planted one", planted.user.impersonated, impersonated.name);
    fuzz::check_equal("there are as many groups as planted", planted.user.group.empty() ? 0U : 1U,
                      impersonated.groups.size(), text);
    if (!impersonated.groups.empty())
        same("the group is the planted one", planted.user.group, impersonated.groups[0]);

    // credentials are not read for a server without TLS
    auto const user = planted.server.starts_with("https") ? planted.user : planted_user();
    same("the token is the planted one", user.token, found.user.token.reveal());
    same("the user's name is the planted one", user.username, found.user.username);
    same("the password is the planted one", user.password, found.user.password.reveal());
    same("the certificate is the planted one", user.certificate, found.tls.client_certificate.data);
    same("the key is the planted one", user.key, found.tls.client_key.data);
    fuzz::check_equal("there is a plugin if one was planted", !user.variable.empty(),
                      found.user.source != nullptr, text);
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
