#include "transport/config/credential_cache.hpp"

#include "core/exceptions.hpp"
#include "core/strand_of.hpp"
#include "transport/config/bearer_token.hpp"
#include "transport/config/client_pair.hpp"
#include "transport/config/credential_metrics.hpp"

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <optional>

namespace coinformer::detail {

namespace {

constexpr duration most_ahead = std::chrono::minutes(10);
constexpr duration shortest_life = std::chrono::seconds(1); // or issue() would be called for each request
constexpr duration longest_life = std::chrono::hours(100 * 365 * 24); // now() can be added to it
constexpr duration longest_limit = std::chrono::hours(24);
constexpr duration life_of_expired = std::chrono::seconds(10); // perhaps the clock of this machine is wrong
constexpr duration grace = std::chrono::seconds(5); // for a source that reports by itself that it is late
constexpr backoff_options issue_pace{.first = std::chrono::seconds(1), .cap = std::chrono::minutes(1)};

[[noreturn]] void refuse_issued(std::string why)
{
    throw api_error(errc::credentials_not_issued, "token source", std::move(why));
}

void check_issued(issued_credential const& fresh)
{
    if (fresh.token.empty() && fresh.certificate.empty())
        refuse_issued("it gave neither a token nor a client certificate");
    if (!is_sendable_token(fresh.token.reveal()))
        refuse_issued("its token holds white space or another character that a header cannot carry");
    if (fresh.certificate.empty() != fresh.key.empty())
        refuse_issued("it gave a client certificate without a key, or a key alone");
    // With a pair that is not usable, no server would be asked, so that no answer of 401 could replace it.
    if (!fresh.certificate.empty() && !is_usable_pair(fresh.certificate, fresh.key))
        refuse_issued("its client certificate and key are not PEM, or do not fit together");
}

std::string late(duration limit)
{
    auto const seconds = std::chrono::ceil<std::chrono::seconds>(limit).count();
    return "it did not end within " + std::to_string(seconds) + " s (credentials::source_limit)";
}

// The cache may be destroyed after the execution context.
environment with_bound_executor(environment env)
{
    env.ex = bound(std::move(env.ex));
    return env;
}

// Returns the time from `now` to an end that is later.
duration life_until(wall_time end, wall_time now)
{
    auto const life = std::min(end, now + longest_life) - now;
    return std::max(std::chrono::duration_cast<duration>(life), shortest_life);
}

// Returns the failure as the requests see it. A source may quote the present credential.
std::exception_ptr shown_failure(std::exception_ptr const& failure, credential_mask const& mask)
{
    auto const text = message_of(failure);
    if (code_of(failure) == make_error_code(errc::credentials_not_issued) && !mask.is_in(text))
        return failure;
    return std::make_exception_ptr(api_error(errc::credentials_not_issued, "token source", mask.apply(text)));
}

} // namespace

struct credential_cache::state : std::enable_shared_from_this<state> {
    state(environment const& e, std::shared_ptr<token_source> s, duration l, std::function<void()> changed_it)
        : env(with_bound_executor(e)), source(std::move(s)), limit(std::min(l, longest_limit)),
          certificate_changed(std::move(changed_it)), pauses(issue_pace, random_source(env.seed).fork()),
          issues(std::in_place, env.ex),
          log("the credential cannot be renewed; the present one stays in use until its end",
              "the credential can be renewed again", *env.time, *env.log),
          expired_log("a credential was issued that has expired already",
                      "the issued credentials are valid again", *env.time, *env.log),
          counts(make_credential_metrics(env.metrics, "token source"))
    {
    }

    time_point now() const noexcept { return env.time->now(); }
    bool is_usable() const noexcept;
    void begin_issue();
    void stop() noexcept
    {
        is_stopped = true;
        issues->request_stop();
    }
    void take(issued_credential fresh);
    void note_failure(std::exception_ptr why);
    static task<> issue(std::shared_ptr<state> self);

    environment env;
    std::shared_ptr<token_source> source;
    duration limit;
    std::function<void()> certificate_changed;

    issued_credential current;
    credential_mask mask;
    time_point ends_at = time_point::min(); // min: nothing was issued yet
    time_point renew_at = time_point::max();
    bool is_refused = false;  // the server has answered 401 to `current`
    bool is_accepted = false; // it has given another answer to it: then one API refuses it, and others do not
    std::exception_ptr failure; // why the last issue() has failed; null if it has not
    time_point next_issue = time_point::min();
    backoff pauses;

    bool is_issuing = false;
    wakeup issued;                 // issue() has ended
    std::optional<nursery> issues; // each one until a child of it was destroyed
    bool is_stopped = false;
    credential_read_log log, expired_log;
    credential_metrics counts;
};

bool credential_cache::state::is_usable() const noexcept
{
    if (now() >= ends_at) return false;
    if (!is_refused) return true;
    bool const is_next_far = !is_issuing && now() < next_issue;
    return is_next_far && (!failure || is_accepted);
}

void credential_cache::state::begin_issue()
{
    if (issues->stopping() && !is_stopped) issues.emplace(env.ex); // a renewal was destroyed before its end
    issues->start(issue(shared_from_this()));
    is_issuing = !is_stopped; // not before: there may be no memory to start it
}

task<> credential_cache::state::issue(std::shared_ptr<state> self)
{
    // Also if this coroutine is destroyed before its end, as when there is no memory to await something.
    struct end_of_issue {
        state& of;
        ~end_of_issue()
        {
            of.is_issuing = false;
            of.issued.notify();
        }
    } const at_end{*self};
    std::exception_ptr failed;
    std::optional<issued_credential> fresh;
    try {
        auto body = store_result(self->source->issue(self->env, self->limit), fresh);
        co_await finished_in_time(*self->env.time, self->limit + grace, std::move(body));
        if (!fresh) refuse_issued(late(self->limit));
        check_issued(*fresh);
    } catch (...) {
        failed = std::current_exception();
    }
    try {
        if (failed)
            self->note_failure(failed);
        else
            self->take(std::move(*fresh));
    } catch (std::exception const&) { // there is no memory: the present credential stays
        self->failure = std::current_exception();
        self->next_issue = self->now() + self->pauses.next();
    }
}

void credential_cache::state::take(issued_credential fresh)
{
    bool const other = fresh.certificate != current.certificate || fresh.key != current.key;
    auto its_mask = credential_mask(std::vector{fresh.token, fresh.key});
    bool const was_refused = std::exchange(is_refused, false);
    is_accepted = false;
    current = std::move(fresh);
    mask = std::move(its_mask);
    failure = nullptr;
    counts.renewed.add();
    log.succeeded();
    // A credential that replaces a refused one may be refused, too, so that the next one is not issued at
    // once.
    next_issue = was_refused ? now() + pauses.next() : time_point::min();
    ends_at = renew_at = time_point::max();
    auto const wall_now = env.time->wall_now();
    bool const has_expired = current.expires && *current.expires <= wall_now;
    if (has_expired)
        expired_log.failed("its expirationTimestamp is in the past: check the clock of this machine, and the "
                           "plugin or token source");
    else
        expired_log.succeeded();
    if (current.expires) {
        auto const life = has_expired ? life_of_expired : life_until(*current.expires, wall_now);
        ends_at = now() + life;
        renew_at = ends_at - std::min(life / 3, most_ahead);
    }
    if (other && certificate_changed) certificate_changed();
}

void credential_cache::state::note_failure(std::exception_ptr why)
{
    failure = shown_failure(why, mask);
    counts.failed.add();
    next_issue = now() + pauses.next();
    // if nothing can be sent, the requests that wait report the failure
    bool const is_needed = is_refused || now() >= ends_at;
    if (!is_needed && !is_stopped) log.failed(message_of(failure));
}

credential_cache::credential_cache(environment const& env, std::shared_ptr<token_source> source,
                                   duration limit, std::function<void()> certificate_changed)
    : state_(std::make_shared<state>(env, std::move(source), limit, std::move(certificate_changed)))
{
}

// The last owner of a client may be on any thread, but the task of issue() has to be cancelled on the strand.
credential_cache::~credential_cache()
{
    boost::asio::post(state_->env.ex, [held = state_] { held->stop(); });
}

void credential_cache::stop() noexcept
{
    state_->certificate_changed = nullptr;
    state_->stop();
}

task<> credential_cache::ready() &
{
    auto const self = state_;
    while (!self->is_usable()) {
        if (!self->is_issuing) {
            if (self->failure && self->now() < self->next_issue) std::rethrow_exception(self->failure);
            self->begin_issue();
        }
        co_await self->issued.wait();
    }
    auto const now = self->now();
    if (now >= self->renew_at && now >= self->next_issue && !self->is_issuing) self->begin_issue();
}

issued_credential const& credential_cache::current() const noexcept
{
    return state_->current;
}

credential_mask const& credential_cache::mask() const noexcept
{
    return state_->mask;
}

void credential_cache::answered(int http_status, credential_mask const& sent) noexcept
{
    if (sent != state_->mask) return; // it was replaced meanwhile
    if (http_status != 401 && http_status < 500) state_->is_accepted = true;
    if (http_status == 401) {
        state_->is_refused = true;
    } else if (!state_->failure) {
        state_->pauses.reset();
        state_->next_issue = time_point::min();
    }
}

} // namespace coinformer::detail
