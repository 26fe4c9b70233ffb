#include "transport/http/http_exchange.hpp"

#include <new>

namespace coinformer::detail {

http_exchange::http_exchange(std::shared_ptr<connection_pool> pool, std::unique_ptr<carrier> c,
                             credential_mask mask)
    : pool_(std::move(pool)), connection_(std::move(c)), entry_(pool_->enter(*connection_)),
      protocol_(connection_->protocol()), head_(connection_->take_head()), mask_(std::move(mask))
{
}

http_exchange::~http_exchange()
{
    release();
}

void http_exchange::release()
{
    if (!connection_) return;
    pool_->leave(entry_);
    try {
        pool_->give_back(std::move(connection_));
    } catch (std::bad_alloc const&) { // it is closed: the answer is whole, whatever becomes of its connection
    }
}

task<std::span<std::string_view const>> http_exchange::read() &
{
    std::span<std::string_view const> pieces;
    if (!connection_) co_return pieces;
    try {
        pieces = co_await connection_->read_body();
    } catch (boost::system::system_error const& e) {
        if (observer_) observer_->ended(e.code());
        throw;
    }
    if (observer_) report(pieces);
    if (pieces.empty()) release();
    co_return pieces;
}

void http_exchange::report(std::span<std::string_view const> pieces) noexcept
{
    std::size_t bytes = 0;
    for (auto const piece : pieces) bytes += piece.size();
    observer_->received(bytes);
    if (pieces.empty()) observer_->ended({});
}

void http_exchange::abandon() noexcept
{
    if (connection_) connection_->close();
}

} // namespace coinformer::detail
