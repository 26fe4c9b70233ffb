#include "api/client/request_record.hpp"

#include "core/exceptions.hpp"

#include <boost/asio/error.hpp>

#include <utility>

namespace coinformer::detail {

request_record::request_record(environment const& env, std::function<void(request_report const&)> report,
                               std::string verb, std::string path, unsigned attempt)
    : report_(std::move(report)), time_(env.time), log_(*env.log), verb_(std::move(verb)),
      path_(std::move(path)), attempt_(attempt), began_(time_->now())
{
}

request_record::~request_record()
{
    ended(boost::asio::error::operation_aborted);
}

void request_record::answered(http_response const& answer)
{
    answered_ = time_->now();
    status_ = answer.status();
    warnings_ = answer.warnings();
}

void request_record::ended(error_code why) noexcept
{
    auto const report = std::exchange(report_, nullptr);
    if (!report) return;
    auto const lasted = time_->now() - began_;
    request_report const made{.verb = verb_,
                              .path = path_,
                              .attempt = attempt_,
                              .status = status_,
                              .failure = why,
                              .until_answer = answered_ ? *answered_ - began_ : lasted,
                              .until_end = lasted,
                              .received_bytes = received_bytes_,
                              .warnings = warnings_};
    try {
        report(made);
    } catch (...) {
        log_.log(log_level::error, "client_options::on_response threw",
                 {{"request", verb_ + ' ' + path_}, {"error", message_of(std::current_exception())}});
    }
}

} // namespace coinformer::detail
