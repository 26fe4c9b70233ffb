// The answer of an exec plugin: generated with planted values, damaged, or any bytes. A sound answer must
// give the values that were planted. Another one is refused with a message that shows no part of a secret.

#include "input.hpp"
#include "report.hpp"

#include "transport/config/exec_credential.hpp"

#include <optional>
#include <stdexcept>

namespace {

constexpr std::string_view version = "client.authentication.k8s.io/v1";
constexpr std::string_view secret_text = "t0ken.Zm9v-hunter2";

std::optional<coinformer::issued_credential> parsed(std::string const& text)
{
    try {
        return coinformer::detail::parse_exec_credential(text, version);
    } catch (std::invalid_argument const& e) {
        std::string_view const what = e.what();
        fuzz::check(what.starts_with("it"), "a refusal is half a sentence", what);
        for (std::size_t at = 0; at + 8 <= secret_text.size(); ++at)
            fuzz::check(what.find(secret_text.substr(at, 8)) == what.npos,
                        "a refusal shows no part of a secret", what);
        return std::nullopt;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const how = in.below(3);
    if (how == 2) {
        parsed(std::string(in.rest()));
        return 0;
    }
    bool const has_certificate = in.one_in(2), has_end = in.one_in(2);
    auto const day = in.below(28) + 1;
    auto const zone = in.pick({"Z", "+00:00", ".5Z"});
    auto const space = std::string(in.pick({"", " ", "\n"}));
    auto text = "{\"kind\":" + space + "\"ExecCredential\",\"apiVersion\":\"" + std::string(version) +
                "\",\"status\":{\"token\":\"" + std::string(secret_text) + '"';
    if (has_certificate)
        text += ",\"clientCertificateData\":\"C\\nD\"," + space + "\"clientKeyData\":\"hunter2-K\"";
    if (has_end)
        text += ",\"expirationTimestamp\":\"2026-01-" + std::string(day < 10 ? "0" : "") +
                std::to_string(day) + "T00:00:00" + std::string(zone) + '"';
    text += "}}" + space;
    if (how == 1) { // a character is missing, or another one
        auto const at = in.below(text.size());
        text.replace(at, 1, in.bytes(2));
        parsed(text);
        return 0;
    }
    auto const found = parsed(text);
    fuzz::check(found.has_value(), "a sound answer is read", text);
    fuzz::check_equal("the token is the planted one", secret_text, found->token.reveal(), text);
    fuzz::check_equal("the certificate is the planted one", has_certificate ? "C\nD" : "", found->certificate,
                      text);
    fuzz::check_equal("the key is the planted one", has_certificate ? "hunter2-K" : "", found->key.reveal(),
                      text);
    fuzz::check(found->expires.has_value() == has_end, "there is an end if one was planted", text);
    constexpr std::int64_t new_year = 1767225600; // 2026-01-01, in seconds
    if (has_end)
        fuzz::check_equal(
            "the end is the planted one", new_year + static_cast<std::int64_t>(day - 1) * 86400,
            std::chrono::floor<std::chrono::seconds>(found->expires->time_since_epoch()).count(), text);
    return 0;
}
