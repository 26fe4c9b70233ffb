#include "transport/http/exchange_table.hpp"

#include "transport/http/shared_exchange.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

std::exception_ptr lost_connection(error_code why, std::string_view detail) noexcept
{
    try {
        return std::make_exception_ptr(api_error(why, {}, std::string(detail)));
    } catch (std::exception const&) {
        return std::current_exception();
    }
}

void exchange_table::add(stream_id id, shared_exchange& one)
{
    exchanges_.emplace(id, &one);
    ++begun_;
}

void exchange_table::end_all(std::exception_ptr why) noexcept
{
    auto const ending = std::exchange(exchanges_, {});
    for (auto const& [id, exchange] : ending) exchange->on_end(why);
}

void exchange_table::before_read()
{
    for (auto const id : std::exchange(fed_, {}))
        if (auto const found = exchanges_.find(id); found != exchanges_.end()) found->second->before_read();
}

void exchange_table::consumed(std::size_t bytes) noexcept
{
    unconsumed_ -= std::min(unconsumed_, bytes);
}

void exchange_table::head(stream_id id, int status, std::span<header_field const> fields)
{
    if (auto const found = exchanges_.find(id); found != exchanges_.end())
        found->second->on_head(status, fields);
}

void exchange_table::data(stream_id id, std::string_view bytes)
{
    auto const found = exchanges_.find(id);
    if (found == exchanges_.end()) return;
    if (fed_.empty() || fed_.back() != id) fed_.push_back(id);
    unconsumed_ += bytes.size();
    found->second->on_data(bytes, buffer_.block());
}

void exchange_table::done(stream_id id, error_code why, std::string_view detail)
{
    auto const found = exchanges_.find(id);
    if (found == exchanges_.end()) return;
    auto& exchange = *found->second;
    exchanges_.erase(found);
    unconsumed_ = 0; // it gives no more credit
    exchange.on_end(why ? lost_connection(why, detail) : nullptr);
}

} // namespace coinformer::detail
