#include "api/client/request_record.hpp"

#include "core/exceptions.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// A request whose end has not been reported.
struct request_record::open_request {
    request_report so_far(error_code why) const
    {
        auto const lasted = env.time->now() - began;
        return {.verb = what.verb,
                .method = what.method,
                .path = what.path,
                .attempt = what.attempt,
                .status = status,
                .protocol = protocol,
                .failure = why,
                .until_answer = answered ? *answered - began : lasted,
                .until_end = lasted,
                .sent_bytes = what.sent_bytes,
                .received_bytes = received_bytes,
                .warnings = warnings};
    }

    void count_head()
    {
        if (!counts) return;
        counts->count(so_far({}));
        received = counts->received_bytes(what.verb, what.path);
    }

    void report(error_code why) noexcept
    {
        auto const made = so_far(why);
        try {
            if (counts && answered)
                counts->count_size(made);
            else if (counts)
                counts->count(made);
            if (on_response) on_response(made);
        } catch (...) {
            env.log->log(
                log_level::error, "client_options::on_response threw",
                {{"request", what.verb + ' ' + what.path}, {"error", message_of(std::current_exception())}});
        }
    }

    environment env;
    std::function<void(request_report const&)> on_response;
    std::shared_ptr<request_metrics> counts;
    subject what;
    time_point began;
    counter received = {};
    std::optional<time_point> answered = {};
    int status = 0;
    std::string_view protocol = {};
    std::vector<std::string> warnings = {};
    std::uint64_t received_bytes = 0;
};

request_record::request_record(environment const& env, std::function<void(request_report const&)> report,
                               std::shared_ptr<request_metrics> counts, subject what)
    : context_member(env.ex), open_(new open_request{.env = env,
                                                     .on_response = std::move(report),
                                                     .counts = std::move(counts),
                                                     .what = std::move(what),
                                                     .began = env.time->now()})
{
}

request_record::~request_record()
{
    if (!open_) return;
    try {
        auto const strand = open_->env.ex;
        boost::asio::post(
            strand, [ended = std::move(open_)] { ended->report(boost::asio::error::operation_aborted); });
    } catch (...) {
        // There was no memory, and a report about a request that was given up is the least loss.
    }
}

void request_record::answered(http_response const& answer)
{
    if (!open_) return;
    open_->answered = open_->env.time->now();
    open_->status = answer.status();
    open_->protocol = answer.protocol();
    open_->warnings = answer.warnings();
    open_->count_head();
}

void request_record::received(std::size_t bytes) noexcept
{
    if (!open_) return;
    open_->received_bytes += bytes;
    open_->received.add(bytes);
}

void request_record::ended(error_code why) noexcept
{
    if (auto const request = std::move(open_)) request->report(why);
}

void request_record::context_ends() noexcept
{
    open_.reset();
}

} // namespace coinformer::detail
