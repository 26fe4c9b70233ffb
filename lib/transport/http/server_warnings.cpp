#include "transport/http/server_warnings.hpp"

#include "transport/http/warning_header.hpp"

namespace coinformer::detail {

namespace {

constexpr std::size_t most_known = 1000;
constexpr std::size_t most_a_minute = 20;
constexpr std::size_t longest_text = 1000; // in bytes; the header of an answer may have 64 KB

} // namespace

void server_warnings::log_warnings(response_head const& answer, http_request const& request,
                                   credential_mask const& mask)
{
    if (!log_.enabled(log_level::warning)) return;
    for (auto const value : answer.find_all("Warning"))
        for (auto& text : warning_texts(value)) log_warnings(mask.apply(std::move(text)), request);
}

void server_warnings::log_warnings(std::string text, http_request const& request)
{
    auto const hash = std::hash<std::string>()(text);
    if (known_.contains(hash) || !may_log_line()) return;
    known_.insert(hash);
    order_.push_back(hash);
    if (order_.size() > most_known) {
        known_.erase(order_.front());
        order_.pop_front();
    }
    if (text.size() > longest_text) text.replace(longest_text, text.npos, "...");
    auto const asked = request.method + ' ' + request.target.substr(0, request.target.find('?'));
    log_.log(log_level::warning, "the API server warns", {{"of", text}, {"request", asked}});
}

// Returns true if another line may be logged in this minute. A text that finds no room is not remembered, so
// that it is logged when it comes again.
bool server_warnings::may_log_line()
{
    auto const now = time_.now();
    if (lines_in_minute_ == 0 || now - minute_ >= std::chrono::minutes(1)) {
        minute_ = now;
        lines_in_minute_ = 0;
    }
    if (lines_in_minute_ > most_a_minute) return false;
    if (lines_in_minute_++ < most_a_minute) return true;
    log_.log(log_level::warning, "the API server sends more warnings than are shown here");
    return false;
}

} // namespace coinformer::detail
