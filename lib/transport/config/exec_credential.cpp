#include "transport/config/exec_credential.hpp"

#include "transport/config/base64.hpp"
#include "transport/config/credential_mask.hpp"
#include "transport/config/file_text.hpp"
#include "transport/config/proxy_url.hpp"
#include "transport/config/utc_time.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <stdexcept>

namespace coinformer::detail {

namespace {

namespace json = boost::json;

// Returns a field that may be missing or null, and is a string otherwise.
std::string text_field(json::object const& of, std::string_view name)
{
    auto const* const found = of.if_contains(name);
    if (found == nullptr || found->is_null()) return {};
    if (!found->is_string())
        throw std::invalid_argument("its output has a status." + std::string(name) + " that is no string");
    return std::string(found->get_string());
}

json::object exec_object(std::string_view text)
{
    json::error_code failed;
    auto parsed = json::parse({text.data(), text.size()}, failed);
    if (text.find_first_not_of(" \t\r\n") == text.npos)
        throw std::invalid_argument("it has written nothing to its standard output");
    if (failed || !parsed.is_object())
        throw std::invalid_argument("its output is not JSON of an ExecCredential");
    return std::move(parsed.get_object());
}

// Returns nullopt if the time means that the credential does not end: the zero time of Go, which is that of a
// field without a value, or a year such as 9999.
std::optional<wall_time> end_at(std::chrono::sys_seconds time)
{
    using namespace std::chrono;
    constexpr sys_seconds zero_of_go = sys_days(year(1) / 1 / 1),
                          practically_never = sys_days(year(2200) / 1 / 1);
    if (time == zero_of_go || time >= practically_never) return std::nullopt;
    return std::max(time, sys_seconds()); // any earlier time has passed as well
}

bool has_text(json::object const& of, std::string_view name, std::string_view wanted)
{
    auto const* const found = of.if_contains(name);
    return found != nullptr && found->is_string() && found->get_string() == wanted;
}

// Returns the words of a text that may be tokens: those with a digit, and a word that stands alone.
std::vector<secret> words_of(std::string_view text)
{
    constexpr std::string_view between = " \t\r\n\"'`,:;(){}[]<>\\";
    std::vector<secret> words;
    std::string_view first;
    std::size_t count = 0;
    for (std::size_t begin = 0; (begin = text.find_first_not_of(between, begin)) != text.npos; ++count) {
        auto const end = std::min(text.find_first_of(between, begin), text.size());
        auto const word = text.substr(begin, end - begin);
        if (first.empty()) first = word;
        bool const has_digit = word.find_first_of("0123456789") != word.npos;
        if (has_digit && word.size() >= credential_mask::shortest_part) words.emplace_back(std::string(word));
        begin = end;
    }
    if (count == 1 && words.empty()) words.emplace_back(std::string(first));
    return words;
}

} // namespace

issued_credential parse_exec_credential(std::string_view text, std::string_view api_version)
{
    auto const root = exec_object(text);
    if (!has_text(root, "kind", "ExecCredential"))
        throw std::invalid_argument("its output has another kind than ExecCredential");
    if (!has_text(root, "apiVersion", api_version))
        throw std::invalid_argument("its output has another apiVersion than " + std::string(api_version) +
                                    ", which the kubeconfig names");
    auto const* const status = root.if_contains("status");
    if (status == nullptr || !status->is_object()) throw std::invalid_argument("its output has no status");
    auto const& fields = status->get_object();

    issued_credential issued{secret(text_field(fields, "token"))};
    issued.certificate = text_field(fields, "clientCertificateData");
    issued.key = secret(text_field(fields, "clientKeyData"));
    if (issued.certificate.empty() != issued.key.empty())
        throw std::invalid_argument("its output has one of clientCertificateData and clientKeyData, and "
                                    "not the other");
    if (issued.token.empty() && issued.certificate.empty())
        throw std::invalid_argument("its output has neither a token nor a client certificate");
    if (auto const end = text_field(fields, "expirationTimestamp"); !end.empty()) {
        auto const time = parse_utc_time(end);
        if (!time)
            throw std::invalid_argument("its output has an expirationTimestamp that is no RFC 3339 time");
        issued.expires = end_at(*time);
    }
    return issued;
}

std::vector<secret> secrets_in(std::string_view output)
{
    std::vector<secret> found;
    json::error_code failed;
    auto const root = json::parse({output.data(), output.size()}, failed);
    auto const* const status =
        !failed && root.is_object() ? root.get_object().if_contains("status") : nullptr;
    for (auto const* const name : {"token", "clientKeyData"}) {
        if (status == nullptr || !status->is_object()) break;
        auto const* const value = status->get_object().if_contains(name);
        if (value != nullptr && value->is_string()) found.emplace_back(std::string(value->get_string()));
    }
    return found.empty() ? words_of(output) : found;
}

std::string exec_info(std::string_view api_version, endpoint const* cluster, json::value config)
{
    json::object spec;
    spec["interactive"] = false;
    if (cluster != nullptr) {
        json::object about;
        about["server"] = cluster->server;
        auto const& tls = cluster->tls;
        if (!tls.server_name.empty()) about["tls-server-name"] = tls.server_name;
        if (!cluster->proxy.url.empty()) about["proxy-url"] = url_with_login(cluster->proxy);
        if (tls.insecure_skip_verify) about["insecure-skip-tls-verify"] = true;
        auto ca = tls.ca.data;
        if (ca.empty() && !tls.ca.file.empty()) {
            auto text = file_text(tls.ca.file);
            if (!text) throw api_error(errc::credentials_unreadable, tls.ca.file, text.error().message());
            ca = std::move(*text);
        }
        if (!ca.empty()) about["certificate-authority-data"] = base64(ca);
        if (!config.is_null()) about["config"] = std::move(config);
        spec["cluster"] = std::move(about);
    }
    json::object root;
    root["kind"] = "ExecCredential";
    root["apiVersion"] = json::string_view(api_version.data(), api_version.size());
    root["spec"] = std::move(spec);
    return json::serialize(root);
}

} // namespace coinformer::detail
