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
    void report(error_code why) noexcept
    {
        auto const lasted = env.time->now() - began;
        request_report const made{.verb = verb,
                                  .path = path,
                                  .attempt = attempt,
                                  .status = status,
                                  .protocol = protocol,
                                  .failure = why,
                                  .until_answer = answered ? *answered - began : lasted,
                                  .until_end = lasted,
                                  .received_bytes = received_bytes,
                                  .warnings = warnings};
        try {
            on_response(made);
        } catch (...) {
            env.log->log(log_level::error, "client_options::on_response threw",
                         {{"request", verb + ' ' + path}, {"error", message_of(std::current_exception())}});
        }
    }

    environment env;
    std::function<void(request_report const&)> on_response;
    std::string verb;
    std::string path;
    unsigned attempt = 0;
    time_point began;
    std::optional<time_point> answered = {};
    int status = 0;
    std::string_view protocol = {};
    std::vector<std::string> warnings = {};
    std::uint64_t received_bytes = 0;
};

request_record::request_record(environment const& env, std::function<void(request_report const&)> report,
                               std::string verb, std::string path, unsigned attempt)
    : context_member(env.ex), open_(new open_request{.env = env,
                                                     .on_response = std::move(report),
                                                     .verb = std::move(verb),
                                                     .path = std::move(path),
                                                     .attempt = attempt,
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
}

void request_record::received(std::size_t bytes) noexcept
{
    if (open_) open_->received_bytes += bytes;
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
