#include "transport/config/bearer_token.hpp"

#include <coinformer/core/error.hpp>

#include "transport/config/file_text.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

// The kubelet rotates a token at 80 % of its life, which is at least 10 minutes: this is half of what is left
// then.
constexpr duration lifetime_of_a_read = std::chrono::seconds(60);

std::string_view trimmed(std::string_view text) noexcept
{
    constexpr std::string_view white = " \t\r\n\v\f";
    auto const first = text.find_first_not_of(white);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(white) - first + 1);
}

} // namespace

token_read read_token(std::string const& path)
{
    auto const text = file_text(path);
    if (!text) return {{}, text.error().message()};
    auto const token = trimmed(*text);
    if (token.empty()) return {{}, "the file is empty"};
    if (!is_sendable_token(token)) return {{}, "the file holds something else than one token"};
    return {secret(std::string(token)), {}};
}

bool is_sendable_token(std::string_view token) noexcept
{
    return std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

bearer_token::bearer_token(credentials user, time_source& time, log_sink& log, metrics const& counts)
    : user_(std::move(user)), time_(time),
      read_log_("the token file cannot be read any more; the old token stays in use",
                "the token file can be read again", time, log),
      mask_(user_.token)
{
    bool const reads_file = user_.token.empty() && !user_.token_file.empty();
    if (reads_file) counts_ = make_credential_metrics(counts, "token file");
}

secret const& bearer_token::current()
{
    if (!user_.token.empty()) {
        if (is_sendable_token(user_.token.reveal())) return user_.token;
        throw api_error(errc::credentials_unreadable, "bearer token",
                        "it holds white space or another character "
                        "that a header cannot carry");
    }
    if (user_.token_file.empty()) return user_.token;
    if (!last_attempt_ || time_.now() - *last_attempt_ >= lifetime_of_a_read) read_file();
    return file_token_;
}

void bearer_token::read_file()
{
    auto read = read_token(user_.token_file);
    if (read.token.empty()) counts_.failed.add();
    if (!read.token.empty()) {
        if (read.token != file_token_) {
            mask_ = credential_mask(read.token);
            counts_.renewed.add();
        }
        file_token_ = std::move(read.token);
        read_log_.succeeded();
    } else if (file_token_.empty()) {
        throw api_error(errc::credentials_unreadable, "token file " + user_.token_file, read.fault);
    } else {
        read_log_.failed("token file " + user_.token_file + ": " + read.fault);
    }
    // a failed attempt counts as well, so that the file is not read for each request
    last_attempt_ = time_.now();
}

} // namespace coinformer::detail
