#include "cache/handlers/handler_group.hpp"
#include "cache/handlers/fan_out.hpp"

#include <boost/asio/post.hpp>

namespace coinformer::detail {

namespace {

std::string_view name_of(change::kind what) noexcept
{
    switch (what) {
    case change::kind::added: return "added";
    case change::kind::updated: return "updated";
    case change::kind::deleted: return "deleted";
    }
    return "";
}

} // namespace

void handler_group::report_failure(std::string_view handler, change const& c, std::string const& why)
{
    std::optional<std::size_t> calls;
    {
        std::lock_guard const hold(failing_lock_);
        calls = failing_handlers_.failed(why);
    }
    if (!calls) return;
    env.log->log(log_level::error, "handler failed: it threw" + repeated_failure::times(*calls),
                 {{"collection", of.path},
                  {"handler", handler},
                  {"about", name_of(c.what)},
                  {"key", to_string(c.cur->key())},
                  {"error", why},
                  {"next", "the handler is called for the next change"}});
}

void handler_group::post_review()
{
    boost::asio::post(env.ex, [group = boost::intrusive_ptr<handler_group>(this)] {
        if (auto const informer = group->informer_side.lock()) informer->review_returned();
    });
}

} // namespace coinformer::detail
