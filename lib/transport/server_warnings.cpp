#include "transport/server_warnings.hpp"

#include "transport/warning_header.hpp"

namespace coinformer {

namespace {

constexpr std::size_t most_known = 1000;
constexpr std::size_t most_a_minute = 20;

void hide(std::string& text, secret const& token)
{
    if (token.empty()) return;
    auto const& value = token.reveal();
    constexpr std::string_view in_its_place = "***";
    for (auto at = text.find(value); at != text.npos; at = text.find(value, at + in_its_place.size()))
        text.replace(at, value.size(), in_its_place);
}

} // namespace

void server_warnings::tell(response_head const& answer, http_request const& request, secret const& token)
{
    if (!log_.enabled(log_level::warning)) return;
    for (auto const value : answer.find_all("Warning"))
        for (auto& text : warning_texts(value)) tell(std::move(text), request, token);
}

void server_warnings::tell(std::string text, http_request const& request, secret const& token)
{
    auto const hash = std::hash<std::string>()(text);
    if (known_.contains(hash) || !has_room()) return;
    known_.insert(hash);
    order_.push_back(hash);
    if (order_.size() > most_known) {
        known_.erase(order_.front());
        order_.pop_front();
    }
    hide(text, token);
    auto const asked = request.method + ' ' + request.target.substr(0, request.target.find('?'));
    log_.log(log_level::warning, "the API server warns", {{"of", text}, {"request", asked}});
}

// What finds none is not remembered: it is told when it comes again.
bool server_warnings::has_room()
{
    auto const now = time_.now();
    if (told_ == 0 || now - minute_ >= std::chrono::minutes(1)) {
        minute_ = now;
        told_ = 0;
    }
    if (told_ > most_a_minute) return false;
    if (told_++ < most_a_minute) return true;
    log_.log(log_level::warning, "the API server warns of more than is shown here");
    return false;
}

} // namespace coinformer
